// Every statement of the store for PostgreSQL, collected from its modules: the constants of each
// module, exported or not, and the results of its functions for all their arguments.

import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { LOOKUPS } from '../../src/registry/rows.ts'
import { lockMembers } from '../../src/store/member-statements.ts'
import {
  lockProject,
  replaceProjectKey,
  setProjectKey,
} from '../../src/store/catalogue-statements.ts'
import { listStatement } from '../../src/store/postgres-lookups.ts'
import { ORDER_FILTERS } from '../../src/store/reads/order-filters.ts'
import { ORDER_SORTS, ordersPage } from '../../src/store/reads/order-lists.ts'
import { deleteCallbacksOfOrders, deleteOrders } from '../../src/store/retention-statements.ts'
import { exportStatement } from '../../src/store/snapshot-statements.ts'
import {
  insertRowsStatement,
  loadFromAllStatement,
  loadStatement,
  lockDatasetStatement,
} from '../../src/store/statements.ts'
import { SAVED_ROWS_MAX, saveRowsStatement } from '../../src/store/sharded-statements.ts'
import type { Queryable, Statement } from '../../src/store/store.ts'
import { writtenColumns } from '../../src/store/table.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import { findDatasets, findRecentBatches } from '../../src/store/version-statements.ts'
import { ORDER_STATUS } from '../../src/payments/orders/order-status.ts'

/** Numbers of rows in one statement: powers of two. */
const SAVED_ROWS = Array.from({ length: Math.log2(SAVED_ROWS_MAX) + 1 }, (_, power) => 2 ** power)

const ROOT = new URL('../../src/store/', import.meta.url)
/** A module with this suffix also exports its constants, as `everyConstant`. */
const SUFFIX = '?constants'

/** Statements of SQLite alone are not collected. */
const MODULES = globSync('**/*.ts', { cwd: ROOT, exclude: ['migrations/**', 'sqlite*.ts'] })

export async function storeStatements(): Promise<readonly Statement[]> {
  const statements = new Map<string, Statement>()
  const add = (statement: Statement): void => {
    statements.set(statement.text, statement)
  }
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(SUFFIX) || loaded.source === undefined) return loaded
      const { source } = loaded as { readonly source: string | Buffer }
      const text = source.toString()
      const names = [...text.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name)
      return { ...loaded, source: `${text}\nexport const everyConstant = [${names.join(', ')}]` }
    },
  })
  try {
    for (const file of MODULES) {
      const module = (await import(new URL(`${file}${SUFFIX}`, ROOT).href)) as object
      collect(module, add, new Set())
    }
  } finally {
    hooks.deregister()
  }
  for (const statement of [...made(), ...(await ofOrderLists())]) add(statement)
  const ofSqlite = /\bjson_each\b|^pragma |sqlite_master/
  return [...statements.values()].filter(({ text }) => !ofSqlite.test(text))
}

function collect(value: unknown, add: (statement: Statement) => void, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { name, text, keyType } = value as Partial<Statement>
  if (typeof name === 'string' && typeof text === 'string') {
    add({ name, text })
    if (keyType !== undefined) add(listStatement({ name, text, keyType }))
  }
  for (const each of Object.values(value)) collect(each, add, seen)
}

/** The statements that functions of the store return. */
function made(): readonly Statement[] {
  const ofTables = SAVE_ORDER.flatMap((name) => [
    ...LOOKUPS[name].flatMap((by) => [
      loadStatement('postgres', name, by),
      loadStatement('postgres', name, by, { isSharded: true }),
      loadFromAllStatement(name, by),
    ]),
    exportStatement(name),
    ...SAVED_ROWS.map((count) => saveRowsStatement(name, count)),
    insertRowsStatement('postgres', TABLES[name], writtenColumns(TABLES[name])),
  ])
  const ofKeys = (['pin_key', 'callback_key'] as const).flatMap((key) => [
    setProjectKey(key),
    replaceProjectKey(key),
  ])
  const others = [
    lockDatasetStatement,
    lockProject,
    lockMembers,
    findDatasets,
    findRecentBatches,
    deleteOrders,
    deleteCallbacksOfOrders,
  ].map((make) => make('postgres'))
  const ofDatasets = SAVED_ROWS.map((count) => saveRowsStatement('dataset', count))
  return [...ofTables, ...ofKeys, ...ofDatasets, ...others]
}

/** Lists of orders make their statements when they are first read. */
async function ofOrderLists(): Promise<readonly Statement[]> {
  const sent: Statement[] = []
  const reads: Queryable = {
    query(statement) {
      sent.push(statement)
      return Promise.resolve([])
    },
  }
  const statuses = Object.values(ORDER_STATUS)
  for (const sort of ORDER_SORTS)
    for (const clientId of [undefined, 'client'])
      for (const text of [undefined, 'text']) {
        for (const filter of ORDER_FILTERS)
          await ordersPage(reads, 1, { limit: 1, sort, clientId, text, filter })
        for (const status of statuses)
          await ordersPage(reads, 1, { limit: 1, sort, clientId, text, status })
      }
  return sent
}
