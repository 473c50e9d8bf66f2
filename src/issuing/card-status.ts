// What may be done to a card in which status, and the status it has afterwards. Whatever changes a card asks this table, whichever
// api it came through.

import { Fault } from '../kernel/fault.ts'
import type { Card, CardStatus } from './card.ts'

/** `block` and `unblock` are interface A's; `set-...` is the status that interface B is sent. */
export type CardCommand =
  | 'block'
  | 'unblock'
  | `set-${CardStatus}`
  | 'set-limits'
  | 'set-pin'
  | 'reset-pin-counter'
  | 'reissue'

// prettier-ignore
const MOVES: readonly (readonly [from: CardStatus, command: CardCommand, to: CardStatus])[] = [
  ['active',  'block',             'blocked'],
  ['blocked', 'unblock',           'active'],
  ['active',  'set-active',        'active'],
  ['active',  'set-blocked',       'blocked'],
  ['active',  'set-lost',          'lost'],
  ['active',  'set-stolen',        'stolen'],
  ['blocked', 'set-active',        'active'],
  ['blocked', 'set-blocked',       'blocked'],
  ['blocked', 'set-lost',          'lost'],
  ['blocked', 'set-stolen',        'stolen'],
  // Lost and stolen are final: only a new number leads on.
  ['active',  'reissue',           'active'],
  ['blocked', 'reissue',           'active'],
  ['lost',    'reissue',           'active'],
  ['stolen',  'reissue',           'active'],
  // Nothing is said to refuse these, whatever the status is.
  ['active',  'set-limits',        'active'],
  ['blocked', 'set-limits',        'blocked'],
  ['lost',    'set-limits',        'lost'],
  ['stolen',  'set-limits',        'stolen'],
  ['active',  'set-pin',           'active'],
  ['blocked', 'set-pin',           'blocked'],
  ['lost',    'set-pin',           'lost'],
  ['stolen',  'set-pin',           'stolen'],
  ['active',  'reset-pin-counter', 'active'],
  ['blocked', 'reset-pin-counter', 'blocked'],
  ['lost',    'reset-pin-counter', 'lost'],
  ['stolen',  'reset-pin-counter', 'stolen'],
]

const NEXT_STATUS: ReadonlyMap<string, CardStatus> = new Map(
  MOVES.map(([from, command, to]) => [`${from} ${command}`, to]),
)

/** Where a command takes a card, or undefined when it is impossible in that status. */
export const nextCardStatus = (from: CardStatus, command: CardCommand): CardStatus | undefined =>
  NEXT_STATUS.get(`${from} ${command}`)

/** The card in the status that a command leads to, or the fault of a command that leads nowhere. */
export function moved(card: Card, command: CardCommand, now: number): Card {
  const status = nextCardStatus(card.status, command)
  if (status === undefined) throw faultOf(card.status, command)
  return withStatus(card, status, now)
}

/** The card in another status; `blockedAt` keeps the last time it became blocked. */
const withStatus = (card: Card, status: CardStatus, now: number): Card => ({
  ...card,
  status,
  blockedAt: status === 'blocked' && card.status !== 'blocked' ? now : card.blockedAt,
})

function faultOf(from: CardStatus, command: CardCommand): Fault {
  if (command === 'block')
    return new Fault('status-not-active', 'Only an active card can be blocked.')
  if (command !== 'unblock')
    return new Fault('status-final', `The card is ${from}. Use reissueCard.`)
  return from === 'active'
    ? new Fault('status-already-active', 'The card is already active.')
    : new Fault('status-not-blocked', 'Only a blocked card can be made active.')
}
