// A card's number as a row of its own: which of several prepared ones a card is given.

import type { CardNumber } from './card.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'

/** A number ready to be issued: found by its hash, stored sealed, shown masked. */
export interface CandidateNumber {
  readonly hash: string
  readonly sealed: string
  readonly mask: string
}

/** The first of the candidates that nobody has. */
export function freeNumber(candidates: readonly CandidateNumber[], draft: Draft): CandidateNumber {
  // All are looked up, not only the first that is free: what is missing is then loaded in one round.
  const [free] = candidates.filter(({ hash }) => draft.get('cardNumber', 'hash', hash) === null)
  if (free === undefined)
    throw new Fault('number-exists', 'A card with this number exists already.')
  return free
}

/** Gives a card a number from now on. `expiry` is YYYYMM. */
export function newNumber(
  draft: Draft,
  cardId: number,
  candidate: CandidateNumber,
  expiry: number,
): CardNumber {
  return draft.put('cardNumber', {
    id: draft.take('nextId'),
    cardId,
    ...candidate,
    expiry,
    replaced: null,
    createdAt: draft.now,
  })
}
