// Reads the export of a project as a snapshot file. The document has no counters, so they continue
// after the largest values in it.

import type { Project } from '../../engine/directory.ts'
import { isProduct } from '../../engine/file-secrets.ts'
import {
  DamagedFile,
  FILE_FORMAT,
  FILE_VERSION,
  type FileHead,
  type FileRows,
  isName,
  isRecord,
  type OpenFile,
} from '../../engine/snapshot-file.ts'
import { dataSecretsOf } from '../../engine/snapshots.ts'
import { INITIAL_COUNTERS, STAN_MAX } from '../../kernel/dataset.ts'
import { scrubPans } from '../../issuing/pan.ts'
import type { TableName } from '../../kernel/rows.ts'
import { projectNumberOf } from '../../payments/orders/gateway-id.ts'
import { SNAPSHOT_NAME_LENGTH } from '../../projects/snapshot.ts'
import { DEFAULT_SETTINGS } from '../../registry/settings.ts'
import { COPY_ROWS } from '../../store/snapshot-statements.ts'
import { MIGRATIONS } from '../../store/migrations/index.ts'
import { type ColumnType, encode, type SqlValue, type Table } from '../../store/table.ts'
import { SAVE_ORDER, TABLES } from '../../store/tables.ts'
import { realNow } from '../../time.ts'
import { type ExportedRow, MissingSecrets } from './missing-secrets.ts'
import { EXPORT_FORMAT, MEMBER_OF_TABLE } from './project-export.ts'

/** Something that an export does not contain, and what the import does instead. */
export interface LeftOut {
  /** The JSON Pointer of the records in the document. */
  readonly pointer: string
  readonly count: number
  readonly detail: string
}

const HEAD_MEMBERS = ['format', 'formatVersion', 'exportedAt', 'frozen', 'project', 'settings']
const KNOWN_MEMBERS: ReadonlySet<string | null> = new Set([
  ...HEAD_MEMBERS,
  ...Object.values(MEMBER_OF_TABLE),
])

/** Record numbers of the entry with the most records. */
const RECORDS_MAX = 3

/** Whether a text looks like an export; `readExport` validates it. */
export const isExport = (text: string): boolean =>
  /^\s*\{\s*"format"\s*:\s*"sandcard-export"/.test(text)

/** Throws `DamagedFile` with the pointer of the first wrong value. */
export function readExport(
  text: string,
  project: Project,
): { readonly file: OpenFile; readonly leftOut: readonly LeftOut[] } {
  const document = parsed(text)
  const { formatVersion, exportedAt, frozen, project: exported, settings } = document
  if (formatVersion !== EXPORT_FORMAT.formatVersion)
    throw new DamagedFile('is of a newer version of Sandcard. Upgrade first', '/formatVersion')
  for (const member of Object.keys(document))
    if (!KNOWN_MEMBERS.has(member)) throw new DamagedFile('is not a known field', `/${member}`)
  if (!isTime(exportedAt)) throw new DamagedFile('must be a time in milliseconds', '/exportedAt')
  if (!isRecord(exported)) throw new DamagedFile('must be an object', '/project')
  const { product } = exported
  if (!isProduct(product)) throw new DamagedFile('must be product data', '/project/product')
  if (!isRecord(settings)) throw new DamagedFile('must be an object', '/settings')
  for (const [setting, value] of Object.entries(settings)) checkSetting(setting, value)
  const missing = new MissingSecrets(project.vault)
  const rows = new Map(SAVE_ORDER.map((table) => [table, rowsOf(document, table, missing)]))
  const complete = missing.settings(settings)
  const name = `export of ${String(exported['name'])}`
    .replaceAll(/[^A-Za-z0-9 ._-]/g, '-')
    .slice(0, SNAPSHOT_NAME_LENGTH)
  if (!isName(name)) throw new DamagedFile('must have a name', '/project/name')
  const secrets = { ...dataSecretsOf(project.secrets), product }
  const total = [...rows.values()].reduce((sum, { length }) => sum + length, 0)
  const head: FileHead = {
    format: FILE_FORMAT,
    formatVersion: FILE_VERSION,
    schemaVersion: MIGRATIONS.length,
    name,
    takenAt: realNow(),
    clockAt: exportedAt,
    frozen: frozen === true,
    idNumbers: idNumbersOf([...(rows.get('order') ?? []), ...(rows.get('binding') ?? [])]),
    secrets: { open: JSON.stringify(secrets) },
    dataset: {
      ...countersOf(rows),
      stored_rows: total,
      draws: total,
      last_at: exportedAt,
      next_due_at: exportedAt,
      offset_ms: 0,
      frozen_at: frozen === true ? exportedAt : null,
      settings: JSON.stringify(complete.settings),
    },
    tables: Object.fromEntries(
      [...rows].map(([table, [first]]) => [TABLES[table].name, columnsOf(TABLES[table], first)]),
    ),
  }
  return {
    file: { head, rows: total, parts: () => partsOf(rows) },
    leftOut: leftOutOf(rows, complete),
  }
}

/** Values of the same type as the default; a setting without a default may have any. */
function checkSetting(name: string, value: unknown): void {
  const pointer = `/settings/${name}`
  if (!Object.hasOwn(DEFAULT_SETTINGS, name))
    throw new DamagedFile('is not a known setting', pointer)
  const usual: unknown = DEFAULT_SETTINGS[name as keyof typeof DEFAULT_SETTINGS]
  if (usual === null || value === null) return
  if (typeof value !== typeof usual || Array.isArray(value) !== Array.isArray(usual))
    throw new DamagedFile('has a value of another type', pointer)
}

type RowsByTable = ReadonlyMap<TableName, readonly ExportedRow[]>

function parsed(text: string): ExportedRow {
  try {
    // Texts in commands are masked before they are stored, and so are texts in a file.
    const document: unknown = JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? scrubPans(value) : value,
    )
    if (isRecord(document)) return document
  } catch {
    // Reported below.
  }
  throw new DamagedFile('The document is not complete JSON.', '')
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** The rows of a table, complete and checked. */
function rowsOf(
  document: ExportedRow,
  table: TableName,
  missing: MissingSecrets,
): readonly ExportedRow[] {
  const member = MEMBER_OF_TABLE[table]
  if (member === null) return []
  const rows = document[member] ?? []
  if (!Array.isArray(rows)) throw new DamagedFile('must be a list', `/${member}`)
  let members: number | undefined
  return rows.map((row: unknown, index) => {
    const pointer = `/${member}/${index}`
    if (!isRecord(row)) throw new DamagedFile('must be an object', pointer)
    const complete = missing.complete(table, row, pointer)
    const count = checkedMembers(TABLES[table], complete, pointer)
    if (count !== (members ??= count))
      throw new DamagedFile('must have the fields of the first record', pointer)
    return complete
  })
}

/** The number of fields, if all of them are known and have values of the right type. */
function checkedMembers(table: Table, row: ExportedRow, pointer: string): number {
  const members = Object.entries(row)
  for (const [member, value] of members) {
    const type = table.types[table.members.indexOf(member)]
    if (type === undefined) throw new DamagedFile('is not a known field', `${pointer}/${member}`)
    if (!isOfType(type, value))
      throw new DamagedFile(`must be ${TYPE_NAMES[type]}`, `${pointer}/${member}`)
  }
  return members.length
}

const TYPE_NAMES: Readonly<Record<ColumnType, string>> = {
  integer: 'an integer or null',
  text: 'a string or null',
  boolean: 'true or false',
  json: 'an object or a list',
}

function isOfType(type: ColumnType, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return value === null || Number.isSafeInteger(value)
    case 'text':
      return value === null || typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'json':
      return true
  }
}

/** Fields missing from rows of an earlier version get the database default. */
const columnsOf = (table: Table, row: ExportedRow | undefined): readonly string[] => [
  ...table.columns.filter((_, index) => Object.hasOwn(row ?? {}, table.members[index] ?? '')),
  ...table.derived.keys(),
]

async function* partsOf(rows: RowsByTable): AsyncGenerator<FileRows, void, undefined> {
  for (const [kind, all] of rows) {
    const table = TABLES[kind]
    for (let start = 0; start < all.length; start += COPY_ROWS)
      yield {
        table: table.name,
        rows: all
          .slice(start, start + COPY_ROWS)
          .map((row, index) => valuesOf(table, row, `/${MEMBER_OF_TABLE[kind]}/${start + index}`)),
      }
  }
}

function valuesOf(table: Table, row: ExportedRow, pointer: string): SqlValue[] {
  let values: SqlValue[]
  try {
    values = encode(table, row)
  } catch {
    throw new DamagedFile('is incomplete', pointer)
  }
  return values.filter(
    (_, index) => index >= table.members.length || Object.hasOwn(row, table.members[index] ?? ''),
  )
}

/** Payment pages find the project by the numbers in the ids. */
const idNumbersOf = (rows: readonly ExportedRow[]): readonly number[] => [
  ...new Set(rows.flatMap(({ id }) => projectNumberOf(String(id)) ?? [])),
]

/** Counters after the largest values in use. */
function countersOf(rows: RowsByTable): Readonly<Record<string, number>> {
  const largest = (table: TableName, member: string): number =>
    (rows.get(table) ?? []).reduce((most, row) => Math.max(most, Number(row[member]) || 0), 0)
  const ids = SAVE_ORDER.filter((table) => table !== 'card' && table !== 'account')
  const cardholders = rows.get('cardholder') ?? []
  const { nextId, nextCard, nextUtrnno } = INITIAL_COUNTERS
  return {
    next_id: Math.max(nextId, ...ids.map((table) => largest(table, 'id') + 1)),
    next_card: Math.max(nextCard, largest('card', 'id') + 1),
    next_account: largest('account', 'id') + 1,
    next_utrnno: Math.max(nextUtrnno, largest('journalEntry', 'utrnno') + RECORDS_MAX),
    next_stan: (Number(rows.get('journalEntry')?.at(-1)?.['stan'] ?? 0) % STAN_MAX) + 1,
    pool_used: cardholders.reduce((sum, row) => sum + (Number(row['poolCards']) || 0), 0),
  }
}

function leftOutOf(
  rows: RowsByTable,
  { lostKeys, settings }: ReturnType<MissingSecrets['settings']>,
): readonly LeftOut[] {
  const count = (table: TableName): number => rows.get(table)?.length ?? 0
  const all: readonly LeftOut[] = [
    {
      pointer: '/cardNumbers',
      count: count('cardNumber'),
      detail:
        'Full numbers are not in the export. The cards have new ones with the same first six and last four digits, and new CVCs.',
    },
    { pointer: '/cards', count: count('card'), detail: 'The cards have no PIN.' },
    {
      pointer: '/webhooks',
      count: count('webhook'),
      detail: 'Each webhook has a new signing secret. Rotate it to see it.',
    },
    {
      pointer: '/settings/callbackKeys',
      count: lostKeys,
      detail: 'Added callback keys are not in the export. The project’s key signs.',
    },
    {
      pointer: '/settings/decisionEndpoint',
      count: isRecord(settings['decisionEndpoint']) ? 1 : 0,
      detail: 'The decision URL has a new signing secret. Set the URL again to see it.',
    },
  ]
  return [
    ...all.filter((each) => each.count > 0),
    {
      pointer: '',
      count: 0,
      detail:
        'An export has no credentials, RSA keys, project members, explanations, idempotency keys, receivers and requests.',
    },
  ]
}
