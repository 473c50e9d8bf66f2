// The changes of a request: the records that its commands wrote, with each field before and after.
// They are computed when the exchange is stored, so they do not delay the request.

import { tallied } from '../engine/change-tally.ts'
import type { CommandChanges, RowCount } from '../engine/command-changes.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { RowChange } from '../kernel/rows.ts'
import type { Settings } from '../kernel/settings.ts'
import { maskedUrl } from './logged-message.ts'
import { maskedJson, SECRET_MASK } from './masking.ts'
import {
  currencyCode,
  type Fields,
  type FieldValue,
  RECORD_VIEWS,
  type RecordKind,
  type RecordView,
} from './record-fields.ts'

interface ChangedField {
  readonly name: string
  /** Also null before the record was created. */
  readonly before: FieldValue
  readonly after: FieldValue
}

export interface ChangedRecord {
  readonly kind: RecordKind
  readonly id: string
  readonly change: 'created' | 'changed'
  /** ISO 4217 numeric code of the record's amounts; missing in a record without amounts. */
  readonly currency?: string
  readonly fields: readonly ChangedField[]
}

/** Number of records that a request changed in addition to the listed ones. */
export interface MoreRecords {
  readonly kind: RecordKind
  readonly change: RowCount['change']
  readonly count: number
}

export interface RecordChanges {
  readonly listed: readonly ChangedRecord[]
  readonly more: readonly MoreRecords[]
}

export const NO_CHANGES: RecordChanges = { listed: [], more: [] }

/** A request that changes more records, such as one for sample data, lists only the first. */
export const CHANGED_RECORDS_MAX = 20
export const CHANGED_FIELDS_MAX = 30
const VALUE_MAX_CHARACTERS = 120

/** The records that a request's commands changed, in the order of their changes. */
export function recordChanges(changes: readonly CommandChanges[]): RecordChanges {
  const [first] = changes
  if (first === undefined) return NO_CHANGES
  const { rows, others = [], datasets } = changes.length === 1 ? first : tallied(changes).net()
  const records = rows.flatMap((change) => recordOf(change) ?? [])
  const project = datasets === undefined ? [] : changedProject(...datasets)
  const room = CHANGED_RECORDS_MAX - project.length
  return {
    listed: [...records.slice(0, room), ...project],
    more: moreRecords([
      ...records.slice(room),
      ...others.flatMap(({ table, ...count }) => {
        const view = viewOf(table)
        return view === undefined ? [] : [{ kind: view.kind, ...count }]
      }),
    ]),
  }
}

function moreRecords(
  records: readonly Readonly<Omit<MoreRecords, 'count'> & { count?: number }>[],
): readonly MoreRecords[] {
  const sums = new Map<string, MoreRecords>()
  for (const { kind, change, count = 1 } of records) {
    const key = `${change} ${kind}`
    sums.set(key, { kind, change, count: count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** TypeScript cannot infer from a list of changes that the view takes the rows of its table. */
const viewOf = (table: RowChange[0]): RecordView<never> | undefined => RECORD_VIEWS[table]

function recordOf(change: RowChange): ChangedRecord | undefined {
  const view = viewOf(change[0])
  if (view === undefined) return undefined
  const [, before, after] = change as readonly [unknown, never, never]
  const isNew = change[1] === null
  const fields = [
    ...differences(isNew ? null : view.fields(before), view.fields(after)),
    ...secretDifferences(isNew ? null : view.secrets?.(before), view.secrets?.(after)),
  ].slice(0, CHANGED_FIELDS_MAX)
  if (fields.length === 0) return undefined
  const currency = currencyCode(view.currency?.(after))
  return {
    kind: view.kind,
    id: String(view.id(after)),
    change: isNew ? 'created' : 'changed',
    ...(currency !== undefined && { currency }),
    fields,
  }
}

function differences(before: Fields | null, after: Fields): ChangedField[] {
  const names = before === null ? Object.keys(after) : Object.keys({ ...before, ...after })
  const fields: ChangedField[] = []
  for (const name of names) {
    const [old, current] = [before?.[name] ?? null, after[name] ?? null]
    if (old !== current)
      fields.push({ name, before: shown(name, old), after: shown(name, current) })
  }
  return fields
}

type Secrets = Readonly<Record<string, string | null>> | null | undefined

/** Reports that a secret changed, without its value. */
const secretDifferences = (before: Secrets, after: Secrets): ChangedField[] =>
  Object.entries(after ?? {}).flatMap(([name, value]) => {
    const old = before?.[name] ?? null
    const mask = (secret: string | null) => (secret === null ? null : SECRET_MASK)
    return old === value ? [] : [{ name, before: mask(old), after: mask(value) }]
  })

/** Internal to the service. */
const UNLISTED_SETTINGS: ReadonlySet<string> = new Set([
  'lastClockMove',
  'lastRuleNumber',
  'webhookIds',
])
/** They contain sealed secrets. */
const SECRET_SETTINGS: ReadonlySet<string> = new Set(['callbackKeys', 'decisionEndpoint'])

/** The settings and the clock. */
function changedProject(before: Dataset, after: Dataset): readonly ChangedRecord[] {
  const changed = { id: 'project', change: 'changed' } as const
  const records: readonly ChangedRecord[] = [
    { kind: 'settings', ...changed, fields: changedSettings(before.settings, after.settings) },
    { kind: 'clock', ...changed, fields: differences(clockFields(before), clockFields(after)) },
  ]
  return records.filter(({ fields }) => fields.length > 0)
}

function changedSettings(before: Settings, after: Settings): readonly ChangedField[] {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]): ChangedField[] => {
    const [first, last] = [JSON.stringify(old.get(name)), JSON.stringify(value)]
    if (first === last || UNLISTED_SETTINGS.has(name)) return []
    if (SECRET_SETTINGS.has(name)) return [{ name, before: SECRET_MASK, after: SECRET_MASK }]
    return [{ name, before: settingValue(name, old.get(name)), after: settingValue(name, value) }]
  })
}

const clockFields = ({ offsetMs, frozenAt }: Dataset): Fields => ({
  offsetMs,
  frozenAt: frozenAt === null ? null : new Date(frozenAt).toISOString(),
})

const settingValue = (name: string, value: unknown): FieldValue =>
  value === null || value === undefined
    ? null
    : typeof value === 'object'
      ? cut(JSON.stringify(maskedJson(value, name)))
      : shown(name, value as FieldValue)

/** A short form of the value, without card numbers and secrets in URLs. */
function shown(name: string, value: FieldValue): FieldValue {
  const isUrl = typeof value === 'string' && /^https?:\/\//.test(value)
  const masked = maskedJson(isUrl ? maskedUrl(value) : value, name)
  return typeof masked === 'string' ? cut(masked) : (masked as FieldValue)
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const cut = (text: string): string => {
  const plain = text.replaceAll('\0', '\uFFFD')
  const short =
    plain.length > VALUE_MAX_CHARACTERS ? `${plain.slice(0, VALUE_MAX_CHARACTERS - 1)}…` : plain
  return short.toWellFormed()
}
