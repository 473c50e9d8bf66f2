// Chooses the number of a card from several prepared candidates.

import type { CardNumber } from './card.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'

/** A number ready to be issued: found by its hash, stored encrypted, shown masked. */
export interface CandidateNumber {
  readonly hash: string
  readonly sealed: string
  readonly mask: string
}

/** The first candidate that is not in use. */
export function freeNumber(candidates: readonly CandidateNumber[], draft: Draft): CandidateNumber {
  // Looks up all candidates, so that missing rows are loaded in one round.
  const [free] = candidates.filter(({ hash }) => draft.get('cardNumber', 'hash', hash) === null)
  if (free === undefined)
    throw new Fault('number-exists', 'A card with this number already exists.')
  return free
}

/** Creates the current number of a card. `expiry` is YYYYMM. */
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
