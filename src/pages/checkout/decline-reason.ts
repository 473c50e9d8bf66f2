// Groups action codes by what a payer can do about the decline.

/** Reasons for a decline. Action codes that call for the same next step share a reason. */
export type DeclineReason =
  | 'funds'
  | 'limit'
  | 'frequency'
  | 'operation'
  | 'expired'
  | 'cvc'
  | 'blocked'
  | 'replaced'
  | 'currency'
  | 'authentication'
  /** No action code maps to this: a cancelled authentication has the code of a failed one. */
  | 'cancelled'
  | 'notATestCard'
  | 'attempts'
  | 'store'
  | 'unavailable'
  | 'issuer'

const REASON_OF_ACTION_CODE: ReadonlyMap<number, DeclineReason> = new Map([
  [116, 'funds'],
  [121, 'limit'],
  [209, 'limit'],
  [903, 'limit'],
  [-20010, 'limit'],
  [123, 'frequency'],
  [814, 'frequency'],
  [1113, 'frequency'],
  [555, 'operation'],
  [902, 'operation'],
  [101, 'expired'],
  [906, 'expired'],
  [82, 'cvc'],
  [4, 'blocked'],
  [208, 'blocked'],
  [823, 'blocked'],
  [125, 'replaced'],
  [110, 'currency'],
  [-2006, 'authentication'],
  [-2009, 'authentication'],
  [-2011, 'authentication'],
  [-2016, 'authentication'],
  [-2017, 'authentication'],
  [-2025, 'authentication'],
  [151017, 'authentication'],
  [111, 'notATestCard'],
  [-2013, 'attempts'],
  [4005, 'store'],
  [907, 'unavailable'],
  [910, 'unavailable'],
  [912, 'unavailable'],
])

/** The reason for an action code; the issuer's decline if there is no specific one. */
export function declineReason(actionCode: number): DeclineReason {
  return REASON_OF_ACTION_CODE.get(actionCode) ?? 'issuer'
}
