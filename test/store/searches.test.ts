// Lists that are searched in windows, and other lists: page by page, they return the same rows in
// the same order as a full scan, for any page size and any end of a window.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { JournalEntry } from '../../src/ledger/journal-entry.ts'
import { available, systemAccountId } from '../../src/ledger/account.ts'
import type { Card } from '../../src/issuing/card.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import { SEARCH_WINDOW_ROWS } from '../../src/store/keyset.ts'
import { bindingsPage } from '../../src/store/reads/bindings.ts'
import { cardholdersPage } from '../../src/store/reads/cardholders.ts'
import { cardsPage } from '../../src/store/reads/cards.ts'
import {
  BALANCE_SORTS,
  BALANCE_WINDOW_ROWS,
  type BalanceKey,
  cardsByBalance,
} from '../../src/store/reads/cards-by-balance.ts'
import { entriesPage, type EntryFilter, statementPage } from '../../src/store/reads/entries.ts'
import { accountsPage } from '../../src/store/reads/ledger.ts'
import { orderTotals, TOTALLED_MAX } from '../../src/store/reads/order-totals.ts'
import { type OrderFilter, ordersOfCard, ordersPage } from '../../src/store/reads/order-lists.ts'
import type { Queryable } from '../../src/store/store.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type ProjectCard, START, transferInput } from '../kit/engine-sandbox.ts'
import { cardEntry, EUR, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { LongLists, walked } from './long-lists.ts'

const MERCHANT = systemAccountId('merchant', EUR)

onEveryDatabase('A list', (database) => {
  let sandbox: PaymentSandbox
  let lists: LongLists
  let payer: ProjectCard
  let payee: ProjectCard
  let reads: Queryable
  let datasetId: number

  before(async () => {
    sandbox = await PaymentSandbox.open(database)
    reads = sandbox.process.reads
    datasetId = sandbox.project.datasetId
    payer = await sandbox.card(50_000)
    payee = await sandbox.card(7)
    await sandbox.execute('transfer', transferInput(payer.hash, payee.hash, 3))
    await sandbox.paidOrder(cardEntry(payer), { amount: 100 })
    await sandbox.paidOrder(cardEntry(payer), { amount: 100, clientId: 'anna', number: 'first' })
    await sandbox.register({ number: 'Waits' })
    lists = await new LongLists(sandbox, database).fill(payer)
    // Some transfers from the other cards of the account.
    await lists.run(
      `update journal_entry set source_card_id = 200000000000 + (id - 2000000) / 10
       where project_id = ${datasetId} and kind = 'transfer' and id > 2000000 and id % 7 = 0`,
    )
  })

  const newestFirst = (entries: readonly JournalEntry[]) =>
    entries.toSorted((a, b) => b.at - a.at || b.id - a.id)
  const entriesWith = async (filter: (entry: JournalEntry) => boolean) =>
    newestFirst((await sandbox.rows('journalEntry')).filter(filter)).map(({ id }) => id)
  const isOf = (cardId: number) => (entry: JournalEntry) =>
    entry.sourceCardId === cardId || entry.destinationCardId === cardId
  const isOfAccount = (accountId: number) => (entry: JournalEntry) =>
    entry.debitAccountId === accountId || entry.creditAccountId === accountId

  const ENTRIES: readonly {
    readonly what: string
    readonly filter: () => Omit<EntryFilter, 'limit'>
    readonly holds: () => (entry: JournalEntry) => boolean
  }[] = [
    { what: 'of all entries', filter: () => ({}), holds: () => () => true },
    {
      what: 'of top-ups',
      filter: () => ({ kinds: ['topup'] }),
      holds:
        () =>
        ({ kind }) =>
          kind === 'topup',
    },
    {
      what: 'of top-ups and purchases',
      filter: () => ({ kinds: ['topup', 'purchase'] }),
      holds:
        () =>
        ({ kind }) =>
          kind === 'topup' || kind === 'purchase',
    },
    {
      what: 'of the entries of a card',
      filter: () => ({ cardId: payee.id }),
      holds: () => isOf(payee.id),
    },
    {
      what: 'of the top-ups of a card',
      filter: () => ({ cardId: payer.id, kinds: ['topup'] }),
      holds: () => (entry) => isOf(payer.id)(entry) && entry.kind === 'topup',
    },
    {
      what: "of the entries of the merchant's account",
      filter: () => ({ accountId: MERCHANT }),
      holds: () => isOfAccount(MERCHANT),
    },
    {
      what: "of the purchases on the merchant's account",
      filter: () => ({ accountId: MERCHANT, kinds: ['purchase'] }),
      holds: () => (entry) => isOfAccount(MERCHANT)(entry) && entry.kind === 'purchase',
    },
    {
      what: 'of the entries of an account with thousands of cards',
      filter: () => ({ accountId: payer.accountId }),
      holds: () => isOfAccount(payer.accountId),
    },
    {
      what: 'of the top-ups of an account with thousands of cards',
      filter: () => ({ accountId: payer.accountId, kinds: ['topup'] }),
      holds: () => (entry) => isOfAccount(payer.accountId)(entry) && entry.kind === 'topup',
    },
    {
      what: 'of the refunds of a card, of which there are none',
      filter: () => ({ cardId: payer.id, kinds: ['refund'] }),
      holds: () => () => false,
    },
  ]
  for (const { what, filter, holds } of ENTRIES)
    test(`${what} returns the same rows as a full scan`, async () => {
      const expected = await entriesWith(holds())
      for (const limit of [1000, 97]) {
        const rows = await walked(
          limit,
          (request: { limit: number; after?: readonly [number, number] }) =>
            entriesPage(reads, datasetId, { ...filter(), ...request }),
        )
        assert.deepEqual(
          rows.map(({ entry }) => entry.id),
          expected,
        )
      }
    })

  test('of account movements ends at the first movement', async () => {
    const rows = await walked(
      500,
      (request: { limit: number; after?: readonly [number, number, number] }) =>
        statementPage(reads, datasetId, MERCHANT, request),
    )
    assert.deepEqual(
      rows.map(({ entry }) => entry.id),
      await entriesWith((entry) => isOfAccount(MERCHANT)(entry)),
    )
    const accounts = await sandbox.accounts()
    assert.equal(rows[0]?.balance, accounts.find(({ id }) => id === MERCHANT)?.posted)
    for (const [index, { balance, amount }] of rows.entries())
      if (index + 1 < rows.length) assert.equal(rows[index + 1]?.balance, balance - amount)
  })

  const isNeedle = ({ number }: Order) => number.startsWith('%Needle_')
  const byCreation = (a: Order, b: Order) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
  const byDue = (a: Order, b: Order) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || (a.id < b.id ? -1 : 1)
  // prettier-ignore
  const ORDERS: readonly { readonly what: string; readonly filter: Omit<OrderFilter, 'limit'>; readonly holds: (order: Order) => boolean; readonly sort?: typeof byDue }[] = [
    { what: 'of all orders', filter: {}, holds: () => true },
    { what: 'of orders by a part of their number', filter: { text: '%nEEDLE_1' }, holds: isNeedle },
    { what: 'of orders by a part of their id', filter: { text: 'AAAA-10009' }, holds: ({ id }) => id.startsWith('aaaa-10009') },
    { what: 'of declined orders', filter: { status: 6 }, holds: ({ status }) => status === 6 },
    { what: 'of registered orders by a part of their number', filter: { status: 0, text: 'needle' }, holds: (order) => order.status === 0 && isNeedle(order) },
    { what: 'of orders with an expiry', filter: { filter: 'expiring' }, holds: ({ dueAt }) => dueAt !== null, sort: byDue },
    { what: 'of orders with an expiry by a part of their number', filter: { filter: 'expiring', text: 'needle' }, holds: (order) => order.dueAt !== null && isNeedle(order), sort: byDue },
    { what: 'of declined orders with an expiry', filter: { filter: 'expiring', status: 6 }, holds: ({ dueAt, status }) => dueAt !== null && status === 6, sort: byDue },
    { what: 'of the orders of a period', filter: { from: START + 100, until: START + 200 }, holds: ({ createdAt }) => createdAt >= START + 100 && createdAt < START + 200 },
    { what: 'of the declined orders of a period by a part of their number', filter: { from: START + 100, until: START + 600, status: 6, text: 'needle' }, holds: (order) => order.createdAt >= START + 100 && order.createdAt < START + 600 && order.status === 6 && isNeedle(order) },
    { what: 'of the orders of a period with an expiry', filter: { from: START + 100, until: START + 200, filter: 'expiring' }, holds: ({ createdAt, dueAt }) => createdAt >= START + 100 && createdAt < START + 200 && dueAt !== null, sort: byDue },
    { what: 'of the orders with a number', filter: { number: 'Waits' }, holds: ({ number }) => number === 'Waits' },
    { what: 'of the orders with a number, of another status', filter: { number: 'Waits', status: 6 }, holds: () => false },
    { what: 'of the orders with a number and its text', filter: { number: 'Waits', text: 'wAIT' }, holds: ({ number }) => number === 'Waits' },
    { what: 'of the orders with a number and another text', filter: { number: 'Waits', text: 'other' }, holds: () => false },
    { what: 'of the orders with a number from the time of one', filter: { number: 'Waits', from: START, until: START + 1 }, holds: ({ number }) => number === 'Waits' },
    { what: 'of the orders with a number before the time of one', filter: { number: 'Waits', until: START }, holds: () => false },
    { what: 'of the orders with a number and an expiry', filter: { number: 'first', filter: 'expiring' }, holds: () => false },
  ]
  const byAmount = (a: Order, b: Order) => a.amount - b.amount || (a.id < b.id ? -1 : 1)
  // prettier-ignore
  const COMBINED: typeof ORDERS = [
    { what: 'of orders with a declined attempt', filter: { filter: 'declined' }, holds: ({ failedAttempts }) => failedAttempts > 0 },
    { what: 'of expired orders', filter: { filter: 'expired' }, holds: ({ status, actionCode }) => status === 6 && actionCode === -2007 },
    { what: 'of withdrawn orders', filter: { filter: 'withdrawn' }, holds: ({ status, actionCode }) => status === 6 && actionCode === 4005 },
    { what: 'of the withdrawn orders of a client', filter: { filter: 'withdrawn', clientId: 'bob' }, holds: ({ status, actionCode, clientId }) => status === 6 && actionCode === 4005 && clientId === 'bob' },
    { what: 'of the orders of a client, oldest first', filter: { sort: 'oldest', clientId: 'bob' }, holds: ({ clientId }) => clientId === 'bob', sort: (a, b) => byCreation(b, a) },
    { what: 'of orders, oldest first, of a period', filter: { sort: 'oldest', from: START + 100, until: START + 300 }, holds: ({ createdAt }) => createdAt >= START + 100 && createdAt < START + 300, sort: (a, b) => byCreation(b, a) },
    { what: 'of orders by amount', filter: { sort: 'smallest' }, holds: () => true, sort: byAmount },
    { what: 'of declined orders, the largest first', filter: { sort: 'largest', filter: 'declined' }, holds: ({ failedAttempts }) => failedAttempts > 0, sort: (a, b) => byAmount(b, a) },
    { what: 'of orders by amount of a period and a client', filter: { sort: 'largest', from: START + 100, clientId: 'bob' }, holds: ({ createdAt, clientId }) => createdAt >= START + 100 && clientId === 'bob', sort: (a, b) => byAmount(b, a) },
    { what: 'of orders by currency and amount', filter: { currency: 840, amountFrom: 5, amountUntil: 9 }, holds: ({ currency, amount }) => currency === 840 && amount >= 5 && amount <= 9 },
    { what: 'of expired orders by action code and status', filter: { filter: 'expired', actionCode: -2007, status: 6 }, holds: ({ status, actionCode }) => status === 6 && actionCode === -2007 },
    { what: 'of orders by the last digits of their card', filter: { lastFour: '0000' }, holds: ({ progress }) => progress.payment?.card.mask.endsWith('0000') === true },
    { what: 'of the expiring orders of a client in a currency', filter: { filter: 'expiring', clientId: 'bob', currency: 978 }, holds: ({ dueAt, clientId, currency }) => dueAt !== null && clientId === 'bob' && currency === 978, sort: byDue },
    { what: 'of orders with a label', filter: { label: 'b' }, holds: ({ labels }) => labels.includes('b') },
    { what: 'of orders with a label, oldest first, of a period', filter: { label: 'b', sort: 'oldest', from: START + 100 }, holds: ({ labels, createdAt }) => labels.includes('b') && createdAt >= START + 100, sort: (a, b) => byCreation(b, a) },
    { what: 'of orders with a label in a currency', filter: { label: 'b', currency: 978 }, holds: ({ labels, currency }) => labels.includes('b') && currency === 978 },
    { what: 'of declined orders with a label, the largest first', filter: { label: 'b', filter: 'declined', sort: 'largest' }, holds: ({ labels, failedAttempts }) => labels.includes('b') && failedAttempts > 0, sort: (a, b) => byAmount(b, a) },
    { what: 'of the orders of a client with a label', filter: { label: 'bb', clientId: 'bob' }, holds: ({ labels, clientId }) => labels.includes('bb') && clientId === 'bob' },
    { what: 'of the orders with a number and a label', filter: { number: 'Waits', label: 'b' }, holds: () => false },
    { what: 'of the orders with a number and another currency', filter: { number: 'Waits', currency: 840 }, holds: () => false },
  ]
  for (const { what, filter, holds, sort = byCreation } of [...ORDERS, ...COMBINED])
    test(`${what} returns the same rows as a full scan`, async () => {
      const expected = (await sandbox.rows('order'))
        .filter(holds)
        .toSorted(sort)
        .map(({ id }) => id)
      for (const limit of [1000, 97]) {
        const orders = await walked(
          limit,
          (request: { limit: number; after?: readonly [number, string] }) =>
            ordersPage(reads, datasetId, { ...filter, ...request }),
        )
        assert.deepEqual(
          orders.map(({ id }) => id),
          expected,
        )
      }
    })

  test("of a card's orders contains each once, at its first entry", async () => {
    const orders = await sandbox.rows('order')
    const paid = orders.filter(({ progress }) => progress.payment?.card.cardId === payer.id)
    for (const limit of [1, 5]) {
      const found = await walked(
        limit,
        (request: { limit: number; after?: readonly [number, number] }) =>
          ordersOfCard(reads, datasetId, payer.id, request),
      )
      assert.deepEqual(
        found.map(({ order }) => order.number),
        ['first', paid.find(({ number }) => number !== 'first')?.number],
      )
    }
  })

  test("of a card's orders is searched in windows of limited size", async () => {
    const windows: (readonly unknown[])[] = []
    const recorded: Queryable = {
      query: (statement, parameters) => {
        if (statement.name === 'read_orders_of_card') windows.push(parameters)
        return reads.query(statement, parameters)
      },
    }
    await walked(20, (request: { limit: number; after?: readonly [number, number] }) =>
      ordersOfCard(recorded, datasetId, payer.id, request),
    )
    assert.ok(windows.length > 1)
    const paid = (await sandbox.rows('journalEntry')).filter(
      ({ sourceCardId }) => sourceCardId === payer.id,
    )
    const isBefore = (entry: JournalEntry, at = 0, id = 0) =>
      entry.at < at || (entry.at === at && entry.id < id)
    for (const parameters of windows) {
      const [, , fromAt, fromId, , endAt, endId] = parameters.map(Number)
      const inside = paid.filter(
        (entry) => isBefore(entry, fromAt, fromId) && !isBefore(entry, endAt, endId),
      )
      assert.ok(inside.length <= SEARCH_WINDOW_ROWS, String(inside.length))
    }
  })

  test('of more orders than can be totalled has the totals of the newest', async () => {
    const all = await sandbox.rows('order')
    for (const [filter, holds] of [
      [{}, () => true],
      [{ status: 0 }, ({ status }: Order) => status === 0],
    ] as const) {
      const orders = all.filter(holds).toSorted(byCreation)
      assert.ok(orders.length > TOTALLED_MAX)
      const newest = orders.slice(0, TOTALLED_MAX)
      const totalOf = (currency: number) => {
        const own = newest.filter((order) => order.currency === currency)
        const sumOf = (member: 'approvedAmount' | 'depositedAmount' | 'refundedAmount') =>
          own.reduce((sum, order) => sum + order[member], 0)
        return {
          currency,
          orders: own.length,
          approved: sumOf('approvedAmount'),
          captured: sumOf('depositedAmount'),
          refunded: sumOf('refundedAmount'),
        }
      }
      assert.deepEqual(await orderTotals(reads, datasetId, filter), [totalOf(840), totalOf(EUR)])
    }
  })

  test('of cardholders, with or without a filter, returns the same rows as a full scan', async () => {
    const all = (await sandbox.rows('cardholder')).toSorted((a, b) => b.id - a.id)
    for (const [text, holds] of [
      [undefined, () => true],
      ['dLE lOve', ({ firstName }: (typeof all)[number]) => firstName === 'Näedle'],
      ['+35312345', () => true],
      ['nobody%', () => false],
    ] as const)
      for (const limit of [1000, 97]) {
        const found = await walked(limit, (request: { limit: number; after?: readonly [number] }) =>
          cardholdersPage(reads, datasetId, { text, ...request }),
        )
        assert.deepEqual(
          found.map(({ id }) => id),
          all.filter(holds).map(({ id }) => id),
          String(text),
        )
      }
  })

  test('of cards, with or without a filter, returns the same rows as a full scan', async () => {
    const all = (await sandbox.rows('card')).toSorted((a, b) => b.id - a.id)
    const { cardholderId } = payee
    const lastFour = payee.pan.slice(-4)
    type Card = (typeof all)[number]
    const filters: readonly (readonly [filter: object, holds: (card: Card) => boolean])[] = [
      [{}, () => true],
      [{ status: 'blocked' }, ({ status }) => status === 'blocked'],
      [{ cardholderId }, (card) => card.cardholderId === cardholderId],
      [{ cardholderId, status: 'blocked' }, () => false],
      [{ lastFour }, ({ id }) => id === payee.id],
      [{ lastFour, status: 'blocked' }, () => false],
      [{ lastFour, cardholderId: payer.cardholderId }, () => false],
      [{ lastFour, cardholderId, status: 'active' }, ({ id }) => id === payee.id],
    ]
    for (const [filter, holds] of filters) {
      const found = await walked(700, (request: { limit: number; after?: readonly [number] }) =>
        cardsPage(reads, datasetId, { ...filter, ...request }),
      )
      assert.deepEqual(
        found.map(({ card }) => card.id),
        all.filter(holds).map(({ id }) => id),
        JSON.stringify(filter),
      )
    }
  })

  test('of cards by balance equals a full scan in order of balance and id, across windows', async () => {
    for (const first of [300_000_000_000, 400_000_000_000])
      await lists.copy('card', { id: `${first} + i` }, `each_row.id = ${payer.id}`)
    await lists.collectStatistics()
    const accounts = (await sandbox.accounts()).filter(({ cardholderId }) => cardholderId !== null)
    const ids = accounts.map(({ id }) => id)
    assert.ok(ids.length > 1)
    for (const [index, id] of ids.entries())
      await lists.run(
        `update card set account_id = ${id}
          where project_id = ${datasetId} and id >= 200000000000 and id % ${ids.length} = ${index}`,
      )
    const balanceOf = new Map(accounts.map((account) => [account.id, available(account)]))
    const all = await sandbox.rows('card')
    assert.ok(all.length > BALANCE_WINDOW_ROWS)
    const balance = (card: (typeof all)[number]) => balanceOf.get(card.accountId) ?? NaN
    const rising = all.toSorted((a, b) => balance(a) - balance(b) || a.id - b.id)
    const cases: readonly (readonly [filter: object, holds: (card: Card) => boolean])[] = [
      [{}, () => true],
      [{ status: 'blocked' }, ({ status }) => status === 'blocked'],
      [{ cardholderId: payee.cardholderId }, ({ id }) => id === payee.id],
      [{ lastFour: payee.pan.slice(-4), text: 'a' }, ({ id }) => id === payee.id],
      [{ availableFrom: 11 }, (card) => balance(card) > 10],
      [{ text: 'no such name' }, () => false],
    ]
    for (const sort of BALANCE_SORTS)
      for (const [filter, holds] of cases) {
        const found = await walked(700, (request: { limit: number; after?: BalanceKey }) =>
          cardsByBalance(reads, datasetId, { ...filter, ...request, sort }),
        )
        assert.deepEqual(
          found.map(({ card }) => card.id),
          (sort === 'lowest' ? rising : rising.toReversed()).filter(holds).map(({ id }) => id),
          `${sort} ${JSON.stringify(filter)}`,
        )
      }
  })

  test("of accounts is sorted by id, and one of an unknown client's bindings is empty", async () => {
    const accounts = (await sandbox.accounts()).map(({ id }) => id)
    const found = await walked(2, (request: { limit: number; after?: readonly [number] }) =>
      accountsPage(reads, datasetId, request),
    )
    assert.deepEqual(
      found.map(({ account }) => account.id),
      accounts.toSorted((a, b) => a - b),
    )
    const bindings = await walked(
      1,
      (request: { limit: number; after?: readonly [number, string] }) =>
        bindingsPage(reads, datasetId, { clientId: 'nobody', ...request }),
    )
    assert.deepEqual(bindings, [])
  })
})
