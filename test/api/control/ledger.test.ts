import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { startSandbox } from '../../kit/sandbox.ts'
import {
  projectCall,
  createProject,
  bodyOf,
  issueCard,
  topUp,
  transfer,
} from '../../kit/control.ts'

interface Ledger {
  trialBalance: number
  accounts: {
    account: string
    kind: string
    currency: string
    posted: number
    held: number
    available: number
  }[]
}

onEveryDatabase('the ledger', (database) => {
  test('lists every account and sums to zero after every movement', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    const ledger = async (): Promise<Ledger> =>
      bodyOf<Ledger>(await call('GET', '/control/v1/ledger'), 200)
    assert.deepEqual(await ledger(), { trialBalance: 0, accounts: [] })
    const [from, to] = [await issueCard(call), await issueCard(call)]
    bodyOf(await topUp(call, from, 5000), 201)
    bodyOf(await transfer(call, from, to, 1250), 201)
    bodyOf(await transfer(call, from, to, 999_999), 201)
    const { trialBalance, accounts } = await ledger()
    assert.equal(trialBalance, 0)
    const account = (name: string, kind: string, posted: number) => ({
      account: name,
      kind,
      currency: '978',
      posted,
      held: 0,
      available: posted,
      cardholderId: kind === 'customer' ? String((customer += 2)) : null,
    })
    let customer = 99_999
    assert.deepEqual(accounts, [
      account('funding-978', 'funding', -5000),
      account(from.account.accountNumber, 'customer', 3750),
      account(to.account.accountNumber, 'customer', 1250),
    ])
  })
})
