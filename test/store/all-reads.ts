// Every read of the store, to be checked for table scans.

import assert from 'node:assert/strict'
import {
  bindingById,
  bindingsOfCard,
  bindingsOfClient,
  bindingsPage,
} from '../../src/store/reads/bindings.ts'
import {
  callbackById,
  callbacksOf,
  countCallbacks,
  sendableCallbacks,
} from '../../src/store/reads/callbacks.ts'
import {
  authorisationById,
  authorisationsPage,
  dueAuthorisationTimes,
} from '../../src/store/reads/authorisations.ts'
import {
  realTimeDecisionById,
  realTimeDecisionsOf,
} from '../../src/store/reads/real-time-decisions.ts'
import {
  sendableEvents,
  webhookById,
  webhookEventsOf,
  webhooksOf,
} from '../../src/store/reads/webhooks.ts'
import { dueCallbackTimes, dueOrderTimes, nextCallbacks } from '../../src/store/reads/due.ts'
import { isIssued, issuedByLastDigits, mayHavePrefix } from '../../src/store/reads/card-numbers.ts'
import { cardholderById, cardholdersPage } from '../../src/store/reads/cardholders.ts'
import {
  cardById,
  cardCounts,
  cardDetailsById,
  cardsPage,
  newestCards,
  numbersOfCard,
} from '../../src/store/reads/cards.ts'
import { decisionsPage } from '../../src/store/reads/decisions.ts'
import { entriesPage, entryById, statementPage } from '../../src/store/reads/entries.ts'
import { entryByRecordNumber } from '../../src/store/reads/entry-by-record.ts'
import { entriesOfCard, transfersOf } from '../../src/store/reads/journal.ts'
import {
  accountById,
  namedAccountById,
  accountsPage,
  datasetAndVersion,
  datasetById,
} from '../../src/store/reads/ledger.ts'
import { ordersOfCard, ORDER_SORTS, ordersPage } from '../../src/store/reads/order-lists.ts'
import { orderLabelCounts } from '../../src/store/reads/order-labels.ts'
import { ORDER_FILTERS, orderCounts } from '../../src/store/reads/order-filters.ts'
import {
  ordersContaining,
  ordersOfAmount,
  ordersWithIdStart,
} from '../../src/store/reads/order-search.ts'
import { cardsByBalance } from '../../src/store/reads/cards-by-balance.ts'
import { lastOrders, orderById, orderByNumber } from '../../src/store/reads/orders.ts'
import { orderTotals } from '../../src/store/reads/order-totals.ts'
import {
  failingTimes,
  firstSteps,
  oldestHolds,
  openHolds,
  orderSeries,
} from '../../src/store/reads/overview.ts'
import { projectsWithOwners } from '../../src/store/reads/project-owners.ts'
import { projectNumberById } from '../../src/store/reads/projects.ts'
import { rowsOf } from '../../src/store/reads/rows.ts'
import type { Queryable, SqlRecord } from '../../src/store/store.ts'
import { faultPlanOf } from '../../src/store/reads/faults.ts'
import { receivedBy, receiverById, receiversOf } from '../../src/store/reads/receivers.ts'
import { lastLogSeq, logAfter, logPage } from '../../src/store/reads/request-log.ts'
import { SAVE_ORDER } from '../../src/store/tables.ts'

/**
 * Every read for which requests of cardholders, payers and merchants or the callback sender wait.
 */
export const READS: Readonly<Record<string, (reads: Queryable) => Promise<unknown>>> = {
  cardById: (reads) => cardById(reads, 1, 1),
  cardDetailsById: (reads) => cardDetailsById(reads, 1, 1),
  newestCards: (reads) => newestCards(reads, 1, 1),
  cardholderById: (reads) => cardholderById(reads, 1, 1),
  faultPlanOf: (reads) => faultPlanOf(reads, 1),
  receiversOf: (reads) => receiversOf(reads, 1),
  receiverById: (reads) => receiverById(reads, 1, `rcv_${'a'.repeat(26)}0000000001`),
  receivedBy: (reads) => receivedBy(reads, 1, { place: 0, id: 'rcv' }),
  // No project exists yet.
  datasetById: (reads) => assert.rejects(datasetById(reads, 1)),
  datasetAndVersion: (reads) => assert.rejects(datasetAndVersion(reads, 1)),
  entriesOfCard: (reads) => entriesOfCard(reads, 1, 1, { after: { at: 0, id: 0 }, until: 1 }),
  transfersOf: (reads) =>
    transfersOf(withNumber(reads), 1, {
      numberHash: 'hash',
      from: 0,
      until: 1,
      approved: undefined,
      before: 9,
      limit: 1,
    }),
  orderById: (reads) => orderById(reads, 1, 'id', 0),
  orderByNumber: (reads) => orderByNumber(reads, 1, 'number', 0),
  lastOrders: (reads) =>
    lastOrders(reads, 1, { from: 0, until: 1, statuses: [], limit: 1, offset: 0 }),
  bindingById: (reads) => bindingById(reads, 1, 'id'),
  bindingsOfClient: (reads) => bindingsOfClient(reads, 1, 'client'),
  bindingsOfCard: (reads) => bindingsOfCard(reads, 1, 'card'),
  isIssued: (reads) => isIssued(reads, 1, 'hash'),
  dueOrderTimes: (reads) => dueOrderTimes(reads, 1, 1),
  dueCallbackTimes: (reads) => dueCallbackTimes(reads, 1, 1),
  nextCallbacks: (reads) => nextCallbacks(reads, 1, 1),
  callbackById: (reads) => callbackById(reads, 1, 1),
  logPage: (reads) => logPage(reads, 1, { limit: 1 }),
  logAfter: (reads) => logAfter(reads, 1, { seq: 1, limit: 1 }),
  lastLogSeq: (reads) => lastLogSeq(reads, 1),
  callbacksOf: inTurn(callbacksOf, [
    { before: 9 },
    { before: 9, state: 'failed' },
    { before: 9, state: 'failing' },
    { before: 9, orderId: 'order' },
  ]),
  countCallbacks: (reads) => countCallbacks(reads, 1, 9),
  sendableCallbacks: (reads) =>
    sendableCallbacks(reads, 1, { now: 0, realNow: 0, full: [], limit: 1 }),
  realTimeDecisionsOf: (reads) => realTimeDecisionsOf(reads, 1, { before: 9, limit: 1 }),
  realTimeDecisionById: (reads) => realTimeDecisionById(reads, 1, 1),
  webhooksOf: (reads) => webhooksOf(reads, 1),
  webhookById: (reads) => webhookById(reads, 1, 1),
  webhookEventsOf: (reads) => webhookEventsOf(reads, 1, { webhookId: 1, before: 9, limit: 1 }),
  sendableEvents: (reads) => sendableEvents(reads, 1, { now: 0, realNow: 0, full: [], limit: 1 }),
  cardholdersPage: inTurn(cardholdersPage, [
    {},
    { text: 'a' },
    { card: 'without' },
    { sort: 'oldest' },
    { sort: 'oldest', card: 'with' },
  ]),
  cardCounts: (reads) => cardCounts(reads, 1),
  cardsByBalance: inTurn(cardsByBalance, [
    { sort: 'highest' },
    { sort: 'lowest', lastFour: '0026' },
  ]),
  cardsPage: inTurn(cardsPage, [
    {},
    { status: 'active' },
    { cardholderId: 1 },
    { status: 'active', cardholderId: 1 },
    { lastFour: '0026' },
    { text: 'a', availableFrom: 1 },
    { sort: 'oldest' },
    { sort: 'oldest', status: 'active' },
    { sort: 'oldest', cardholderId: 1 },
    { sort: 'oldest', lastFour: '0026' },
    { sort: 'oldest', productType: '1' },
  ]),
  numbersOfCard: (reads) => numbersOfCard(reads, 1, 1),
  bindingsPage: inTurn(bindingsPage, [{}, { clientId: 'client' }]),
  ordersPage: inTurn(ordersPage, [
    {},
    { status: 1 },
    { filter: 'expiring' },
    { number: 'number' },
    { text: 'a' },
    { text: 'a', status: 1 },
    { text: 'a', filter: 'expiring' },
    ...ORDER_FILTERS.flatMap((filter) => [
      ...(filter === 'expiring' ? ['newest' as const] : ORDER_SORTS).flatMap((sort) => [
        { filter, sort },
        { filter, sort, clientId: 'client' },
        { filter, sort, lastFour: '1111', amountFrom: 1 },
        { filter, sort, label: 'checkout' },
      ]),
    ]),
  ]),
  ordersOfCard: (reads) => ordersOfCard(reads, 1, 1, { limit: 1 }),
  // Fewer digits read a window of the newest numbers.
  issuedByLastDigits: (reads) => issuedByLastDigits(reads, 1, '0026'),
  mayHavePrefix: (reads) => mayHavePrefix(reads, 1, '5'),
  ordersContaining: (reads) => ordersContaining(reads, 1, 'text', 1),
  ordersWithIdStart: (reads) => ordersWithIdStart(reads, 1, '0196', 1),
  ordersOfAmount: (reads) => ordersOfAmount(reads, 1, 1, 1),
  entriesPage: inTurn(entriesPage, [
    {},
    { kinds: ['topup'] },
    { orderId: 'order' },
    { cardId: 1 },
    { cardId: 1, kinds: ['topup'] },
    { accountId: -1978 },
    { accountId: -1978, kinds: ['topup'] },
    { accountId: 1 },
  ]),
  statementPage: async (reads) => {
    await statementPage(withCard(reads), 1, 1, { limit: 1 })
    await statementPage(withCards(reads), 1, 1, { limit: 1 })
  },
  decisionsPage: inTurn(decisionsPage, [{}, { after: [9] }]),
  entryById: (reads) => entryById(reads, 1, 1),
  authorisationsPage: inTurn(authorisationsPage, [
    {},
    { cardId: 1 },
    { status: 'pending', kind: 'purchase', mcc: 5812, currency: 978 },
    { source: 'order', from: 1, until: 2 },
  ]),
  authorisationById: (reads) => authorisationById(reads, 1, 1),
  dueAuthorisationTimes: (reads) => dueAuthorisationTimes(reads, 1, 1),
  entryByRecordNumber: (reads) => entryByRecordNumber(withEntries(reads), 1, 1),
  orderSeries: (reads) => orderSeries(reads, 1, { from: 0, until: 1, widthMs: 1 }, 1),
  failingTimes: (reads) => failingTimes(reads, 1, 1),
  openHolds: (reads) => openHolds(reads, 1, 1),
  firstSteps: (reads) => firstSteps(reads, 1),
  oldestHolds: (reads) => oldestHolds(reads, 1, 1),
  projectNumberById: (reads) => projectNumberById(reads, 'id'),
  orderTotals: async (reads) => {
    for (const filter of ORDER_FILTERS) await orderTotals(reads, 1, { filter })
    for (const which of [{ status: 1 }, { endingUntil: 1 }] as const)
      await orderTotals(reads, 1, which)
  },
  orderCounts: (reads) => orderCounts(reads, 1, 1),
  orderLabelCounts: (reads) => orderLabelCounts(reads, 1),
  projectsWithOwners: async (reads) => {
    for (const which of [{}, { owner: 'ann@shop.example' }])
      await projectsWithOwners(reads, { limit: 1, isOwnerless: false, ...which })
    await projectsWithOwners(reads, { limit: 1, isOwnerless: true })
  },
  accountsPage: (reads) => accountsPage(reads, 1, { limit: 1 }),
  accountById: (reads) => accountById(reads, 1, 1),
  namedAccountById: (reads) => namedAccountById(reads, 1, 1),
  rowsOf: async (reads) => {
    for (const table of SAVE_ORDER) await rowsOf(reads, 1, { table })
  },
}

/** A list with each of its filters. */
function inTurn<F extends { readonly limit: number }>(
  list: (reads: Queryable, datasetId: number, filter: F) => Promise<unknown>,
  filters: readonly Omit<F, 'limit'>[],
) {
  return async (reads: Queryable): Promise<void> => {
    for (const filter of filters) await list(reads, 1, { ...filter, limit: 1 } as F)
  }
}

/** Entries are searched only if the card or order exists. */
const finding =
  (name: string, ...found: readonly SqlRecord[]) =>
  (reads: Queryable): Queryable => ({
    async query(statement, parameters) {
      const records = await reads.query(statement, parameters)
      return statement.name === name ? found : records
    },
  })
const withCard = finding('read_cards_of_account', { id: 1 })
/** So many that their newest entries are compared. */
const withCards = finding(
  'read_cards_of_account',
  ...Array.from({ length: 9 }, (_, id) => ({ id })),
)
const withNumber = finding('read_number_by_hash', { id: 1, card_id: 1 })

const withEntries = finding('read_last_entry_id', { id: 1 })

/** Functions that need no index, and why. */
export const WITHOUT_INDEX: Readonly<Record<string, string>> = {
  overdueDecisions: 'reads the index of pending decisions, which exist for seconds',
  logEntriesWithIdPart: 'the log of a project is bounded',
  logEntry: 'the log of a project is bounded, and an index by random ids would slow every write',
  decisionByRequest:
    'the ring of a project is bounded, and an index by random ids would slow writes',
  alongPaidOrders: 'makes a statement and sends none',
  accountCounts: 'counts at most 1,000 rows of each list',
  authorisationCounts: 'counts at most 1,000 rows of each list',
  cardholderCounts: 'counts at most 1,000 rows of each list',
  requestCounts: 'counts at most 1,000 rows of each list',
  rowCounts: 'counts at most 1,000 rows of each list',
  accountTotals: 'sums up the accounts of a project, at most 10,000',
  accountsOf: 'returns all accounts of a project',
  pagesOfEntries: 'sends no statement: its caller reads each page',
  projectList: 'counts at most 100 orders and cards of each project',
}
