// Issuing cards with an initial balance, and importing cards and cardholders from CSV files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type TestDatabase } from '../../kit/databases.ts'
import { bodyOf, createProject, type ProblemShape, projectCall } from '../../kit/control.ts'
import { startSandbox } from '../../kit/sandbox.ts'

interface Imported {
  readonly imported: number
  readonly rows: {
    line: number
    cardId?: string | null
    cardholderId: string | null
    name?: string | null
    initialBalance?: number
    firstName?: string
  }[]
}

interface Card {
  readonly id: string
  readonly cardholderId: string
  readonly embossedName: string
  readonly available: number
  readonly status: string
}

const PERSON = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
const ROW = 'Ann,Doe,+35700000001'
const HEAD = 'first_name,last_name,phone_number'

onEveryDatabase('Imports and counts of the control API', (database) => {
  test('count at most the newest 1,000 rows of a list, and set hasMore', async (context) => {
    const { call } = await openProject(database, context)
    const of = async (list: string) =>
      bodyOf<{ items: readonly unknown[] }>(await call('GET', `/control/v1/${list}/counts`), 200)
        .items
    for (const rows of [1000, 2]) {
      const csv = [HEAD, ...Array.from({ length: rows }, () => ROW)].join('\n')
      bodyOf(await call('POST', '/control/v1/cardholders/import', { csv }), 200)
    }
    const isCut = { count: 1000, hasMore: true }
    assert.deepEqual(await of('cardholders'), [
      { filter: 'all', ...isCut },
      { filter: 'with', count: 0, hasMore: true },
      { filter: 'without', ...isCut },
    ])
    const counted = await of('accounts')
    assert.deepEqual(counted.at(-1), { filter: 'own', count: 0, hasMore: false })
  })

  test('issue a card with an initial balance, or change nothing', async (context) => {
    const { call, counts } = await openProject(database, context)
    const card = bodyOf<Card>(
      await call('POST', '/control/v1/cards', { cardholder: PERSON, initialBalance: 10_000 }),
      201,
    )
    assert.deepEqual(
      [card.embossedName, card.available, card.status],
      ['ANN DOE', 10_000, 'active'],
    )
    const before = await counts()
    assert.deepEqual(before, { cards: 1, cardholders: 1 })
    const { cardholderId } = card
    for (const [body, status, code, pointer] of [
      [{}, 422, 'validation-failed', '/cardholder'],
      [{ cardholder: PERSON, cardholderId }, 422, 'validation-failed', '/cardholder'],
      [{ cardholderId }, 409, 'cardholder-already-has-card', undefined],
      [{ cardholderId: '999' }, 404, 'cardholder-not-found', undefined],
      [{ cardholderId: 'x' }, 422, 'validation-failed', '/cardholderId'],
      [{ cardholder: PERSON, initialBalance: -1 }, 422, 'validation-failed', '/initialBalance'],
      [{ cardholder: PERSON, initialBalance: 1e12 }, 422, 'validation-failed', '/initialBalance'],
      [
        { cardholder: { ...PERSON, phoneNumber: '12' } },
        422,
        'validation-failed',
        '/cardholder/phoneNumber',
      ],
      [
        { cardholder: { ...PERSON, dateOfBirth: '9999-01-01' } },
        422,
        'validation-failed',
        '/cardholder/dateOfBirth',
      ],
      [
        { cardholder: { ...PERSON, country: 'XX' } },
        422,
        'validation-failed',
        '/cardholder/country',
      ],
    ] as const) {
      const refused = bodyOf<ProblemShape>(await call('POST', '/control/v1/cards', body), status)
      assert.equal(refused.code, code, JSON.stringify(body))
      if (pointer !== undefined) assert.equal(refused.errors?.[0]?.pointer, pointer)
    }
    bodyOf(await call('PATCH', '/control/v1/project', { cardPool: 1 }), 200)
    const full = await call('POST', '/control/v1/cards', { cardholder: PERSON, initialBalance: 1 })
    assert.equal(bodyOf<ProblemShape>(full, 409).code, 'card-pool-exhausted')
    assert.deepEqual(await counts(), before)
  })

  test('add cardholders, keep formulas as text, and check a file without importing it', async (context) => {
    const { call, counts } = await openProject(database, context)
    const csv = `\uFEFF${HEAD},cardholder_id,city\r\n${ROW},7,"Limassol, ""old"" town"\r\n\r\nBen,O'Hara,'+4930901820,8,'=1+1\r\n`
    const path = '/control/v1/cardholders/import'
    const dry = bodyOf<Imported>(await call('POST', path, { csv, dryRun: true }), 200)
    assert.deepEqual([dry.imported, dry.rows.map(({ line }) => line)], [0, [2, 4]])
    assert.deepEqual(await counts(), { cards: 0, cardholders: 0 })
    const { imported, rows } = bodyOf<Imported>(await call('POST', path, { csv }), 200)
    assert.equal(imported, 2)
    const people = await Promise.all(
      rows.map(async ({ cardholderId }) =>
        bodyOf<{ lastName: string; phoneNumber: string; profile: object }>(
          await call('GET', `/control/v1/cardholders/${cardholderId}`),
          200,
        ),
      ),
    )
    assert.deepEqual(
      people.map(({ lastName, phoneNumber, profile }) => [lastName, phoneNumber, profile]),
      [
        ['Doe', '+35700000001', { city: 'Limassol, "old" town' }],
        ["O'Hara", '+4930901820', { city: '=1+1' }],
      ],
    )
  })

  test('add cards to new and existing cardholders, all or nothing', async (context) => {
    const { call, counts } = await openProject(database, context)
    const path = '/control/v1/cards/import'
    const people = bodyOf<Imported>(
      await call('POST', '/control/v1/cardholders/import', { csv: `${HEAD}\n${ROW}\n` }),
      200,
    )
    const holder = people.rows[0]?.cardholderId ?? ''
    const csv = `cardholder_id;initial_balance;${HEAD.replaceAll(',', ';')}\n${holder};12.5;;;\n;;Ben;Roe;+35700000002\n`
    const { imported, rows } = bodyOf<Imported>(await call('POST', path, { csv }), 200)
    assert.equal(imported, 2)
    const cards = await Promise.all(
      rows.map(async ({ cardId }) =>
        bodyOf<Card>(await call('GET', `/control/v1/cards/${cardId}`), 200),
      ),
    )
    assert.deepEqual(
      cards.map(({ embossedName, available }) => [embossedName, available]),
      [
        ['ANN DOE', 1250],
        ['BEN ROE', 0],
      ],
    )
    assert.equal(cards[0]?.cardholderId, holder)
    const before = await counts()
    bodyOf(await call('PATCH', '/control/v1/project', { cardPool: 3 }), 200)
    for (const [text, details] of [
      [
        `${HEAD}\n${ROW}\n${ROW}\n`,
        ['line 3: the card pool has room for 1 of 2 cards; raise the setting cardPool'],
      ],
      [`cardholder_id\n${holder}\n`, ['line 2: This cardholder already has a card']],
      [`cardholder_id\n99999\n`, ['line 2, cardholder_id: This project has no such cardholder']],
      [
        `cardholder_id,first_name\n${holder},Ann\n`,
        ['line 2: first_name cannot be combined with cardholder_id'],
      ],
      [
        `${HEAD},date_of_birth\n${ROW},9998-01-01\n`,
        ['line 2: date_of_birth must not be in the future'],
      ],
      [
        `${HEAD},initial_balance\n,Doe,12,1.234\n`,
        [
          'line 2: phone_number must be a plus sign and 7 to 15 digits',
          'line 2: initial_balance must be an amount in EUR such as 100.00',
          'line 2: first_name is required unless cardholder_id is given',
        ],
      ],
    ] as const) {
      const refused = bodyOf<ProblemShape>(await call('POST', path, { csv: text }), 422)
      assert.equal(refused.code, 'csv-invalid')
      const dry = await call('POST', path, { csv: text, dryRun: true })
      assert.equal(dry.status === 200, text.includes('9998'), text)
      const said = refused.errors?.map(({ detail }) => detail) ?? []
      assert.equal(said.length, details.length, said.join('; '))
      for (const [index, detail] of details.entries())
        assert.ok(said[index]?.startsWith(detail), said.join('; '))
    }
    assert.deepEqual(await counts(), before)
  })

  test('refuse an unreadable file, and name the line', async (context) => {
    const { call, counts } = await openProject(database, context)
    const rows = (count: number) => `${HEAD}\n${`${ROW}\n`.repeat(count)}`
    for (const [csv, said] of [
      [' \n', /line 1: a header row is required/],
      [`${HEAD},\n${ROW},\n`, /line 1: column 4 has no name/],
      [`${HEAD}\n`, /line 1: no rows follow the header/],
      [
        `${HEAD},iban\n${ROW},1\n`,
        /line 1: iban is an unknown column; the columns are first_name,/,
      ],
      [`${HEAD},city,city\n${ROW},1,2\n`, /line 1: city appears twice/],
      ['first_name,last_name\nAnn,Doe\n', /line 1: phone_number is missing/],
      [`${HEAD}\n${ROW},1\n`, /line 2: the row has 4 cells; the header has 3/],
      [`${HEAD}\n${ROW}\n"Ann,Doe,+35700000001\n`, /line \d: a quotation mark is not closed/],
      [`${HEAD}\nA"nn,Doe,+35700000001\n`, /line 2: a quotation mark is not closed, or is inside/],
      [`${HEAD}\n${ROW}\nAn\uFFFD,Doe,+35700000001\n`, /line 3: the text is not UTF-8/],
      [`${HEAD}\n\u0000,Doe,+35700000001\n`, /line 2: first_name must be 1 to 100/],
      [rows(1001), /line 1002: a file can have at most 1000 rows; split it/],
      [`${HEAD}\n${'Ann,Doe,1\n'.repeat(30)}`, /line 2: phone_number .* \(and 29 more\)/],
    ] as const) {
      const refused = await call('POST', '/control/v1/cardholders/import', { csv })
      const { code, detail, errors = [] } = bodyOf<ProblemShape>(refused, 422)
      assert.equal(code, 'csv-invalid')
      assert.match(detail, said)
      assert.ok(errors.length >= 1 && errors.length <= 20)
    }
    assert.deepEqual(await counts(), { cards: 0, cardholders: 0 })
    bodyOf(await call('PATCH', '/control/v1/project', { cardPool: 1000 }), 200)
    const most = await call('POST', '/control/v1/cards/import', { csv: rows(1000) })
    assert.equal(bodyOf<Imported>(most, 200).imported, 1000)
    const trial = await call('GET', '/control/v1/ledger/trial-balance')
    assert.deepEqual(trial.json, { trialBalance: 0 })
  })
})

async function openProject(
  database: TestDatabase,
  context: { after(close: () => Promise<void>): void },
) {
  const sandbox = await startSandbox(database)
  context.after(() => sandbox.close())
  const call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
  const countOf = async (list: string): Promise<number> => {
    const answer = await call('GET', `/control/v1/${list}?limit=200`)
    return bodyOf<{ items: unknown[] }>(answer, 200).items.length
  }
  const counts = async () => ({
    cards: await countOf('cards'),
    cardholders: await countOf('cardholders'),
  })
  return { call, counts }
}
