// The records that a request changed, with their fields before and after.

import { isMoney } from '../../../activity/record-fields.ts'
import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import { CHANGED_ROWS_MAX } from '../../../kernel/rows.ts'
import { table } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { moneyText } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'
import { pageOf } from '../reference/ids.ts'

type ChangedRecord = NonNullable<RequestAnswer['changes']>[number]
type MoreRecords = RequestAnswer['moreChanges'][number]
type Field = ChangedRecord['fields'][number]

const KIND_LABELS: Readonly<Record<ChangedRecord['kind'], string>> = {
  account: 'Account',
  authorisation: 'Authorisation',
  binding: 'Binding',
  callback: 'Callback',
  card: 'Card',
  cardholder: 'Cardholder',
  cardNumber: 'Number of card',
  clock: 'Clock',
  entry: 'Entry',
  fault: 'Faults',
  limits: 'Used limits of card',
  order: 'Order',
  realTimeDecision: 'Real-time decision',
  receiver: 'Receiver',
  settings: 'Settings',
  webhook: 'Webhook',
}

/** Nothing for a request that changed nothing. */
export function changesView(
  { changes, moreChanges }: Pick<RequestAnswer, 'changes' | 'moreChanges'>,
  base: string,
): HtmlValue {
  if (changes?.length === 0 && moreChanges.length === 0) return undefined
  return html`<section class="changes">
    <h2>Changes</h2>
    ${
      changes === null
        ? html`<p class="aside">The changes of this request were not stored.</p>`
        : changes.map((record) => recordView(record, base))
    }
    ${moreChanges.length > 0 && moreView(moreChanges, changes?.length === 0)}
  </section>`
}

function moreView(more: readonly MoreRecords[], isAll: boolean): Html {
  const title = isAll ? 'Records' : 'More records'
  return html`<h3>${title}</h3>
    ${table({
      caption: title,
      columns: [
        { header: 'Record' },
        { header: 'Change', labelled: true },
        { header: 'Count', labelled: true },
      ],
      rows: more.map(({ kind, change, count }) => [KIND_LABELS[kind], change, countText(count)]),
      empty: '',
    })}`
}

const countText = (count: number): string =>
  count >= CHANGED_ROWS_MAX
    ? `${CHANGED_ROWS_MAX.toLocaleString('en')} or more`
    : count.toLocaleString('en')

function recordView(record: ChangedRecord, base: string): Html {
  const isNew = record.change === 'created'
  const name = `${KIND_LABELS[record.kind]} ${idText(record)}`.trim()
  const place = placeOf(record)
  const member = ({ name: member }: Field): Html => html`<code>${member}</code>`
  const before = { header: 'Before', labelled: true }
  const after = { header: isNew ? 'Value' : 'After', labelled: true }
  return html`<h3>
      ${place === undefined ? name : html`<a href="${base}${place}">${name}</a>`}
      <span class="aside">${record.change}</span>
    </h3>
    ${table({
      caption: `${name}: ${record.change}`,
      columns: isNew ? [{ header: 'Member' }, after] : [{ header: 'Member' }, before, after],
      rows: shownFields(record).map((field) => {
        const last = valueText(record, field.name, field.after)
        const first = valueText(record, field.name, field.before)
        return isNew ? [member(field), last] : [member(field), first, last]
      }),
      empty: '',
    })}`
}

/** Omits fields that a new record does not have yet. */
const shownFields = ({ change, fields }: ChangedRecord): readonly Field[] =>
  change === 'created' ? fields.filter(({ after }) => after !== 0 && after !== false) : fields

/** The settings and the faults are one record each. */
const idText = ({ kind, id }: ChangedRecord): string =>
  kind === 'settings' || kind === 'clock' || kind === 'fault' ? '' : id

function placeOf({ kind, id }: ChangedRecord): string | undefined {
  switch (kind) {
    case 'account':
      return `/ledger/${id}`
    case 'limits':
    case 'cardNumber':
      return pageOf('card', id)
    case 'settings':
      return '/settings'
    case 'clock':
      return '/clock'
    case 'fault':
      return '/faults'
    case 'realTimeDecision':
    case 'receiver':
    case 'webhook':
      return undefined
    default:
      return pageOf(kind, id)
  }
}

function valueText({ kind, currency }: ChangedRecord, name: string, value: Field['after']): string {
  if (value === null) return '–'
  if (typeof value === 'number' && currency !== undefined && isMoney(kind, name))
    return (value < 0 ? '−' : '') + moneyText(moneyOf(Math.abs(value), currency))
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
