// People and books on the portal's pages: every cent leads to its cause, and the file says what the page says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'

onPortal('The ledger and the cardholders of the portal', (at) => {
  test('lead from the accounts to a statement, from there to an entry, its card and its person', async () => {
    const { portal } = at
    const { sandbox, merchant, base } = portal
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const card = await issueCard(call)
    await topUp(call, card, 5000)
    const account = card.account.accountNumber

    const accounts = await portal.page(`${base}/ledger`)
    assert.match(wordsOf(accounts), /trial balance 0/)
    assert.match(wordsOf(accounts), /funding-978 funding 50\.00 EUR debit/)
    const statement = await portal.page(`${base}/ledger/${account}`)
    assert.match(wordsOf(statement), /top-up .* 50\.00 EUR credit 50\.00 EUR credit/)
    const [, entry = ''] = /href="([^"]*\/ledger\/entries\/\d+)"/.exec(statement) ?? []
    const page = await portal.page(entry)
    assert.match(wordsOf(page), new RegExp(`funding-978 50.00 EUR ${account} 50.00 EUR`))
    assert.ok(page.includes(`${base}/cards/${card.id}`))

    const file = await portal.get(`${base}/ledger/${account}.csv`)
    assert.match(
      file.text,
      /^entry_id,at,kind,order_id,currency,amount,balance\r\n\d+,[^,]+,topup,,EUR,50\.00,50\.00\r\n$/,
    )
    const [, person = ''] = /href="([^"]*\/cardholders\/\d+)"/.exec(statement) ?? []
    assert.match(wordsOf(await portal.page(person)), /Anna Berg .*active/)
    assert.ok((await portal.page(`${base}/cardholders`)).includes(person))
  })

  test('know no account, entry or person that the project does not have', async () => {
    const { portal } = at
    for (const path of [
      '/ledger/funding-840',
      '/ledger/nobody',
      '/ledger/entries/0',
      '/ledger/nobody.csv',
      '/cardholders/1',
    ])
      assert.equal((await portal.get(portal.base + path)).status, 404, path)
  })
})
