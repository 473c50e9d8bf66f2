// Form fields of a project accept values up to their bounds and report others at the field. Pages
// with query parameters match their snapshots.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { namesOfProject, testTranscript, type Transcript } from '../../kit/transcript.ts'
import type { Answer } from '../../kit/http.ts'
import { newMerchant } from '../../kit/merchant.ts'
import { onPortal, type Portal, portalOf } from '../../kit/portal.ts'
import { namesOfStory, type PortalStory, tellStory } from '../../kit/portal-story.ts'

interface TypedField {
  readonly page: string
  readonly form: string
  /** Valid input of the other fields. */
  readonly beside?: Readonly<Record<string, string>>
  readonly field: string
  readonly takes: readonly string[]
  readonly refuses: readonly string[]
}

const long = (length: number): string => 'ab '.repeat(length).slice(0, length - 1) + 'z'
const PERSON = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  country: 'CY',
  postalCode: '3000',
}
const SETTINGS = { page: '/settings', form: 'settings' }
const RULE = { page: '/rules', form: 'rule', beside: { flow: 'ssl', actionCode: '0' } }
const REGISTER = { page: '/cardholders', form: 'register', beside: PERSON }
const ISSUE = {
  page: '/cards',
  form: 'issue',
  beside: { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' },
}

// prettier-ignore
const FIELDS: readonly TypedField[] = [
  { ...SETTINGS, field: 'merchantName',      takes: ['a', long(64)], refuses: ['', long(65), 'a\u0007'] },
  { ...SETTINGS, field: 'mcc',               takes: ['1', '9999'], refuses: ['', '0', '10000', 'x1', '1x', '1.5', '-1'] },
  { ...SETTINGS, field: 'terminalId',        takes: ['12345678', 'abcdEFGH'], refuses: ['', '1234567', '123456789', '1234 678'] },
  { ...SETTINGS, field: 'cardPool',          takes: ['0', '1000000'], refuses: ['', '1000001', '-1', 'x'] },
  { ...SETTINGS, field: 'gatewayCurrencies', takes: ['', '978', '978, 840', '978 840', '978,978'], refuses: ['EUR', '978;840', '000'] },
  { ...RULE,     field: 'panSuffix',         takes: ['', '1', '1234'], refuses: ['12345', 'x1', '1x', 'x'] },
  { ...RULE,     field: 'amountFrom',        takes: ['', '1', '0.01', '1,5', '9999999999.99'], refuses: ['x', '1.001', '-1', '1.', '.5', '10000000000', '1,500', 'x1', '1x'] },
  { ...RULE,     field: 'actionCode',        takes: ['0', '116', '-2007'], refuses: ['', 'x', '12345678', 'x116', '116x'] },
  { ...RULE,     field: 'flow',              takes: ['ssl', 'challenge'], refuses: ['x', ''] },
  { ...REGISTER, field: 'firstName',         takes: ['a', long(100)], refuses: ['', long(101), 'a\u0007b'] },
  { ...REGISTER, field: 'lastName',          takes: ['a', long(100)], refuses: ['', long(101), '\u0007b'] },
  { ...REGISTER, field: 'phoneNumber',       takes: ['+1234567', '+0234567', '+123456789012345'], refuses: ['', '1234567', '+123456', '+1234567890123456', 'x+1234567', '+1234567x'] },
  { ...REGISTER, field: 'country',           takes: ['DE'], refuses: ['', 'D', 'DEU', 'de', '1E', 'xDE'] },
  { ...REGISTER, field: 'postalCode',        takes: ['1', long(20)], refuses: ['', long(21)] },
  { ...REGISTER, field: 'city',              takes: ['', long(100)], refuses: [long(101)] },
  { ...REGISTER, field: 'line1',             takes: ['', long(200)], refuses: [long(201)] },
  { ...REGISTER, field: 'email',             takes: ['', 'a@b.c', `${'a'.repeat(244)}@b.example`], refuses: ['a', 'a@b', '@b.c', 'a@b.', 'a@.c', 'a b@c.d', 'a@b.c d', 'x@a@b.c', `${'a'.repeat(245)}@b.example`] },
  { ...REGISTER, field: 'dateOfBirth',       takes: ['', '1990-05-17'], refuses: ['1990-5-17', '17.05.1990', '1990-02-30', 'x1990-05-17', '1990-05-17x', '2990-01-01'] },
  { ...ISSUE,    field: 'firstName',         takes: ['a', long(100)], refuses: ['', long(101), 'a\u0007'] },
  { ...ISSUE,    field: 'lastName',          takes: ['a', long(100)], refuses: ['', long(101), '\u0007a'] },
  { ...ISSUE,    field: 'phoneNumber',       takes: ['+1234567', '+123456789012345'], refuses: ['', '1234567', '+123456', '+1234567890123456', 'x+1234567', '+1234567x'] },
  { page: '/clock', form: 'clock-set', field: 'to', takes: ['2032-02-29T12:00Z', '2033-01-31T12:00:59Z'], refuses: ['', '2034-02-30T12:00Z', '2034-01-31', '2034-01-31T12:00', 'x2034-01-31T12:00Z', '2034-01-31T12:00Zx', '2034-01-31T25:00Z', '2030-01-01T00:00Z', '12034-01-31T12:00Z', '2034-01-31T12:00:599Z'] },
  { page: '/callbacks/settings', form: 'callback-settings', field: 'callbackUrl', takes: ['', 'https://shop.example/callback'], refuses: ['x', 'ftp://shop.example', 'javascript:1', `https://shop.example/${'x'.repeat(492)}`] },
]

onPortal('The fields of a form', (at) => {
  let portal: Portal
  before(async () => {
    // One project for each database, because the settings are saved.
    portal = portalOf(at.portal.sandbox, await newMerchant(at.portal.sandbox))
  })

  for (const { page, form, beside, field, takes, refuses } of FIELDS)
    test(`${field} of the form "${form}" at ${page} is only accepted within its bounds`, async () => {
      const shown = await portal.page(portal.base + page)
      const submitted = (text: string, on: string) =>
        portal.submit(on, form, { ...beside, [field]: text })
      for (const text of refuses) {
        const { status, text: answer } = await submitted(text, shown)
        assert.equal(status, 422, `${text} is refused`)
        assert.match(answer, /aria-invalid="true"|class="notice declined"/, text)
      }
      // Accepted values change the page.
      for (const text of takes) {
        const { status } = await submitted(text, await portal.page(portal.base + page))
        assert.equal(status, 303, `${text} is taken`)
      }
    })
})

onPortal('The query parameters of a page', (at) => {
  let story: PortalStory
  before(async () => {
    story = await tellStory(at.portal)
  })

  const snapshot = (name: string, fill: (transcript: Transcript) => Promise<void>): void =>
    testTranscript(import.meta.url, name, fill, () => [
      ...namesOfStory(at.portal, story),
      ...namesOfProject(at.portal.merchant.project),
    ])

  snapshot('list-queries', async (transcript) => {
    const { portal } = at
    const { base } = portal
    for (const [path, queries] of LISTS) {
      transcript.assume(path, await portal.get(base + path))
      for (const query of queries)
        transcript.record(`${path}?${query}`, rowsOf(await portal.get(`${base}${path}?${query}`)))
    }
    const account = story.cards[0]?.account.accountNumber ?? ''
    transcript.assume('an account', await portal.get(`${base}/ledger/${account}`))
    for (const query of ['after=x', 'after=', 'before=1'])
      transcript.record(
        `an account ${query}`,
        await portal.get(`${base}/ledger/${account}?${query}`),
      )
    for (const other of [
      'funding-978x',
      'xfunding-978',
      '-funding-978',
      'funding-1',
      account.slice(1),
      `${account}0`,
    ])
      transcript.record(`account ${other.length}`, await portal.get(`${base}/ledger/${other}`))
  })

  snapshot('notices', async (transcript) => {
    const { portal } = at
    const card = `${portal.base}/cards/${story.cards[0]?.id ?? ''}`
    transcript.assume('the card', await portal.get(card))
    for (const query of OF_CARDS) transcript.record(query, await portal.get(`${card}?${query}`))
    const order = `${portal.base}/orders/${story.orders.get('held') ?? ''}`
    transcript.assume('the order', await portal.get(order))
    for (const query of OF_ORDERS) transcript.record(query, await portal.get(`${order}?${query}`))
  })

  snapshot('stale-forms', async (transcript) => {
    const { portal } = at
    const order = `${portal.base}/orders/${story.orders.get('held') ?? ''}`
    transcript.assume('the order', await portal.get(order))
    for (const seen of [
      '',
      'x',
      '0.0.0.0.0',
      '0.0.0.0.1',
      'x0.0.0.0.0',
      '0.0.0.0.0x',
      '7.0.0.0.0',
      '2.2000.2000.0.3',
      `1.${'1'.repeat(16)}.0.0.0`,
      '1.0.0.0.1000',
    ])
      transcript.record(
        `an order seen ${seen}`,
        await portal.post(`${order}/capture`, { seen, amount: '1' }),
      )
    const card = `${portal.base}/cards/${story.cards[0]?.id ?? ''}`
    transcript.assume('the card', await portal.get(card))
    for (const seen of [
      '',
      'x',
      'blocked.1',
      'blocked.2',
      'xblocked.1',
      'blocked.1x',
      `blocked.${'1'.repeat(10)}`,
      'gone.1',
    ])
      transcript.record(`a card seen ${seen}`, await portal.post(`${card}/block`, { seen }))
  })

  snapshot('searches', async (transcript) => {
    const { portal } = at
    const [first] = story.cards
    const number = first?.number ?? ''
    const texts = [
      ...story.orders.keys(),
      story.orders.get('held') ?? '',
      (story.orders.get('held') ?? '').toUpperCase(),
      first?.id ?? '',
      number,
      number.slice(-4),
      `•••• ${number.slice(-4)}`,
      `x${number.slice(-4)}`,
      `${number.slice(-4)}x`,
      'Berg',
      'berg',
      'Anna Berg',
      'nobody',
      '999999999999',
      '9999999999999',
      '1600000',
      '1600001',
      '0001600001',
      '4111-1111-1111-1111',
      '4111 1111 1111',
      'x4111111111111',
      '4111111111111x',
      '4'.repeat(23),
      '4'.repeat(24),
      'a'.repeat(100),
      'a'.repeat(101),
      ' ',
      '<b>"',
    ]
    for (const [index, text] of texts.entries()) {
      const answer = await portal.get(`${portal.base}/search?q=${encodeURIComponent(text)}`)
      // The digits of an issued card are random, and the page shows the search text.
      const isChance = text.includes(number.slice(-4))
      transcript.record(
        `search ${index}`,
        isChance ? { ...answer, text: answer.text.replaceAll(text, 'TEXT') } : answer,
      )
    }
  })
})

/** For a list, only the rows, because other snapshots contain its tabs, filters and totals. */
const rowsOf = (answer: Answer): Answer => ({
  ...answer,
  text: answer.text.replace(/(<main[^>]*>)[^]*(?=<div class="live-list")/, '$1'),
})

// prettier-ignore
const LISTS: readonly (readonly [path: string, queries: readonly string[]])[] = [
  ['/orders', ['after=1_0', 'after=x1_0', 'after=1_0g', 'after=g1_0', 'after=0000000000000001_0', `after=1_${'0'.repeat(37)}`, 'after=9999999999999_0', 'filter=x', 'filter=refunded', 'filter=expiring', 'filter=declined&after=1_0', 'filter=paid']],
  ['/cards', ['after=1', 'after=x', 'after=999999999999', 'holder=1', 'holder=100001', 'holder=x', 'filter=x', 'filter=blocked', 'filter=lost']],
  ['/cardholders', ['after=1', 'after=x', 'after=999999999999']],
  ['/callbacks', ['before=1', 'before=x', 'before=999999999999', 'filter=x', 'filter=waiting', 'filter=delivered', 'resent=0', 'resent=1', 'resent=x']],
  ['/ledger', ['after=999999999999999', 'after=x999999999999999', 'after=999999999999999x', 'after=0999999999999999', 'after=-5', 'after=1']],
  ['/clock', ['to=2032-01-01T00:00Z', 'to=x', 'did=day', 'did=day&ran=x', 'did=x&ran=1', 'did=hour&ran=1']],
  ['/callbacks/verifier', ['received=a%3Db', 'checksum=x', 'received=mdOrder%3D1%26status%3D1&checksum=zz']],
  ['/callbacks/test', ['order=x', 'order=']],
]

const UUID = '0196b0a0-0000-7000-8000-000000000001'
// prettier-ignore
const OF_CARDS = [
  'did=issue', 'did=topup', 'did=topup&amount=12.50', 'did=topup&amount=x', 'did=transfer&amount=1&to=9999', 'did=limit&limit=5', 'did=block',
  'did=unblock', 'did=lost', 'did=stolen', 'did=reissue', 'did=pay&amount=3', 'did=x', `binding=${UUID}.on`, `binding=${UUID}.off`,
  `binding=x${UUID}.on`, `binding=${UUID}.onx`, `binding=${UUID}0.on`, `binding=${UUID}.x`, 'filter=x', 'filter=B',
]
// prettier-ignore
const OF_ORDERS = [
  'did=capture', 'did=capture&amount=5.00', 'did=capture&amount=x', 'did=capture&amount=5.001', 'did=refund&amount=1', 'did=reverse', 'did=decline',
  'did=pay&card=4444553333', 'did=pay&card=4444', 'did=x',
]
