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

onEveryDatabase('The ledger', (database) => {
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

  test('names the status of a card after each change', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    const card = await issueCard(call)
    bodyOf(await topUp(call, card, 5000), 201)
    for (const status of ['blocked', 'active', 'lost'])
      bodyOf(await call('PATCH', `/v2/cards/${card.id}`, { status }), 200)
    const path = `/control/v1/entries?cardId=${card.id}`
    const { items } = bodyOf<{
      items: { kind: string; cardStatus: string | null; orderNumber: string | null }[]
    }>(await call('GET', path), 200)
    assert.deepEqual(
      items.map(({ kind, cardStatus, orderNumber }) => [kind, cardStatus, orderNumber]),
      [
        ['status-change', 'lost', null],
        ['status-change', 'active', null],
        ['block', 'blocked', null],
        ['topup', null, null],
      ],
    )
  })

  test('has totals by currency, account labels, and statement filters', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    const get = async <T>(path: string): Promise<T> =>
      bodyOf<T>(await call('GET', `/control/v1/${path}`), 200)
    assert.deepEqual(await get('ledger/totals'), { trialBalance: 0, items: [] })
    const [from, to] = [await issueCard(call), await issueCard(call)]
    bodyOf(await topUp(call, from, 5000), 201)
    bodyOf(await transfer(call, from, to, 1250), 201)
    assert.deepEqual(await get('ledger/totals'), {
      trialBalance: 0,
      items: [{ currency: '978', accounts: 3, debit: '5000', credit: '5000', held: '0' }],
    })
    for (const [query, labels] of [
      ['', ['Funding account', 'Anna Berg', 'Anna Berg']],
      ['?kind=customer', ['Anna Berg', 'Anna Berg']],
      ['?kind=own', ['Funding account']],
    ] as const) {
      const { items } = await get<{ items: { label: string }[] }>(`accounts${query}`)
      assert.deepEqual(
        items.map(({ label }) => label),
        labels,
      )
    }
    const path = `accounts/${from.account.accountNumber}/entries`
    interface Statement {
      items: { balance: number; amount: number; entry: { kind: string; at: string } }[]
      nextCursor: string | null
    }
    const rows = (await get<Statement>(path)).items
    const [last = { entry: { at: '' } }] = rows
    const shown = ({ items }: Statement) => items.map(({ amount, balance }) => [amount, balance])
    for (const [query, expected] of [
      [
        '',
        [
          [-1250, 3750],
          [5000, 5000],
        ],
      ],
      ['?kind=topup', [[5000, 5000]]],
      ['?kind=transfer', [[-1250, 3750]]],
      ['?kind=purchase', []],
      ['?until=2000-01-01T00:00:00Z', []],
      [`?from=${last.entry.at.replace(/^\d{4}/, '9999')}`, []],
      ['?from=2000-01-01T00:00:00Z&limit=1', [[-1250, 3750]]],
    ] as const)
      assert.deepEqual(shown(await get<Statement>(path + query)), expected, query)
    const { nextCursor } = await get<Statement>(`${path}?limit=1`)
    assert.deepEqual(shown(await get<Statement>(`${path}?limit=1&cursor=${nextCursor}`)), [
      [5000, 5000],
    ])
    const wrong = await call('GET', `/control/v1/${path}?from=yesterday`)
    assert.equal(bodyOf<{ code: string }>(wrong, 422).code, 'validation-failed')
  })
})
