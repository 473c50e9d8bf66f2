// Reads bindings, newest first: by client, by card, or one by its id.

import type { Binding } from '../../payments/methods/binding.ts'
import type { CardNumber } from '../../issuing/card.ts'
import { type ListPage, type PageRequest, pageOf } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** A binding, and the row of the issued card's number that it references. */
interface BindingRead {
  readonly binding: Binding
  readonly number: CardNumber | null
}

const columns = prefixedColumns(TABLES.binding, 'b', 'b_')
/** Maximum number of listed bindings. */
const LIST_MAX = 1000

const ofClientStatement: Statement = {
  name: 'read_bindings_of_client',
  text: `select ${columns} from binding b where b.project_id = $1 and b.client_id = $2
    order by b.created_at desc, b.id desc limit ${LIST_MAX}`,
}
const byIdStatement: Statement = {
  name: 'read_binding',
  isLookup: true,
  text: `select ${columns} from binding b where b.project_id = $1 and b.id = $2`,
}
const numberStatement: Statement = {
  name: 'read_card_number',
  isLookup: true,
  text: `select ${prefixedColumns(TABLES.cardNumber, 'n', 'n_')} from card_number n
    where n.project_id = $1 and n.id = $2`,
}
const pageStatement = (by: string, walked: string, order: string): Statement => ({
  name: `read_bindings_by_${by}`,
  text: `select ${columns} from binding b where b.project_id = $1 and ${walked}
    order by ${order} b.created_at desc, b.id desc limit $4`,
})
const PAGE_STATEMENTS = {
  time: pageStatement('time', '(b.created_at, b.id) < ($2, $3)', ''),
  // The client is a range, so that the planner has to use its index.
  client: pageStatement(
    'client',
    '(b.client_id, b.created_at, b.id) < ($5, $2, $3) and b.client_id >= $5',
    'b.client_id desc,',
  ),
}
/** A binding's owner starts with the hash of the card number. */
const ofCardStatement: Statement = {
  name: 'read_bindings_of_card',
  text: `select ${columns} from binding b where b.project_id = $1 and b.owner >= $2 and b.owner < $3
    order by b.owner limit ${LIST_MAX}`,
}

/** All bindings of a client, newest first, including inactive ones. */
export async function bindingsOfClient(
  reads: Queryable,
  datasetId: number,
  clientId: string,
): Promise<readonly Binding[]> {
  const records = await reads.query(ofClientStatement, [datasetId, clientId])
  return records.map(decodeBinding)
}

type BindingKey = readonly [createdAt: number, id: string]

interface BindingFilter extends PageRequest<BindingKey> {
  readonly clientId?: string | undefined
}

/** Bindings, newest first, including inactive ones. */
export async function bindingsPage(
  reads: Queryable,
  datasetId: number,
  { clientId, after = NEWEST, limit }: BindingFilter,
): Promise<ListPage<Binding, BindingKey>> {
  const parameters = [datasetId, ...after, limit + 1]
  const records =
    clientId === undefined
      ? await reads.query(PAGE_STATEMENTS.time, parameters)
      : await reads.query(PAGE_STATEMENTS.client, [...parameters, clientId])
  return pageOf(records.map(decodeBinding), limit, ({ createdAt, id }) => [createdAt, id])
}

const NEWEST: BindingKey = [Number.MAX_SAFE_INTEGER, '']

/** All bindings of a card, by the hash of its number or, if that is not stored, by its mask. */
export async function bindingsOfCard(
  reads: Queryable,
  datasetId: number,
  cardKey: string,
): Promise<readonly Binding[]> {
  const records = await reads.query(ofCardStatement, [datasetId, `${cardKey} `, `${cardKey}!`])
  return records.map(decodeBinding)
}

/** A binding by its id with the number that it references, or undefined. */
export async function bindingById(
  reads: Queryable,
  datasetId: number,
  id: string,
): Promise<BindingRead | undefined> {
  const [record] = await reads.query(byIdStatement, [datasetId, id])
  if (record === undefined) return undefined
  const binding = decodeBinding(record)
  const { numberId } = binding.card
  if (numberId === undefined) return { binding, number: null }
  const [number] = await reads.query(numberStatement, [datasetId, numberId])
  return {
    binding,
    number: number === undefined ? null : (decode(TABLES.cardNumber, number, 'n_') as CardNumber),
  }
}

const decodeBinding = (record: SqlRecord): Binding =>
  decode(TABLES.binding, record, 'b_') as Binding
