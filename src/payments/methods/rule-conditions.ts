// The conditions of outcome rules, one row each. Matching, the schema of the control API, and the
// sentences and the form of the portal derive from this table.

import { DECIDING_APIS, type DecidingApi } from '../../kernel/origin.ts'
import { ROW_ID_PATTERN } from '../../kernel/row-id.ts'
import { currencyByNumeric, numericCode } from '../../ledger/currency.ts'
import { MAX_AMOUNT } from '../../ledger/money.ts'
import { isPlain } from '../orders/plain-text.ts'
import { maskDigits } from './payment-card.ts'
import {
  amount,
  CARD_KINDS,
  type CardKind,
  choice,
  type ConditionField,
  type ConditionSchema,
  count,
  exact,
  type OutcomeSubject,
  text,
  time,
} from './rule-condition.ts'

const KIND_CLAUSES = {
  issued: 'the card is issued in this project',
  test: 'the card is a test card',
  unknown: 'the card is neither issued here nor a test card',
} as const satisfies Record<CardKind, string>

const markupIn = (value: string): string | undefined =>
  isPlain(value) ? undefined : 'orders have no text with markup or control characters'

const AMOUNT_EXPECTED = 'Enter an amount such as 1000.00.'

const TIME_EXPECTED = 'Enter a time such as 2027-01-31T12:00Z.'

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
      about: 'card',
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
      about: 'card',
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
      about: 'payment',
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
      about: 'payment',
      label: 'Amount at most',
      hint: 'Such as 1000.00; empty for any amount.',
      expected: AMOUNT_EXPECTED,
    },
  }),
  currency: exact({
    schema: {
      type: 'string',
      pattern: '^[0-9]{3}$',
      description: 'Currency, ISO 4217 numeric code',
    },
    matches: (value, { order }) => order !== null && numericCode(order.currency) === value,
    impossible: (value) =>
      currencyByNumeric(value) === undefined ? `ISO 4217 has no currency ${value}` : undefined,
    sentence: (value) => `the currency is ${currencyByNumeric(value)?.alpha ?? value}`,
    field: {
      about: 'payment',
      label: 'Currency',
      hint: 'ISO 4217 numeric code, such as 978; empty for any currency.',
      expected: 'Enter three digits, such as 978.',
    },
  }),
  orderNumber: exact({
    schema: { type: 'string', maxLength: 36 },
    matches: (value, { order }) => order?.number === value,
    impossible: (value) => (value === '' ? 'every order has a number' : markupIn(value)),
    sentence: (value) => `the order number is ${value}`,
    field: {
      about: 'payment',
      label: 'Order number',
      hint: 'Empty for any order.',
      expected: 'Enter up to 36 characters.',
    },
  }),
  clientId: exact({
    schema: { type: 'string', maxLength: 255 },
    matches: (value, { order }) => order?.clientId === value,
    impossible: (value) => (value === '' ? 'a client id is never empty' : markupIn(value)),
    sentence: (value) => `the client ID is ${value}`,
    field: {
      about: 'payment',
      label: 'Client id',
      hint: 'Empty for any client.',
      expected: 'Enter up to 255 characters.',
    },
  }),
  description: text({
    schema: { type: 'string', maxLength: 598, description: "Start of the order's description" },
    matches: (value, { order }) => order?.request?.description?.startsWith(value) === true,
    covers: (value, narrow) => narrow?.startsWith(value) === true,
    // A space may follow the last word.
    impossible: (value) => markupIn(`${value} `),
    sentence: (value) => `the description starts with “${value}”`,
    field: {
      about: 'payment',
      label: 'Description starts with',
      hint: 'Empty for any description.',
      expected: 'Enter up to 598 characters.',
    },
  }),
  merchant: exact({
    schema: { type: 'string', maxLength: 100, description: 'Name or id of the merchant' },
    matches: (value, { merchant }) =>
      merchant !== null && (merchant.name === value || merchant.id === value),
    impossible: (value) => (value === '' ? 'every merchant has a name' : undefined),
    sentence: (value) => `the merchant is ${value}`,
    field: {
      about: 'payment',
      label: 'Merchant',
      hint: 'Name or id; empty for any merchant.',
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
      about: 'payment',
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
        'Interface of the payment. By default `C`, and also `simulation` if the rule names issued cards. `A` and `B` are for transfers and top-ups',
    },
    matches: (value, { api }) => api === value,
    sentence: (value) =>
      value === 'simulation' ? 'it is simulated' : `it is made through interface ${value}`,
    field: {
      about: 'call',
      label: 'Interface',
      hint: 'A and B: transfers and top-ups.',
      expected: 'Select an option.',
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
      about: 'call',
      label: 'Operation',
      hint: 'As in the reference, such as createTransfer; empty for any operation.',
      expected: 'Enter the name of an operation, such as createTransfer.',
    },
  }),
  cardKind: choice<CardKind>({
    schema: {
      type: 'string',
      enum: CARD_KINDS,
      description:
        '`issued`: any card of the project. `test`: a listed test card. `unknown`: any other',
    },
    matches: (value, { card }) =>
      value === 'issued'
        ? card.cardId !== undefined
        : card.cardId === undefined && (value === 'test') === (card.kind === 'test'),
    sentence: (value) => KIND_CLAUSES[value],
    field: {
      about: 'card',
      label: 'Cards',
      hint: 'Issued cards depend on their balance and limits, unless a rule names them.',
      expected: 'Select an option.',
    },
  }),
  from: time({
    description: "Start of a window of the project's time, ISO 8601",
    matches: (value, { at }) => at >= Date.parse(value),
    covers: (value, narrow) => narrow !== undefined && Date.parse(narrow) >= Date.parse(value),
    sentence: (value) => `the project’s time is ${value} or later`,
    field: {
      about: 'call',
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
      about: 'call',
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
    // The rule counts the attempts; see `ruleUse`.
    matches: () => true,
    covers: () => false,
    sentence: (value) => `it is attempt number ${value} of this kind`,
    field: {
      about: 'call',
      label: 'Attempt number',
      hint: 'Such as 3, to decide only the third attempt; empty for every attempt.',
      expected: 'Enter a number from 1 to 1,000.',
      entry: 'number',
    },
  }),
  cardId: exact({
    schema: {
      type: 'string',
      pattern: ROW_ID_PATTERN,
      description: 'A card of the project; without it, the rule applies to other cards',
    },
    matches: (value, { card }) => card.cardId !== undefined && String(card.cardId) === value,
    sentence: (value) => `the issued card is ${value}`,
    field: {
      about: 'card',
      label: 'Id of an issued card',
      hint: 'Rules without it only apply to cards that are not issued in this project.',
      expected: 'Enter a card id.',
    },
  }),
} as const

type Conditions = typeof RULE_CONDITIONS
export type ConditionName = keyof Conditions

/**
 * The payments to which a rule applies. Every condition must be met; a rule without conditions
 * applies to all.
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

/** True for a value that its condition's schema accepts. */
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
