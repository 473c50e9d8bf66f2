// The structure of outcome rule conditions, and the payment with which they are compared.

import { MAX_AMOUNT } from '../../ledger/money.ts'
import type { DecidingApi } from '../../kernel/origin.ts'
import type { Order } from '../orders/order.ts'
import type { PaymentCard } from './payment-card.ts'

/** The order as registered, without its progress, so that rules can be tried on past payments. */
export interface RuledOrder extends Pick<Order, 'amount' | 'currency'> {
  /** Absent for a movement between cards. */
  readonly number?: string
  readonly clientId?: string | null
  /** The fields that never change. A merchant may add to the others after an attempt. */
  readonly request?: Partial<Omit<Order['request'], 'params' | 'email'>>
}

/** The merchant of a payment; a transfer or a top-up has none. */
export interface RuledMerchant {
  readonly name: string
  readonly id: string
  readonly mcc: number
}

/** The payment, transfer or top-up with which a rule is compared. */
export interface OutcomeSubject {
  readonly api: DecidingApi
  /** The name of the operation in `/openapi.json`; absent for payments of earlier versions. */
  readonly operation?: string | undefined
  /** The project's time, in epoch milliseconds. */
  readonly at: number
  readonly merchant: RuledMerchant | null
  /** The paying card; for a top-up, the credited card. An issued card has a `cardId`. */
  readonly card: Pick<PaymentCard, 'mask' | 'cardId' | 'kind'>
  /** Null if there is no order, so that conditions on the order do not match. */
  readonly order: RuledOrder | null
}

/** The cards that a rule can select by their origin. */
export const CARD_KINDS = ['issued', 'test', 'unknown'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** JSON Schema of the value of a condition. */
export type ConditionSchema =
  | {
      readonly type: 'string'
      readonly enum?: readonly string[]
      readonly pattern?: string
      readonly maxLength?: number
      readonly description?: string
    }
  | {
      readonly type: 'integer'
      readonly minimum: number
      readonly maximum: number
      readonly maxLength?: never
      readonly enum?: never
      readonly description?: string
    }

/** The form field. */
export interface ConditionField {
  readonly label: string
  readonly hint: string
  /** Hint for a value that the schema refuses. */
  readonly expected: string
  /** How an integer is entered: as an amount with decimals, unless it is a plain number. */
  readonly entry?: 'number'
  /** The group of the condition in a form. */
  readonly about: ConditionSubject
}

/** Groups of conditions, in the order of the form. */
export const CONDITION_SUBJECTS = ['card', 'payment', 'call'] as const
type ConditionSubject = (typeof CONDITION_SUBJECTS)[number]

export interface Condition<Value> {
  readonly schema: ConditionSchema
  readonly matches: (value: Value, subject: OutcomeSubject) => boolean
  /**
   * True if every payment that matches `narrow` also matches this value. Undefined means a rule
   * without the condition.
   */
  readonly covers: (value: Value, narrow: Value | undefined) => boolean
  /** Why no payment matches a value that the schema accepts. */
  readonly impossible?: (value: Value) => string | undefined
  /** A clause of a sentence; `money` formats an amount in the rule's currency. */
  readonly sentence: (value: Value, money: (minor: number) => string) => string
  readonly field: ConditionField
}

export const text = (condition: Condition<string>): Condition<string> => condition
/** A condition that a single value meets. */
export const exact = (condition: Omit<Condition<string>, 'covers'>): Condition<string> => ({
  covers: (value, narrow) => narrow === value,
  ...condition,
})
export const amount = (condition: Omit<Condition<number>, 'schema'>): Condition<number> => ({
  schema: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_AMOUNT,
    description: 'Amount in minor units',
  },
  ...condition,
})
export const count = (condition: Condition<number>): Condition<number> => condition
/** A list value. `rule-scope.ts` compares the lists of two rules. */
export const choice = <Value extends string>(
  condition: Omit<Condition<Value>, 'covers'>,
): Condition<Value> => ({ covers: () => true, ...condition })

const TIME_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$'

/** A bound on the project's time. */
export const time = (
  condition: Omit<Condition<string>, 'schema' | 'impossible'> & { readonly description: string },
): Condition<string> => {
  const { description, ...rest } = condition
  return {
    schema: { type: 'string', pattern: TIME_PATTERN, description },
    impossible: (value) =>
      Number.isNaN(Date.parse(value)) ? `${value} is not a date that exists` : undefined,
    ...rest,
  }
}
