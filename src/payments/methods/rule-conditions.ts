// The conditions of outcome rules, one row each. Matching, the schema of the control API, and the
// sentences and the form of the portal derive from this table.

import { DECIDING_APIS, type DecidingApi } from '../../kernel/origin.ts'
import { ROW_ID_PATTERN } from '../../kernel/row-id.ts'
import { currencyByNumeric, numericCode } from '../../ledger/currency.ts'
import type { Order } from '../orders/order.ts'
import { maskDigits, type PaymentCard } from './payment-card.ts'

/** The order as registered, without its progress, so that rules can be tried on past payments. */
export interface RuledOrder extends Pick<Order, 'amount' | 'currency'> {
  /** Absent from a movement between cards. */
  readonly number?: string
  readonly clientId?: string | null
  readonly request?: Pick<Order['request'], 'description'>
}

/** The merchant of a payment; a transfer or a top-up has none. */
export interface RuledMerchant {
  readonly name: string
  readonly id: string
  readonly mcc: number
}

/** The payment, transfer or top-up that a rule is compared with. */
export interface OutcomeSubject {
  readonly api: DecidingApi
  /** The name of the operation in `/openapi.json`; absent for payments of earlier versions. */
  readonly operation?: string | undefined
  /** The project's time, epoch milliseconds. */
  readonly at: number
  readonly merchant: RuledMerchant | null
  /** The card that pays; of a top-up, the card that is credited. An issued card has a `cardId`. */
  readonly card: Pick<PaymentCard, 'mask' | 'cardId' | 'kind'>
  /** Null if there is no order: conditions on the order do not match. */
  readonly order: RuledOrder | null
}

/** The cards that a rule can choose by their origin. */
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

/** The field of a form. */
interface ConditionField {
  readonly label: string
  readonly hint: string
  /** Hint for a value that the schema refuses. */
  readonly expected: string
  /** How an integer is entered: as an amount with decimals, unless it is a number. */
  readonly entry?: 'number'
}

interface Condition<Value> {
  readonly schema: ConditionSchema
  readonly matches: (value: Value, subject: OutcomeSubject) => boolean
  /**
   * True if every payment that matches `narrow` matches this value too. Undefined means a rule
   * without the condition.
   */
  readonly covers: (value: Value, narrow: Value | undefined) => boolean
  /** Why no payment matches a value that the schema accepts. */
  readonly impossible?: (value: Value) => string | undefined
  /** A clause of a sentence; `money` writes an amount in the currency of the rule. */
  readonly sentence: (value: Value, money: (minor: number) => string) => string
  readonly field: ConditionField
}

const MAX_AMOUNT = 999_999_999_999

const text = (condition: Condition<string>): Condition<string> => condition
/** A condition that one value meets. */
const exact = (condition: Omit<Condition<string>, 'covers'>): Condition<string> => ({
  covers: (value, narrow) => narrow === value,
  ...condition,
})
const amount = (condition: Omit<Condition<number>, 'schema'>): Condition<number> => ({
  schema: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_AMOUNT,
    description: 'Minor units',
  },
  ...condition,
})
const count = (condition: Condition<number>): Condition<number> => condition
/** A value of a list. `rule-scope.ts` compares the lists of two rules. */
const choice = <Value extends string>(
  condition: Omit<Condition<Value>, 'covers'>,
): Condition<Value> => ({ covers: () => true, ...condition })

const TIME_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$'
const TIME_EXPECTED = 'Enter a time such as 2027-01-31T12:00Z.'

/** A bound of the project's time. */
const time = (
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

const KIND_CLAUSES = {
  issued: 'the card is issued in this project',
  test: 'the card is a test card',
  unknown: 'the card is neither issued here nor a test card',
} as const satisfies Record<CardKind, string>

const AMOUNT_EXPECTED = 'Enter an amount such as 1000.00.'

const RULE_CONDITIONS = {
  // Prefix and suffix identify a card without storing its whole number.
  panPrefix: text({
    schema: {
      type: 'string',
      pattern: '^[0-9]{1,6}$',
      description: 'Leading digits of the card number',
    },
    matches: (value, { card }) => maskDigits(card.mask).startsWith(value),
    covers: (value, narrow) => narrow?.startsWith(value) === true,
    sentence: (value) => `the card starts with ${value}`,
    field: {
      label: 'Card starts with',
      hint: 'Up to six digits; empty for any card.',
      expected: 'Enter up to six digits.',
    },
  }),
  panSuffix: text({
    schema: {
      type: 'string',
      pattern: '^[0-9]{1,4}$',
      description: 'Last digits of the card number',
    },
    matches: (value, { card }) => maskDigits(card.mask).endsWith(value),
    covers: (value, narrow) => narrow?.endsWith(value) === true,
    sentence: (value) => `the card ends in ${value}`,
    field: {
      label: 'Card ends in',
      hint: 'Up to four digits; empty for any card.',
      expected: 'Enter up to four digits.',
    },
  }),
  amountFrom: amount({
    matches: (value, { order }) => order !== null && order.amount >= value,
    covers: (value, narrow = 0) => narrow >= value,
    sentence: (value, money) => `the amount is at least ${money(value)}`,
    field: {
      label: 'Amount from',
      hint: 'Such as 1000.00; empty for any amount.',
      expected: AMOUNT_EXPECTED,
    },
  }),
  amountTo: amount({
    matches: (value, { order }) => order !== null && order.amount <= value,
    covers: (value, narrow = MAX_AMOUNT) => narrow <= value,
    sentence: (value, money) => `the amount is at most ${money(value)}`,
    field: {
      label: 'Amount to',
      hint: 'Such as 1000.00; empty for any amount.',
      expected: AMOUNT_EXPECTED,
    },
  }),
  currency: exact({
    schema: { type: 'string', pattern: '^[0-9]{3}$', description: 'ISO 4217 numeric code' },
    matches: (value, { order }) => order !== null && numericCode(order.currency) === value,
    impossible: (value) =>
      currencyByNumeric(value) === undefined ? `ISO 4217 has no currency ${value}` : undefined,
    sentence: (value) => `the currency is ${currencyByNumeric(value)?.alpha ?? value}`,
    field: {
      label: 'Currency',
      hint: 'ISO 4217 numeric code, such as 978; empty for any currency.',
      expected: 'Enter three digits, such as 978.',
    },
  }),
  orderNumber: exact({
    schema: { type: 'string', maxLength: 36 },
    matches: (value, { order }) => order?.number === value,
    impossible: (value) => (value === '' ? 'every order has a number' : undefined),
    sentence: (value) => `the order number is ${value}`,
    field: {
      label: 'Order number',
      hint: 'Empty for any order.',
      expected: 'Enter up to 36 characters.',
    },
  }),
  clientId: exact({
    schema: { type: 'string', maxLength: 255 },
    matches: (value, { order }) => order?.clientId === value,
    impossible: (value) => (value === '' ? 'a client ID is never empty' : undefined),
    sentence: (value) => `the client ID is ${value}`,
    field: {
      label: 'Client ID',
      hint: 'Empty for any client.',
      expected: 'Enter up to 255 characters.',
    },
  }),
  description: text({
    schema: { type: 'string', maxLength: 598, description: 'The start of the description' },
    matches: (value, { order }) => order?.request?.description?.startsWith(value) === true,
    covers: (value, narrow) => narrow?.startsWith(value) === true,
    sentence: (value) => `the description starts with “${value}”`,
    field: {
      label: 'Description starts with',
      hint: 'Empty for any description.',
      expected: 'Enter up to 598 characters.',
    },
  }),
  merchant: exact({
    schema: { type: 'string', maxLength: 100, description: 'Name or ID of the merchant' },
    matches: (value, { merchant }) =>
      merchant !== null && (merchant.name === value || merchant.id === value),
    impossible: (value) => (value === '' ? 'every merchant has a name' : undefined),
    sentence: (value) => `the merchant is ${value}`,
    field: {
      label: 'Merchant',
      hint: 'Name or ID; empty for any merchant.',
      expected: 'Enter up to 100 characters.',
    },
  }),
  mcc: exact({
    schema: {
      type: 'string',
      pattern: '^[0-9]{4}$',
      description: 'Merchant category code (ISO 18245)',
    },
    matches: (value, { merchant }) => merchant?.mcc === Number(value),
    sentence: (value) => `the merchant category is ${value}`,
    field: {
      label: 'Merchant category code',
      hint: 'Four digits, such as 5999; empty for any category.',
      expected: 'Enter four digits, such as 5999.',
    },
  }),
  api: choice<DecidingApi>({
    schema: {
      type: 'string',
      enum: DECIDING_APIS,
      description:
        'Where the payment is made. Without it, rules decide payments at C and simulated ones; with A or B, they decide transfers and top-ups',
    },
    matches: (value, { api }) => api === value,
    sentence: (value) =>
      value === 'simulation' ? 'it is simulated' : `it is made through interface ${value}`,
    field: {
      label: 'Interface',
      hint: 'A and B: transfers and top-ups.',
      expected: 'Choose one of the options.',
    },
  }),
  operation: exact({
    schema: {
      type: 'string',
      pattern: '^[A-Za-z0-9._/-]{1,64}$',
      description: 'The operation, as in /openapi.json, such as createTransfer or paymentorder',
    },
    matches: (value, { operation }) => operation === value,
    sentence: (value) => `the operation is ${value}`,
    field: {
      label: 'Operation',
      hint: 'As in the reference, such as createTransfer; empty for any operation.',
      expected: 'Enter the name of an operation, such as createTransfer.',
    },
  }),
  cardKind: choice<CardKind>({
    schema: {
      type: 'string',
      enum: CARD_KINDS,
      description: 'issued: any card of the project. test: a listed test card. unknown: any other',
    },
    matches: (value, { card }) =>
      value === 'issued'
        ? card.cardId !== undefined
        : card.cardId === undefined && (value === 'test') === (card.kind === 'test'),
    sentence: (value) => KIND_CLAUSES[value],
    field: {
      label: 'Cards',
      hint: 'Issued cards follow their balance and limits unless a rule chooses them.',
      expected: 'Choose one of the options.',
    },
  }),
  from: time({
    description: 'Start of a window of the project’s time, ISO 8601',
    matches: (value, { at }) => at >= Date.parse(value),
    covers: (value, narrow) => narrow !== undefined && Date.parse(narrow) >= Date.parse(value),
    sentence: (value) => `the project’s time is ${value} or later`,
    field: {
      label: 'From',
      hint: 'Project time, such as 2027-01-31T12:00Z; empty for any time.',
      expected: TIME_EXPECTED,
    },
  }),
  until: time({
    description: 'End of the window, not included',
    matches: (value, { at }) => at < Date.parse(value),
    covers: (value, narrow) => narrow !== undefined && Date.parse(narrow) <= Date.parse(value),
    sentence: (value) => `the project’s time is before ${value}`,
    field: {
      label: 'Until',
      hint: 'Project time; empty for no end.',
      expected: TIME_EXPECTED,
    },
  }),
  nth: count({
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      description: 'Only the n-th attempt that meets the other conditions, counted by the rule',
    },
    // The rule counts the attempts: see `ruleFor`.
    matches: () => true,
    covers: () => false,
    sentence: (value) => `it is attempt number ${value} of this kind`,
    field: {
      label: 'Attempt number',
      hint: 'Such as 3, to decide only the third attempt; empty for every attempt.',
      expected: 'Enter a number from 1 to 1000.',
      entry: 'number',
    },
  }),
  cardId: exact({
    schema: {
      type: 'string',
      pattern: ROW_ID_PATTERN,
      description: 'A card of the project; rules without one mean other cards',
    },
    matches: (value, { card }) => card.cardId !== undefined && String(card.cardId) === value,
    sentence: (value) => `the issued card is ${value}`,
    field: {
      label: 'ID of an issued card',
      hint: 'Rules without it decide only cards that are not issued in this project.',
      expected: 'Enter the ID of a card.',
    },
  }),
} as const

type Conditions = typeof RULE_CONDITIONS
export type ConditionName = keyof Conditions

/**
 * The payments that a rule applies to. Every condition must hold; a rule without any applies to
 * all.
 */
export type OutcomeMatch = {
  readonly [Name in ConditionName]?: Parameters<Conditions[Name]['matches']>[0]
}

const NAMES = Object.keys(RULE_CONDITIONS) as readonly ConditionName[]

/** A row with its name; its functions take the values that its schema accepts. */
export interface ConditionRow {
  readonly name: ConditionName
  readonly schema: ConditionSchema
  readonly matches: (value: string | number, subject: OutcomeSubject) => boolean
  readonly covers: (value: string | number, narrow: string | number | undefined) => boolean
  readonly impossible?: (value: string | number) => string | undefined
  readonly sentence: (value: string | number, money: (minor: number) => string) => string
  readonly field: ConditionField
}

export const CONDITION_ROWS = NAMES.map((name) => ({
  name,
  ...RULE_CONDITIONS[name],
})) as readonly ConditionRow[]

/** True for a value that the schema of its condition accepts. */
export function isConditionValid({ schema }: ConditionRow, value: string | number): boolean {
  if (schema.type === 'integer')
    return (
      Number.isInteger(value) && Number(value) >= schema.minimum && Number(value) <= schema.maximum
    )
  const { pattern, maxLength = Infinity } = schema
  if (typeof value !== 'string' || value.length > maxLength) return false
  if (schema.enum?.includes(value) === false) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}
