// The scope of a rule: the interfaces and kinds of cards to which it can apply. Issued cards follow
// their balance and limits, and transfers and top-ups are not payments, so a rule only applies to
// them if its conditions select them.

import { DECIDING_APIS, type DecidingApi } from '../../kernel/origin.ts'
import type { OutcomeSubject } from './rule-condition.ts'
import type { OutcomeMatch } from './rule-conditions.ts'

/** The operations to which a rule can apply, with their names in `/openapi.json`. */
const RULED_OPERATIONS = {
  A: ['creditCard', 'p2pTransfer'],
  B: ['createTopup', 'createTransfer'],
  C: [
    'paymentorder',
    'paymentOrder',
    'paymentOrderBinding',
    'payFromPage',
    'processform',
    'processBindingForm',
    'instantPayment',
    'motoPayment',
    'recurrentPayment',
    'installmentPayment',
    'verifyCard',
    'createBindingNoPayment',
    'instantRefund',
    'applepayPayment',
    'applepayPaymentDirect',
    'googlePayment',
    'googlePaymentDirect',
    'samsungPayment',
    'samsungPaymentDirect',
    'mirPayment',
    'mirPaymentDirect',
  ],
  simulation: ['simulateAuthorisation'],
} as const satisfies Record<DecidingApi, readonly string[]>

const API_OF_OPERATION: ReadonlyMap<string, DecidingApi> = new Map(
  DECIDING_APIS.flatMap((api) => RULED_OPERATIONS[api].map((operation) => [operation, api])),
)

/** The interface of an operation; undefined if the operation makes no payment. */
export const apiOfOperation = (operation: string): DecidingApi | undefined =>
  API_OF_OPERATION.get(operation)

/** Payments at C by kind of card. The other interfaces only have issued cards. */
const SCOPE_CELLS = ['C-issued', 'C-test', 'C-unknown', 'A', 'B', 'simulation'] as const
type ScopeCell = (typeof SCOPE_CELLS)[number]

function covers(match: OutcomeMatch, cell: ScopeCell): boolean {
  const { api, operation, cardKind, cardId } = match
  const own = cell === 'A' || cell === 'B' || cell === 'simulation' ? cell : 'C'
  if (api !== undefined && api !== own) return false
  if (operation !== undefined && apiOfOperation(operation) !== own) return false
  if (cell === 'C-test' || cell === 'C-unknown')
    return cardId === undefined && (cardKind === undefined || `C-${cardKind}` === cell)
  if (cardKind !== undefined && cardKind !== 'issued') return false
  const choosesCards = cardId !== undefined || cardKind === 'issued'
  const choosesCalls = api !== undefined || operation !== undefined
  if (cell === 'C-issued') return choosesCards
  return choosesCalls || (choosesCards && cell === 'simulation')
}

/**
 * The combinations that a rule covers; empty if its interface, operation and cards exclude each
 * other.
 */
export const scopeOf = (match: OutcomeMatch): readonly ScopeCell[] =>
  SCOPE_CELLS.filter((cell) => covers(match, cell))

/** True if the rule applies only to issued cards. */
export const decidesIssuedOnly = (match: OutcomeMatch): boolean =>
  !scopeOf(match).some((cell) => cell === 'C-test' || cell === 'C-unknown')

/** True if the rule applies to the interface and the kind of card of a payment. */
export function isInScope(match: OutcomeMatch, { api, card }: OutcomeSubject): boolean {
  if (api !== 'C') return covers(match, api)
  if (card.cardId !== undefined) return covers(match, 'C-issued')
  return covers(match, card.kind === 'test' ? 'C-test' : 'C-unknown')
}
