// The recorded databases of 0.1.0, of 0.2.0 and of a version between them open with the current
// version. They have rows in every table of their version. Nothing is lost, everything reads as
// before, and the ledger matches the journal. Payments continue.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { type Sandcard, startSandcard } from '../../src/index.ts'
import { BALANCE_MAX } from '../../src/ledger/account.ts'
import { type OpenDatabase, onEveryDatabase } from '../kit/databases.ts'
import { type Catalogue, dumpFile, openCatalogue } from '../store/catalogue.ts'
import { runSql } from '../kit/sql.ts'
import { assertRowsCounted } from '../kit/stored-rows.ts'
import { DemoProject } from '../kit/demo-project.ts'
import { readBack, readLedger } from './reads.ts'
import { countsOf, journalOf, recordedCounts } from './rows.ts'
import { recorded, RECORDED, restore, SECRET } from './recorded.ts'
import { cardOf } from './story.ts'

onEveryDatabase('A database of an earlier version', (database) => {
  test('opens with a balance above the maximum, which becomes the maximum', async () => {
    const opened = await database.open()
    const url = parseDatabaseUrl(opened.url)
    await restore(opened.url, 4)
    await runSql(
      url,
      `update account set posted = posted - ${BALANCE_MAX} * 2 where kind = 'network'`,
    )
    await (await openCatalogue(opened.url)).close()
    const accounts = await runSql(url, "select posted from account where kind = 'network'")
    assert.deepEqual(
      accounts.map(({ posted }) => Number(posted)),
      [-BALANCE_MAX],
    )
    await opened.drop()
  })

  for (const { schema, version } of RECORDED)
    describe(`${version}, schema ${schema}`, () => {
      const { references, reads } = recorded(schema)
      let opened: OpenDatabase
      let catalogue: Catalogue
      let sandcard: Sandcard
      let demo: DemoProject

      before(async () => {
        opened = await database.open()
        await restore(opened.url, schema)
        catalogue = await openCatalogue(opened.url)
        const settings = { port: 0, secret: SECRET, logLevel: 'silent' } as const
        sandcard = await startSandcard({ ...settings, database: opened.url })
        demo = new DemoProject(sandcard.url)
      })
      after(async () => {
        await catalogue.close()
        await sandcard.close()
        await opened.drop()
      })

      test('has the schema of a new one, and every row', async () => {
        assert.equal(await catalogue.dump(), readFileSync(dumpFile(database.name), 'utf8'))
        assert.deepEqual(await countsOf(opened.url), recordedCounts(schema))
        assert.ok((await assertRowsCounted(opened.url, { areBytesExact: false })) > 20)
      })

      test('returns the recorded responses', async () => {
        assert.deepEqual(await readBack(demo, references), reads)
      })

      test('has the ledger that follows from its journal', async () => {
        const { accounts, postings } = await journalOf(opened.url)
        assert.ok(accounts.length > 5)
        for (const { id, projectId, posted } of accounts) {
          const own = postings.filter((posting) => posting.projectId === projectId)
          const sum = own.reduce(
            (total, { debit, credit, amount }) =>
              total + (credit === id ? amount : 0) - (debit === id ? amount : 0),
            0,
          )
          assert.equal(posted, sum, `account ${id}`)
        }
      })

      test('accepts transfers and payments', async () => {
        const [source, destination] = await Promise.all(
          references.cards.slice(-2).map((id) => cardOf(demo, id)),
        )
        assert.ok(source !== undefined && destination !== undefined)
        const transfer = await demo.issuingV2('POST', '/transfers', {
          amount: 100,
          currency: 'EUR',
          sourceCard: { cardNumber: source.number, expiryDate: source.expiryDate },
          destinationCard: { cardNumber: destination.number },
        })
        assert.equal(transfer['status'], 'approved')
        const { orderId } = await demo.gateway('register', {
          amount: 300,
          currency: 978,
          returnUrl: 'https://a.example',
        })
        const { number, cvc, expiryDate } = source
        await demo.gateway('paymentorder', {
          MDORDER: String(orderId),
          $PAN: number,
          $CVC: cvc,
          YYYY: expiryDate.slice(0, 4),
          MM: expiryDate.slice(4),
          TEXT: 'ANN DOE',
        })
        const held = references.orders['own-held']
        if (held !== undefined) await demo.gateway('deposit', { orderId: held, amount: 0 })
        const ledger = await readLedger(demo)
        const before = reads['ledger'] as typeof ledger
        assert.equal(ledger['trialBalance'], 0)
        const postedOf = ({ accounts }: typeof ledger, name: string): number =>
          (accounts as { account: string; posted: number }[]).find((each) => each.account === name)
            ?.posted ?? 0
        const paid = held === undefined ? 300 : 2_300
        assert.equal(postedOf(ledger, 'merchant-978'), postedOf(before, 'merchant-978') + paid)
        await assertRowsCounted(opened.url, { areBytesExact: false })
      })
    })
})
