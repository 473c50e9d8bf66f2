// Declarations of the subjects, combined: default settings and lookup columns.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALLBACK_DEFAULTS } from '../../src/callbacks/settings.ts'
import type { CardNumber } from '../../src/issuing/card.ts'
import type { Cardholder } from '../../src/issuing/cardholder.ts'
import { keyOf, LOOKUPS, primaryKeyOf } from '../../src/registry/rows.ts'
import { completeSettings, DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

test('A project starts with the settings of every subject, and an earlier version gets the new ones', () => {
  assert.deepEqual(DEFAULT_SETTINGS, {
    ...CALLBACK_DEFAULTS,
    lastClockMove: null,
    cardPool: 20,
    issuedCardChallenge: 'off',
    callbackParameters: [],
    gatewayCurrencies: null,
    gatewayPrefersVersion2: false,
    merchantName: 'Sandcard shop',
    merchantLogo: null,
    merchantColour: null,
    mcc: 5999,
    terminalId: '12345678',
    outcomeRules: [],
    lastRuleNumber: 0,
    sslCards: [],
    registerErrorCode: 'absent',
    reverseCaptured: 'refused',
    basicAuthentication: 'off',
    recurrence: 'keep',
    exchangeRates: null,
    requestLogEntries: 10_000,
    orderRetentionDays: null,
    callbackRetentionDays: null,
    requestLogRetentionDays: null,
    decisionEndpoint: null,
    webhookIds: [],
  })
  assert.deepEqual(completeSettings({ mcc: 1, cardPool: 0 }), {
    ...DEFAULT_SETTINGS,
    mcc: 1,
    cardPool: 0,
  })
})

test('Rows are found by their primary key and their lookup columns', () => {
  assert.deepEqual(LOOKUPS, {
    account: ['id'],
    journalEntry: ['id'],
    cardholder: ['id', 'customerNumber'],
    card: ['id'],
    cardNumber: ['id', 'hash', 'currentOf'],
    cardUsage: ['cardId'],
    pinNonce: ['nonce'],
    externalId: ['hash'],
    order: ['id', 'number'],
    binding: ['id', 'owner'],
    authorisation: ['id'],
    callback: ['id'],
    decision: ['first'],
    faultPlan: ['id'],
    receiver: ['place'],
    receivedRequest: ['slot'],
    idempotency: ['scope'],
    realTimeDecision: ['id'],
    webhook: ['id'],
    webhookEvent: ['id'],
  })
})

test('A card number is current until it is replaced, and a row without a value has no key', () => {
  const number = { id: 5, hash: 'h', cardId: 9, replaced: null } as CardNumber
  assert.deepEqual(
    [keyOf<'cardNumber'>('currentOf', number), keyOf<'cardNumber'>('hash', number)],
    [9, 'h'],
  )
  assert.equal(keyOf<'cardNumber'>('currentOf', { ...number, replaced: 'lost' }), null)
  assert.equal(
    keyOf<'cardholder'>('customerNumber', { id: 1, customerNumber: null } as Cardholder),
    null,
  )
  assert.equal(primaryKeyOf('cardNumber', number), 5)
  assert.throws(
    () => primaryKeyOf('cardNumber', {} as CardNumber),
    /a row of cardNumber has no key/,
  )
})
