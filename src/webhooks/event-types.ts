// The types of events, and the patterns that select them.

/** Every type with its meaning, in the order of the reference. */
// prettier-ignore
export const EVENT_TYPES = {
  'cardholder.created':           'A cardholder was registered',
  'cardholder.updated':           'A cardholder’s details changed',
  'card.created':                 'A card was issued',
  'card.status_changed':          'A card was blocked, unblocked or reported lost or stolen',
  'card.reissued':                'A card got a new number or expiry',
  'card.limits_changed':          'A card’s limits changed',
  'card.pin_changed':             'The PIN of a card was set',
  'authorisation.approved':       'A payment with a card issued here was approved',
  'authorisation.declined':       'A payment with a card issued here was declined',
  'authorisation.incremented':    'The hold of an authorisation was increased',
  'authorisation.adjusted':       'The hold of an authorisation was set to another amount',
  'authorisation.reversed':       'A hold or payment was reversed in whole or in part',
  'authorisation.expired':        'A hold expired',
  'authorisation.decision_late':  'The decision server answered after the time limit',
  'clearing.created':             'A payment with a card issued here was posted',
  'refund.created':               'A refund to a card issued here was posted',
  'refund.reversed':              'A refund was reversed',
  'topup.approved':               'A card was topped up',
  'topup.declined':               'A top-up was declined',
  'transfer.approved':            'Money moved between two cards',
  'transfer.declined':            'A transfer was declined',
  'order.registered':             'An order was registered',
  'order.authenticating':         'The payer was sent to 3-D Secure',
  'order.attempt_declined':       'An attempt to pay an order was declined',
  'order.held':                   'Funds are held for an order',
  'order.deposited':              'An order was paid, or a hold was captured',
  'order.reversed':               'The hold of an order was released in whole or in part',
  'order.refunded':               'An order was refunded in whole or in part',
  'order.declined':               'An order ended unpaid',
  'order.expired':                'An order expired unpaid',
  'binding.created':              'A payment stored a card',
  'binding.activated':            'A stored card can pay again',
  'binding.deactivated':          'A stored card can no longer pay',
  'binding.updated':              'The validity of a stored card changed, or it was charged',
  'callback.created':             'A callback was queued',
  'callback.delivered':           'A callback was delivered',
  'callback.attempt_failed':      'An attempt to send a callback failed and will be retried',
  'callback.failed':              'The last attempt to send a callback failed',
} as const satisfies Readonly<Record<string, string>>

export type EventType = keyof typeof EVENT_TYPES

/** Only sent on request, to test a receiver. */
export const TEST_EVENT = 'webhook.test'

const TYPES = Object.keys(EVENT_TYPES) as EventType[]

/** Whether a pattern selects a type: the type itself, `card.*` or `*`. */
export const selects = (pattern: string, type: string): boolean =>
  pattern === '*' ||
  pattern === type ||
  (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

/** Whether a pattern selects any type. */
export const selectsAny = (pattern: string): boolean => TYPES.some((type) => selects(pattern, type))
