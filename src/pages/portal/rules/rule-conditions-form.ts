// The conditions of a rule in the form: one field each, in groups, and how they are parsed.

import { currencyByNumeric } from '../../../ledger/currency.ts'
import { CONDITION_SUBJECTS } from '../../../payments/methods/rule-condition.ts'
import {
  CONDITION_ROWS,
  type ConditionName,
  type ConditionRow,
  isConditionValid,
  type OutcomeMatch,
} from '../../../payments/methods/rule-conditions.ts'
import { parseAmount } from '../parts/amounts.ts'
import type { Field, FieldGroup, Mistakes } from '../parts/form-view.ts'
import { wholeNumber } from '../parts/whole-number.ts'

export type TypedFields = Readonly<Record<string, string>>

/** ISO 4217: without a currency condition, amounts are entered in hundredths, as for the euro. */
const TWO_DECIMALS_CURRENCY = '978'

/** Maximum length of an amount or text in a field. */
export const FIELD_LENGTH = 30

const GROUP_TITLES = {
  card: 'Card',
  payment: 'Payment',
  call: 'Request and time',
} as const satisfies Record<(typeof CONDITION_SUBJECTS)[number], string>

/** The labels of list values, if they differ from the values. */
const VALUE_LABELS: TypedFields = {
  A: 'A: transfers and top-ups',
  B: 'B: transfers and top-ups',
  C: 'C: payments',
  simulation: 'simulated authorisations',
  issued: 'issued in this project',
  test: 'test cards',
  unknown: 'all other cards',
}

/** The condition fields that are not part of the sentence. */
export const conditionGroups = (
  typed: TypedFields,
  inSentence: readonly ConditionName[],
): readonly FieldGroup[] =>
  CONDITION_SUBJECTS.map((subject) => ({
    title: GROUP_TITLES[subject],
    fields: CONDITION_ROWS.filter(
      ({ name, field }) => field.about === subject && !inSentence.includes(name),
    ).map((row) => conditionField(row, typed[row.name] ?? '')),
  }))

function conditionField(
  { name, schema, field: { label, hint } }: ConditionRow,
  value: string,
): Field {
  const common = { name, label, hint, value }
  return schema.enum === undefined
    ? { kind: 'text', ...common, maxLength: schema.maxLength ?? FIELD_LENGTH, optional: true }
    : {
        kind: 'choice',
        ...common,
        options: [
          { value: '', label: 'any' },
          ...schema.enum.map((each) => ({ value: each, label: VALUE_LABELS[each] ?? each })),
        ],
      }
}

/** The card option of the sentence that means every card of the project. */
export const ISSUED_CARDS = 'issued'

/** Reads the form's conditions; an empty field sets no condition. */
export function matchOf(typed: TypedFields): {
  readonly match: OutcomeMatch
  readonly mistakes: Mistakes
} {
  const { card = '' } = typed
  const [, panPrefix, panSuffix] = /^(\d{6})-(\d{4})$/.exec(card) ?? []
  const amounts = currencyByNumeric(typed['currency'] ?? '')?.numeric ?? TWO_DECIMALS_CURRENCY
  const read = CONDITION_ROWS.flatMap((row) => {
    const entered = typed[row.name] ?? ''
    if (entered === '') return []
    const value = valueOf(row, entered, amounts)
    const isValid = value !== undefined && isConditionValid(row, value)
    return [{ row, value, isValid }]
  })
  const valid = read.filter(({ isValid }) => isValid)
  const match: OutcomeMatch = {
    ...(panPrefix !== undefined && { panPrefix, panSuffix }),
    ...(card === ISSUED_CARDS && { cardKind: 'issued' as const }),
    ...(Object.fromEntries(valid.map(({ row, value }) => [row.name, value])) as OutcomeMatch),
  }
  return {
    match,
    mistakes: {
      ...Object.fromEntries(
        read.flatMap(({ row, isValid }) => (isValid ? [] : [[row.name, row.field.expected]])),
      ),
      ...((match.amountFrom ?? 0) > (match.amountTo ?? Infinity) && {
        amountTo: 'Enter an amount that is not below the minimum.',
      }),
      ...(card !== '' &&
        card !== ISSUED_CARDS &&
        panPrefix === undefined && { card: 'Select a card.' }),
    },
  }
}

function valueOf(
  { schema, field }: ConditionRow,
  entered: string,
  currency: string,
): string | number | undefined {
  if (schema.type === 'string') return entered
  return field.entry === 'number' ? wholeNumber(entered) : parseAmount(entered, currency)
}
