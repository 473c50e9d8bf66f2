// All tables of the write path, column by column. A test compares them with the migrations.

import type { Authorisation } from '../authorisations/authorisation.ts'
import type { Binding } from '../payments/methods/binding.ts'
import type { Callback } from '../callbacks/callback.ts'
import type { FaultPlan } from '../fault-injection/fault-plan.ts'
import type { Card, CardNumber, CardUsage } from '../issuing/card.ts'
import type { Cardholder } from '../issuing/cardholder.ts'
import type { Idempotency } from '../projects/idempotency.ts'
import type { ExternalId, PinNonce } from '../issuing/rows.ts'
import type { Account } from '../ledger/account.ts'
import type { DecisionRow } from '../ledger/decision.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'
import { type Order, searchText } from '../payments/orders/order.ts'
import type { TableName } from '../kernel/rows.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { ReceivedRequest, Receiver } from '../receivers/receiver.ts'
import { CONSTANT_MEMBERS } from '../registry/rows.ts'
import type { RealTimeDecision } from '../real-time/real-time-decision.ts'
import type { Webhook, WebhookEvent } from '../webhooks/webhook.ts'
import { table, type Table } from './table.ts'
import { trigramBits } from './trigrams.ts'

/** The columns that callbacks and webhook events share. */
const QUEUED_ITEM = {
  createdAt: 'integer',
  previousId: 'integer',
  attempt: 'integer',
  failures: 'integer',
  firstAt: 'integer',
  dueAt: 'integer',
  leaseUntil: 'integer',
  attempts: 'json',
  heldBack: 'boolean',
} as const

/** In saving order: a row comes after the rows that it references. */
export const TABLES: Readonly<Record<TableName, Table>> = {
  cardholder: table<Cardholder>(
    'cardholder',
    {
      id: 'integer',
      customerNumber: 'text',
      firstName: 'text',
      lastName: 'text',
      phoneNumber: 'text',
      profile: 'json',
      accountId: 'integer',
      poolCards: 'integer',
      createdAt: 'integer',
    },
    { key: 'id' },
  ),
  account: table<Account>(
    'account',
    {
      id: 'integer',
      kind: 'text',
      currency: 'integer',
      cardholderId: 'integer',
      posted: 'integer',
      held: 'integer',
    },
    { key: 'id' },
  ),
  card: table<Card>(
    'card',
    {
      id: 'integer',
      cardholderId: 'integer',
      accountId: 'integer',
      status: 'text',
      numberId: 'integer',
      productType: 'text',
      plasticNumber: 'integer',
      embossedName: 'text',
      limits: 'json',
      pinHash: 'text',
      pinDenials: 'integer',
      createdAt: 'integer',
      blockedAt: 'integer',
    },
    { key: 'id' },
  ),
  cardNumber: table<CardNumber>(
    'card_number',
    {
      id: 'integer',
      cardId: 'integer',
      hash: 'text',
      sealed: 'text',
      mask: 'text',
      expiry: 'integer',
      replaced: 'text',
      createdAt: 'integer',
    },
    { key: 'id' },
  ),
  cardUsage: table<CardUsage>(
    'card_usage',
    { cardId: 'integer', usage: 'json' },
    { key: 'cardId' },
  ),
  journalEntry: table<JournalEntry>(
    'journal_entry',
    {
      id: 'integer',
      kind: 'text',
      at: 'integer',
      utrnno: 'integer',
      stan: 'integer',
      amount: 'integer',
      currency: 'integer',
      debitAccountId: 'integer',
      creditAccountId: 'integer',
      sourceNumberId: 'integer',
      sourceCardId: 'integer',
      destinationNumberId: 'integer',
      destinationCardId: 'integer',
      approved: 'boolean',
      details: 'json',
      orderId: 'text',
    },
    { key: 'id', appendOnly: true },
  ),
  order: table<Order>(
    'gateway_order',
    {
      id: 'text',
      number: 'text',
      status: 'integer',
      twoStage: 'boolean',
      amount: 'integer',
      currency: 'integer',
      approvedAmount: 'integer',
      depositedAmount: 'integer',
      refundedAmount: 'integer',
      actionCode: 'integer',
      clientId: 'text',
      createdAt: 'integer',
      dueAt: 'integer',
      request: 'json',
      progress: 'json',
      failedAttempts: 'integer',
      labels: 'json',
    },
    {
      key: 'id',
      constant: CONSTANT_MEMBERS.order ?? [],
      derived: {
        search: { type: 'text', of: searchText },
        search_trigrams: { type: 'integer', of: (order) => trigramBits(searchText(order)) },
      },
    },
  ),
  binding: table<Binding>(
    'binding',
    {
      id: 'text',
      clientId: 'text',
      owner: 'text',
      card: 'json',
      active: 'boolean',
      recurrence: 'json',
      orderId: 'text',
      createdAt: 'integer',
      lastChargeAt: 'integer',
    },
    { key: 'id' },
  ),
  authorisation: table<Authorisation>(
    'card_authorisation',
    {
      id: 'integer',
      cardId: 'integer',
      numberId: 'integer',
      accountId: 'integer',
      kind: 'text',
      status: 'text',
      currency: 'integer',
      mcc: 'integer',
      amount: 'integer',
      held: 'integer',
      cleared: 'integer',
      suspense: 'integer',
      refunded: 'integer',
      createdAt: 'integer',
      dueAt: 'integer',
      details: 'json',
      legs: 'json',
    },
    { key: 'id', constant: CONSTANT_MEMBERS.authorisation ?? [] },
  ),
  callback: table<Callback>(
    'callback',
    {
      id: 'integer',
      orderId: 'text',
      orderNumber: 'text',
      bindingId: 'text',
      operation: 'text',
      status: 'integer',
      state: 'text',
      url: 'text',
      origin: 'text',
      message: 'json',
      ...QUEUED_ITEM,
    },
    { key: 'id' },
  ),
  realTimeDecision: table<RealTimeDecision>(
    'real_time_decision',
    {
      id: 'integer',
      cardId: 'integer',
      state: 'text',
      decidedBy: 'text',
      subject: 'json',
      held: 'integer',
      question: 'text',
      deadline: 'integer',
      fallback: 'json',
      createdAt: 'integer',
      authorisationId: 'integer',
      exchange: 'json',
      late: 'json',
    },
    { key: 'id' },
  ),
  webhook: table<Webhook>(
    'webhook',
    {
      id: 'integer',
      url: 'text',
      events: 'json',
      state: 'text',
      secrets: 'json',
      lanes: 'json',
      createdAt: 'integer',
    },
    { key: 'id' },
  ),
  webhookEvent: table<WebhookEvent>(
    'webhook_event',
    {
      id: 'integer',
      webhookId: 'integer',
      type: 'text',
      body: 'text',
      state: 'text',
      url: 'text',
      origin: 'text',
      ...QUEUED_ITEM,
    },
    { key: 'id' },
  ),
  decision: table<DecisionRow>(
    'decision',
    { first: 'integer', lines: 'text' },
    { key: 'first', appendOnly: true },
  ),
  idempotency: table<Idempotency>(
    'idempotency',
    { scope: 'text', request: 'text', answer: 'text', storedAt: 'integer' },
    { key: 'scope' },
  ),
  pinNonce: table<PinNonce>(
    'pin_nonce',
    { nonce: 'text', usedAt: 'integer' },
    { key: 'nonce', appendOnly: true },
  ),
  externalId: table<ExternalId>(
    'external_id',
    { hash: 'text', usedAt: 'integer' },
    { key: 'hash', appendOnly: true },
  ),
  receiver: table<Receiver>(
    'receiver',
    {
      place: 'integer',
      id: 'text',
      answers: 'json',
      delayMs: 'integer',
      played: 'integer',
      received: 'integer',
      createdAt: 'integer',
    },
    { key: 'place' },
  ),
  receivedRequest: table<ReceivedRequest>(
    'received_request',
    {
      slot: 'integer',
      receiverId: 'text',
      number: 'integer',
      at: 'integer',
      request: 'json',
      answeredStatus: 'integer',
    },
    { key: 'slot' },
  ),
  faultPlan: table<FaultPlan>(
    'fault_plan',
    { id: 'integer', seed: 'json', faults: 'json', active: 'boolean' },
    { key: 'id' },
  ),
}

/** Saving order, which is the order of the keys. */
export const SAVE_ORDER = Object.keys(TABLES) as TableName[]

/** The dataset's own row, locked and saved by every batch. Its primary key is `project_id`. */
export const DATASET_TABLE = table<Omit<Dataset, 'id'>>(
  'dataset',
  {
    projectNumber: 'integer',
    nextId: 'integer',
    nextCard: 'integer',
    nextAccount: 'integer',
    nextUtrnno: 'integer',
    nextStan: 'integer',
    poolUsed: 'integer',
    dueRan: 'integer',
    nextDecision: 'integer',
    storedRows: 'integer',
    storedBytes: 'integer',
    draws: 'integer',
    offsetMs: 'integer',
    frozenAt: 'integer',
    lastAt: 'integer',
    settings: 'json',
    nextDueAt: 'integer',
    retired: 'boolean',
    stagedUntil: 'integer',
    clockTarget: 'integer',
    workAt: 'integer',
  },
  { key: 'projectNumber' },
)
