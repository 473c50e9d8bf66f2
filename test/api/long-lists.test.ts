// Lists that are longer than anybody expects: nobody else waits while one is made.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../kit/databases.ts'
import { newIssuerV1, type IssuerV1 } from '../kit/issuer-v1.ts'
import { loopTurnsDuring } from '../kit/loop-turns.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { runSql } from '../kit/sql.ts'

const ENTRIES = 8_000
/** As many as the books are shown with. */
const ACCOUNTS_MAX = 10_000
const TODAY = { start: '2031-05-10', end: '2031-05-10' }

const numbersTo = (count: number): string =>
  `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count})`

onEveryDatabase('A long list', (database) => {
  let sandbox: Sandbox
  let issuer: IssuerV1
  before(async () => {
    sandbox = await startSandbox(database)
    issuer = await newIssuerV1(sandbox)
  })
  after(() => sandbox.close())
  const sql = (text: string) => runSql(sandbox.sandcard.service.config.database, text)

  test('getTransactions answers eight thousand records in order, a page at a time', async (t) => {
    const { cardId } = await issuer.card(500)
    await sql(
      `${numbersTo(ENTRIES - 1)} insert into journal_entry
       select e.project_id, 1000000 + i, e.kind, e.at, 1700000 + i, e.stan, e.amount, e.currency, e.debit_account_id,
         e.credit_account_id, e.source_number_id, e.source_card_id, e.destination_number_id, e.destination_card_id,
         e.approved, e.details
       from journal_entry e cross join numbers where e.destination_card_id = ${cardId}`,
    )
    const read = () =>
      issuer.callOk('getTransactions', {
        cardIdentification: { cardId: Number(cardId) },
        period: TODAY,
      })
    const transactions = (await read())['transactions'] as { utrnno: number }[]
    assert.equal(transactions.length, ENTRIES)
    const numbers = transactions.map(({ utrnno }) => utrnno)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(numbers).size, ENTRIES)
    // The client of this test reads the answer as it comes and takes it apart afterwards, out of the watch.
    const { authorization } = issuer
    const { longestMs, totalMs } = await loopTurnsDuring(async () => {
      const response = await fetch(`${sandbox.url}/v1/apigate/ws/rest/getTransactions`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ cardIdentification: { cardId: Number(cardId) }, period: TODAY }),
      })
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>)
        assert.ok(chunk.byteLength > 0)
    })
    t.diagnostic(`${ENTRIES} records: ${longestMs} ms in one go of ${totalMs} ms in all`)
    assert.ok(longestMs < totalMs / 5, `${longestMs} ms of ${totalMs} ms in one go`)
  })

  test('the books are refused where they have more accounts than one answer holds', async () => {
    const headers = { 'x-api-key': issuer.project.secrets.interfaceB.apiKey }
    const own = await sandbox.call('GET', '/control/v1/ledger', { headers })
    const { accounts } = own.json as { accounts: unknown[] }
    const fill = (from: number, count: number) =>
      sql(
        `${numbersTo(count)} insert into account (project_id, id, kind, currency, cardholder_id, posted, held)
         select ${issuer.project.datasetId}, 90000000 + ${from} + i, 'customer', 978, null, 0, 0 from numbers`,
      )
    await fill(0, ACCOUNTS_MAX - accounts.length)
    const full = await sandbox.call('GET', '/control/v1/ledger', { headers })
    assert.equal((full.json as { accounts: unknown[] }).accounts.length, ACCOUNTS_MAX)
    await fill(ACCOUNTS_MAX, 1)
    const refused = await sandbox.call('GET', '/control/v1/ledger', { headers })
    assert.equal(refused.status, 422)
    assert.equal((refused.json as { code: string }).code, 'ledger-too-large')
  })
})
