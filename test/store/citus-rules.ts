// The limits of Citus for statements on distributed tables, from its documentation. A statement in
// one shard has none; one in several shards has many. These rules are stricter than Citus where the
// store needs no more: a subquery that runs first must be in `with`, and joins with tables of the
// coordinator are not allowed.

import { KEY, namesOf, type Placement, type Routing, routingOfTrees, type Tree } from './routing.ts'

/** The state of a statement that Citus cannot run. */
export const NOT_SUPPORTED = '0A000'

/** Of PostgreSQL's functions, those that the store might use. */
const VOLATILE =
  /^(random|gen_random_uuid|clock_timestamp|timeofday|nextval|setval|pg_advisory_\w+)$/

export interface Analysis {
  readonly placement: Placement
  /** The queries of `with` and `insert ... select`, which the coordinator may run first. */
  readonly first: readonly Analysis[]
  readonly routing: Routing
  readonly writes: boolean
  /** It locks rows: `for update`. */
  readonly locks: boolean
  /** Rejected with any parameters. */
  readonly refusal: string | undefined
}

interface Verdict {
  readonly refusal?: string
  /** The only shard that it addresses; undefined without any or with several. */
  readonly shard?: number
}

export function analysisOf(tree: Tree, placement: Placement): Analysis {
  const [kind = '', statement] = Object.entries(tree)[0] ?? []
  const { rest, first } = withoutFirst(kind, (statement ?? {}) as Tree)
  const routing = routingOfTrees([rest], placement)
  return {
    placement,
    first: first.map((each) => analysisOf(each, placement)),
    routing,
    writes: kind !== 'SelectStmt',
    locks: routing.distributed.length > 0 && has(rest, 'LockingClause'),
    refusal: refusalOf(kind, Object.values(rest)[0] as Tree, routing),
  }
}

/** The statement without the queries that can run before it. */
function withoutFirst(kind: string, statement: Tree): { rest: Tree; first: readonly Tree[] } {
  const { ctes = [] } = (statement['withClause'] ?? {}) as { ctes?: readonly Tree[] }
  const tables = ctes.map((each) => each['CommonTableExpr'] as Tree)
  const selected = (statement['selectStmt'] as Tree | undefined)?.['SelectStmt'] as Tree | undefined
  const isQuery = kind === 'InsertStmt' && selected?.['valuesLists'] === undefined
  const rest = {
    ...statement,
    ...(tables.length > 0 && {
      withClause: {
        ctes: tables.map((each) => ({ CommonTableExpr: { ...each, ctequery: undefined } })),
      },
    }),
    ...(isQuery && { selectStmt: undefined }),
  }
  const queries = isQuery && selected !== undefined ? [{ SelectStmt: selected }] : []
  return {
    rest: { [kind]: rest },
    first: [...tables.map((each) => each['ctequery'] as Tree), ...queries],
  }
}

function refusalOf(kind: string, statement: Tree, routing: Routing): string | undefined {
  if (routing.distributed.length === 0 || kind === 'SelectStmt') return undefined
  if (has(statement, 'FuncCall', (call) => VOLATILE.test(namesOf(call['funcname']).at(-1) ?? '')))
    return 'functions used in modification queries on distributed tables must not be VOLATILE'
  if (routing.looseConflicts.length > 0)
    return 'ON CONFLICT needs a unique index with the partition column'
  const conflict = (statement['onConflictClause'] ?? {}) as Tree
  const changed = [conflict['targetList'], kind === 'UpdateStmt' ? statement['targetList'] : []]
  if (has(changed, 'ResTarget', ({ name }) => name === KEY))
    return 'modifying the partition value of rows is not allowed'
  if (kind === 'InsertStmt' && has(statement['selectStmt'], 'SubLink'))
    return 'subqueries are not supported within INSERT queries'
  if (kind === 'InsertStmt' && !has(statement['cols'], 'ResTarget', ({ name }) => name === KEY))
    return 'cannot perform an INSERT without a partition column value'
  return undefined
}

/** The shards that a key names: `$1` is a parameter with a dataset, `any $1` one with several. */
export type ShardsOf = (key: string) => readonly number[]

/** Whether Citus would run it with these parameters. */
export function verdictOf(analysis: Analysis, shardsOf: ShardsOf): Verdict {
  for (const each of analysis.first) {
    const { refusal } = verdictOf(each, shardsOf)
    if (refusal !== undefined) return { refusal }
  }
  const { routing, locks, refusal } = analysis
  if (refusal !== undefined) return { refusal }
  if (routing.distributed.length === 0) return {}
  if (routing.isMixed)
    return { refusal: 'direct joins between distributed and local tables are not supported' }
  if (routing.keys !== undefined) {
    const shards = routing.keys.flatMap(shardsOf)
    if (shards.some((shard) => !Number.isSafeInteger(shard)))
      return { refusal: 'the partition column must not be NULL' }
    const [shard, ...others] = new Set(shards)
    // Without any dataset there is nothing to do.
    if (others.length === 0) return shard === undefined ? {} : { shard }
  }
  if (locks) return { refusal: 'could not run distributed query with FOR UPDATE/SHARE commands' }
  if (routing.route === 'crossing' || routing.route === 'one-dataset')
    return {
      refusal:
        'complex joins are only supported when all distributed tables are co-located and joined on their distribution columns',
    }
  return {}
}

/** The number of the parameter of a key. */
export const parameterOf = (key: string): number => Number(key.slice(key.indexOf('$') + 1))

/** Whether a tree contains a node of a kind. */
function has(tree: unknown, kind: string, is: (node: Tree) => boolean = () => true): boolean {
  if (typeof tree !== 'object' || tree === null) return false
  if (Array.isArray(tree)) return tree.some((each) => has(each, kind, is))
  return Object.entries(tree).some(
    ([name, value]) => (name === kind && is(value as Tree)) || has(value, kind, is),
  )
}
