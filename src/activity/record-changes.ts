// The changes of a request: the records that its commands wrote, with each member before and
// after. They are computed when the exchange is stored, off the path of requests.

import type { CommandChanges } from '../engine/execution.ts'
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

export interface ChangedField {
  readonly name: string
  /** Null also before the record was created. */
  readonly before: FieldValue
  readonly after: FieldValue
}

export interface ChangedRecord {
  readonly kind: RecordKind
  readonly id: string
  readonly change: 'created' | 'changed'
  /** ISO 4217 numeric code of its amounts; missing in a record without amounts. */
  readonly currency?: string
  readonly fields: readonly ChangedField[]
}

/** A request that changes more, such as one for sample data, lists the first records. */
export const CHANGED_RECORDS_MAX = 20
export const CHANGED_FIELDS_MAX = 30
const VALUE_MAX_CHARACTERS = 120

/** The records that the commands of a request changed, in the order of their changes. */
export function changedRecords(changes: readonly CommandChanges[]): readonly ChangedRecord[] {
  const records: ChangedRecord[] = []
  for (const { rows, settings } of netChanges(changes)) {
    for (const change of rows) {
      if (records.length >= CHANGED_RECORDS_MAX) return records
      const record = recordOf(change)
      if (record !== undefined) records.push(record)
    }
    const record = settings && changedSettings(...settings)
    if (record !== undefined) records.push(record)
  }
  return records
}

/** A record that several commands of a request changed is listed once. */
function netChanges(changes: readonly CommandChanges[]): readonly CommandChanges[] {
  if (changes.length <= 1) return changes
  const byRow = new Map<string, RowChange>()
  for (const { rows } of changes)
    for (const change of rows) {
      const [table, before, after] = change
      const view = viewOf(table)
      if (view === undefined) continue
      const key = `${table} ${keyOf(view, after)}`
      const first = byRow.get(key)
      byRow.set(key, [table, first === undefined ? before : first[1], after])
    }
  const settings = changes.flatMap((each) => (each.settings === undefined ? [] : [each.settings]))
  const [first, last] = [settings[0], settings.at(-1)]
  const rows = [...byRow.values()]
  return [first && last ? { rows, settings: [first[0], last[1]] } : { rows }]
}

/** The view takes the rows of its table, which TypeScript cannot infer from a list of changes. */
const viewOf = (table: RowChange[0]): RecordView<never> | undefined => RECORD_VIEWS[table]

/** A card can have several numbers, so a row without a kind of its own is known by its number. */
const keyOf = (view: RecordView<never>, row: RowChange[2]): string =>
  'hash' in row ? row.hash : String(view.id(row as never))

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
    ...{ kind: view.kind, id: String(view.id(after)) },
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

/** That a secret changed, without its value. */
const secretDifferences = (before: Secrets, after: Secrets): ChangedField[] =>
  Object.entries(after ?? {}).flatMap(([name, value]) => {
    const old = before?.[name] ?? null
    const mask = (secret: string | null) => (secret === null ? null : SECRET_MASK)
    return old === value ? [] : [{ name, before: mask(old), after: mask(value) }]
  })

/** Kept by the service itself. */
const UNLISTED_SETTINGS: ReadonlySet<string> = new Set(['lastClockMove', 'webhookIds'])
/** They contain sealed secrets. */
const SECRET_SETTINGS: ReadonlySet<string> = new Set(['callbackKeys', 'decisionEndpoint'])

function changedSettings(before: Settings, after: Settings): ChangedRecord | undefined {
  const old = new Map(Object.entries(before))
  const fields = Object.entries(after).flatMap(([name, value]): ChangedField[] => {
    const [first, last] = [JSON.stringify(old.get(name)), JSON.stringify(value)]
    if (first === last || UNLISTED_SETTINGS.has(name)) return []
    if (SECRET_SETTINGS.has(name)) return [{ name, before: SECRET_MASK, after: SECRET_MASK }]
    return [{ name, before: settingValue(name, old.get(name)), after: settingValue(name, value) }]
  })
  return fields.length === 0
    ? undefined
    : { kind: 'settings', id: 'project', change: 'changed', fields }
}

const settingValue = (name: string, value: unknown): FieldValue =>
  value === null || value === undefined
    ? null
    : typeof value === 'object'
      ? cut(JSON.stringify(maskedJson(value, name)))
      : shown(name, value as FieldValue)

/** Without card numbers and secrets in URLs, and short. */
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
