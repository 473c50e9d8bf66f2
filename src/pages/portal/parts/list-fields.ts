// Filters of a list that can be combined: form fields, each with its URL parameter and the query
// parameters of the operation. Active filters are shown as chips.

import { DAY_MS } from '../../../kernel/calendar.ts'
import { CURRENCIES, type Currency, currencyByNumeric } from '../../../ledger/currency.ts'
import { chip } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { parseAmount } from './amounts.ts'
import { type Field, form, type Mistakes } from './form-view.ts'

/** Values that a field may need to parse its text. */
interface FieldContext {
  /** The other parameters of the URL. */
  readonly query: URLSearchParams
}

export interface ListField<Q> {
  /** URL parameter, and name of the form field. */
  readonly name: string
  /** Label of the field; in lower case on its chip. */
  readonly label: string
  readonly hint?: string
  readonly type?: 'date'
  readonly inputMode?: 'decimal' | 'numeric'
  readonly maxLength?: number
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Query parameters for an entered text, or an error. */
  readonly read: (text: string, context: FieldContext) => Q | { readonly mistake: string }
}

/** The filters entered for a list. */
export interface ListInput<Q> {
  readonly query: Partial<Q>
  /** Text by name, as entered. */
  readonly typed: Readonly<Record<string, string>>
  readonly mistakes: Mistakes
}

/**
 * Reads the filters from the URL. An invalid filter shows an error at its field and filters
 * nothing.
 */
export function readFields<Q extends object>(
  fields: readonly ListField<Q>[],
  context: FieldContext,
): ListInput<Q> {
  let query: Partial<Q> = {}
  const typed: Record<string, string> = {}
  const mistakes: Record<string, string> = {}
  for (const { name, read, maxLength = 100 } of fields) {
    const text = context.query.get(name)?.trim() ?? ''
    if (text === '') continue
    typed[name] = text
    const found =
      text.length > maxLength
        ? { mistake: `Enter up to ${maxLength} characters.` }
        : read(text, context)
    if ('mistake' in found) mistakes[name] = found.mistake
    else query = { ...query, ...found }
  }
  return { query, typed, mistakes }
}

/** A field whose text becomes a query parameter unchanged, if it has the correct format. */
export const textField = <Q>(
  field: Omit<ListField<Q>, 'read'>,
  member: keyof Q & string,
  [pattern, mistake]: readonly [pattern: RegExp, mistake: string] = [/./, ''],
): ListField<Q> => ({
  ...field,
  read: (text) => (pattern.test(text) ? ({ [member]: text } as Q) : { mistake }),
})

export const choiceField = <Q>(
  field: Omit<ListField<Q>, 'read'> & Required<Pick<ListField<Q>, 'options'>>,
  member: keyof Q & string,
): ListField<Q> => ({
  ...field,
  read: (text) =>
    field.options.some(({ value }) => value === text)
      ? ({ [member]: text } as Q)
      : { mistake: 'Select an option.' },
})

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?$/

/**
 * A period in UTC. `until` includes its whole day. Both also accept a time, for links from charts;
 * `until` is then exclusive.
 */
export const periodFields = <Q>(
  from: keyof Q & string,
  until: keyof Q & string,
): readonly ListField<Q>[] => {
  const field = (name: string, label: string, member: keyof Q & string, days: number) => ({
    name,
    label,
    type: 'date' as const,
    maxLength: 24,
    read: (text: string) => {
      const at = timeOf(text)
      if (at === undefined) return { mistake: 'Enter a date such as 2026-01-31.' }
      const moment = new Date(at + (DAY.test(text) ? days * DAY_MS : 0))
      return { [member]: moment.toISOString() } as Q
    },
  })
  return [field('from', 'From (UTC)', from, 0), field('until', 'Until (UTC)', until, 1)]
}

function timeOf(text: string): number | undefined {
  const isDay = DAY.test(text)
  if (!isDay && !MOMENT.test(text)) return undefined
  const at = Date.parse(isDay || text.endsWith('Z') ? text : `${text}Z`)
  // `Date.parse` accepts 31 February as a day in March.
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10))
  return isReal ? at : undefined
}

const currencyOf = (text: string): Currency | undefined =>
  /^\d{3}$/.test(text)
    ? currencyByNumeric(text)
    : CURRENCIES.find(({ alpha }) => alpha === text.toUpperCase())

export const currencyField = <Q>(member: keyof Q & string): ListField<Q> => ({
  name: 'currency',
  label: 'Currency',
  hint: 'Such as EUR',
  maxLength: 3,
  read: (text) => {
    const currency = currencyOf(text)
    return currency === undefined
      ? { mistake: 'Enter a currency such as EUR or 978.' }
      : ({ [member]: currency.numeric } as Q)
  },
})

/** ISO 4217: the euro, with two decimals like most currencies. */
const EUR = 978

/** Amounts in the entered currency, or with two decimals if there is none. */
export const amountFields = <Q>(
  from: keyof Q & string,
  until: keyof Q & string,
): readonly ListField<Q>[] => {
  const field = (name: string, label: string, member: keyof Q & string): ListField<Q> => ({
    name,
    label,
    inputMode: 'decimal',
    maxLength: 20,
    read: (text, { query }) => {
      const currency = currencyOf(query.get('currency')?.trim() ?? '')
      const minor = parseAmount(text, currency?.numeric ?? EUR)
      return minor === undefined
        ? { mistake: 'Enter an amount such as 20.00.' }
        : ({ [member]: String(minor) } as Q)
    },
  })
  return [field('amountFrom', 'Amount from', from), field('amountUntil', 'Amount up to', until)]
}

export const lastFourField = <Q>(member: keyof Q & string): ListField<Q> =>
  textField({ name: 'card', label: 'Card ending in', inputMode: 'numeric', maxLength: 4 }, member, [
    /^\d{4}$/,
    'Enter the last four digits of the card.',
  ])

export const actionCodeField = <Q>(member: keyof Q & string): ListField<Q> =>
  textField({ name: 'code', label: 'Action code', inputMode: 'numeric', maxLength: 10 }, member, [
    /^-?\d{1,9}$/,
    'Enter an action code such as 116.',
  ])

export const clientField = <Q>(member: keyof Q & string): ListField<Q> =>
  textField({ name: 'client', label: 'Client', hint: 'Exact clientId', maxLength: 255 }, member)

interface FieldsView<Q> {
  readonly fields: readonly ListField<Q>[]
  readonly input: ListInput<Q>
  /** Path of the list. */
  readonly address: string
  /** Other URL parameters that the form keeps. */
  readonly kept: Readonly<Record<string, string>>
}

const ID = 'list-filter'

/** A panel with the form, open after an error, and a chip for each active filter. */
export function fieldsView<Q>({ fields, input, address, kept }: FieldsView<Q>): {
  readonly button: Html
  readonly chips: HtmlValue
} {
  const { typed, mistakes } = input
  const shown = fields.filter(({ name }) => typed[name] !== undefined)
  const hrefWith = (names: readonly string[]): string => {
    const values = names.map((name): [string, string] => [name, typed[name] ?? ''])
    const query = new URLSearchParams([...Object.entries(kept), ...values])
    return query.size === 0 ? address : `${address}?${query.toString()}`
  }
  const hasMistake = Object.keys(mistakes).length > 0
  const chips =
    shown.length > 0 &&
    html`<div class="chips" role="group" aria-label="Active filters">
      ${shown.map(({ name, label, options }) => {
        const text = options?.find(({ value }) => value === typed[name])?.label ?? typed[name]
        const others = shown.filter((each) => each.name !== name).map((each) => each.name)
        return chip(html`${label}: <bdi>${text}</bdi>`, hrefWith(others), `Remove filter ${label}`)
      })}
      <a href="${hrefWith([])}">Clear filters</a>
    </div>`
  const button = html`<details class="list-filter" ${attributes({ open: hasMistake })}>
    <summary class="button quiet">Filter</summary>
    ${form({
      id: ID,
      method: 'get',
      action: address,
      hidden: kept,
      fields: fields.map((field) => inputOf(field, typed[field.name] ?? '')),
      button: 'Apply filters',
      look: 'quiet',
      mistakes,
    })}
  </details>`
  return { button, chips }
}

function inputOf<Q>(field: ListField<Q>, value: string): Field {
  const { name, label, hint, options, type, inputMode, maxLength } = field
  const common = { name, label, value, ...(hint !== undefined && { hint }) }
  if (options !== undefined)
    return { ...common, kind: 'choice', options: [{ value: '', label: 'Any' }, ...options] }
  // A date input would hide a value that is not a date.
  const isDate = type === 'date' && (value === '' || DAY.test(value))
  return {
    ...common,
    kind: 'text',
    optional: true,
    ...(isDate && { type: 'date' }),
    ...(inputMode && { inputMode }),
    ...(maxLength !== undefined && { maxLength }),
  }
}
