// The state table of cards: which commands are possible in each status, and the status afterwards.
// Commands, interface B's schemas and the portal's actions use it.

import { Fault } from '../kernel/fault.ts'
import { type Card, CARD_STATUSES, type CardStatus } from './card.ts'

/** `block` and `unblock` are interface A's; `set-...` is a PATCH of interface B. */
export type CardCommand =
  | 'block'
  | 'unblock'
  | `set-${CardStatus}`
  | 'set-limits'
  | 'set-pin'
  | 'reset-pin-counter'
  | 'reissue'

type Move = readonly [from: CardStatus, command: CardCommand, to: CardStatus]

const MOVES: readonly Move[] = [
  ['active', 'block', 'blocked'],
  ['blocked', 'unblock', 'active'],
  ...(['active', 'blocked'] as const).flatMap((from) =>
    CARD_STATUSES.map((to): Move => [from, `set-${to}`, to]),
  ),
  ...CARD_STATUSES.flatMap((status): Move[] => [
    [status, 'reissue', 'active'],
    // The specification allows these in every status.
    [status, 'set-limits', status],
    [status, 'set-pin', status],
    [status, 'reset-pin-counter', status],
  ]),
]

const NEXT_STATUS: ReadonlyMap<string, CardStatus> = new Map(
  MOVES.map(([from, command, to]) => [`${from} ${command}`, to]),
)

/** The statuses that interface B accepts. */
export const SETTABLE_STATUSES = CARD_STATUSES.filter((status) =>
  MOVES.some(([, command]) => command === `set-${status}`),
)

/** The status after a command, or undefined if the command is not possible. */
export const nextCardStatus = (from: CardStatus, command: CardCommand): CardStatus | undefined =>
  NEXT_STATUS.get(`${from} ${command}`)

/** The card after a command; throws a fault if the command is not possible. */
export function moved(card: Card, command: CardCommand, now: number): Card {
  const status = nextCardStatus(card.status, command)
  if (status === undefined) throw faultOf(card.status, command)
  return withStatus(card, status, now)
}

/** The card in another status; `blockedAt` is the last time it became blocked. */
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
