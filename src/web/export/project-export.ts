// Exports all data of a project as one JSON document. It is written as the data is read, so memory
// is limited to a page of rows. Card numbers are masked, and secrets are omitted. `read-export.ts`
// reads the document again.

import type { Project } from '../../engine/directory.ts'
import type { Dataset } from '../../kernel/dataset.ts'
import type { TableName } from '../../kernel/rows.ts'
import { rowsOf, type RowsRequest } from '../../store/reads/rows.ts'
import { nextTurn } from '../../time.ts'

/** The document field for each table; null for tables of the service itself. */
export const MEMBER_OF_TABLE: Readonly<Record<TableName, string | null>> = {
  cardholder: 'cardholders',
  account: 'accounts',
  card: 'cards',
  cardNumber: 'cardNumbers',
  cardUsage: 'cardUsages',
  journalEntry: 'entries',
  order: 'orders',
  authorisation: 'authorisations',
  binding: 'bindings',
  callback: 'callbacks',
  realTimeDecision: 'realTimeDecisions',
  webhook: 'webhooks',
  webhookEvent: 'webhookDeliveries',
  decision: null,
  idempotency: null,
  pinNonce: null,
  faultPlan: 'faults',
  externalId: null,
  receiver: null,
  receivedRequest: null,
}

/** Fields that are omitted: encrypted and hashed values. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'hash',
  'sealed',
  'pinHash',
  // The client and the card hash of a binding.
  'owner',
])

export const EXPORT_FORMAT = { format: 'sandcard-export', formatVersion: 1 }

/** Shared by the API and the page. */
interface ExportAccess {
  readonly project: Project
  readonly dataset: Dataset
  /** The project's time, epoch milliseconds. */
  readonly now: number
  readonly read: (
    query: typeof rowsOf,
    request: RowsRequest,
  ) => Promise<Awaited<ReturnType<typeof rowsOf>>>
}

/** The document in parts. Rows written in the meantime may be included; none is included twice. */
export async function* projectExport({
  project,
  dataset,
  now,
  read,
}: ExportAccess): AsyncGenerator<string, void, undefined> {
  const { id, name, createdAt, secrets } = project
  const head = {
    ...EXPORT_FORMAT,
    exportedAt: now,
    frozen: dataset.frozenAt !== null,
    project: { id, name, createdAt, product: secrets.product },
    settings: dataset.settings,
  }
  yield json(head).slice(0, -1)
  for (const [table, member] of Object.entries(MEMBER_OF_TABLE) as [TableName, string | null][])
    if (member !== null) {
      yield `,\n"${member}":[`
      yield* rowsOfTable(table, read)
      yield ']'
    }
  yield '}\n'
}

async function* rowsOfTable(
  table: TableName,
  read: ExportAccess['read'],
): AsyncGenerator<string, void, undefined> {
  let separator = '\n'
  let after: RowsRequest['after']
  do {
    const { rows, next } = await read(rowsOf, { table, after })
    if (rows.length > 0) yield separator + rows.map(json).join(',\n')
    separator = ',\n'
    after = next
    // SQLite reads in this process, so other requests get a turn in between.
    await nextTurn()
  } while (after !== undefined)
}

/** Without secrets. A request is kept whole: the merchant may use their names in it. */
function json(record: object): string {
  const requests = new Set<unknown>()
  return JSON.stringify(record, function (this: unknown, name: string, value: unknown) {
    const isOfRequest = name === 'request' || requests.has(this)
    if (isOfRequest) requests.add(value)
    return SECRET_MEMBERS.has(name) && !isOfRequest ? undefined : value
  })
}

/** Name of the file. */
export const exportFileName = ({ id }: Pick<Project, 'id'>): string => `sandcard-${id}.json`
