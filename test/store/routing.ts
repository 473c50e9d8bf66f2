// Determines from the text of a statement where a sharded database runs it. Project tables are
// distributed by `project_id`; the others are on one node.

import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** A node of the syntax tree as the parser of PostgreSQL returns it, in JSON. */
export type Tree = Readonly<Record<string, unknown>>

export type Route =
  /** It names no distributed table. */
  | 'one-node'
  /** Every distributed table in it is bound to the same parameter: one dataset. */
  | 'one-dataset'
  /** The same with a list of datasets, which have to be those of one shard. */
  | 'listed-datasets'
  /** Every distributed table in it is joined by its key: each shard runs it for its own rows. */
  | 'each-shard'
  /** It needs rows of several nodes. */
  | 'crossing'

export interface Routing {
  readonly route: Route
  readonly distributed: readonly string[]
  /** True if it names tables of the coordinator too. */
  readonly isMixed: boolean
  /**
   * The parameters with the ids of the datasets: `$1`, or `any $1` for a list. Undefined if a
   * distributed table is bound to none.
   */
  readonly keys: readonly string[] | undefined
  /** `on conflict` on columns without the key, which no shard can check for the others. */
  readonly looseConflicts: readonly string[]
}

export const KEY = 'project_id'
/** The term of the keys of inserted rows, each with a separate parameter. */
const INSERTED = 'any inserted'

/** The names of the tables of projects, and of the tables of the coordinator. */
export interface Placement {
  readonly distributed: ReadonlySet<string>
  readonly oneNode: ReadonlySet<string>
}

export const statementsOf = (text: string): readonly Tree[] =>
  ((parseSync(text) as { stmts?: readonly { stmt: Tree }[] }).stmts ?? []).map(({ stmt }) => stmt)

export const routingOf = (text: string, placement: Placement): Routing =>
  routingOfTrees(statementsOf(text), placement)

export function routingOfTrees(trees: readonly Tree[], placement: Placement): Routing {
  const walk = new Walk(placement)
  for (const tree of trees) walk.visit(tree, [])
  return walk.routing()
}

/** The relations that a query names, by their alias; queries inside see those outside. */
type Scope = ReadonlyMap<string, Relation>

interface Relation {
  readonly table: string
  /** The key column, as a term of equations. */
  readonly key: string
  readonly isDistributed: boolean
}

/** Where the relations of a query are collected. */
interface Collected {
  readonly names: Map<string, Relation>
  readonly common: ReadonlySet<string>
  readonly scopes: readonly Scope[]
}

class Walk {
  readonly #placement: Placement
  readonly #relations: Relation[] = []
  /** Terms that are equal have the same representative. */
  readonly #equal = new Map<string, string>()
  readonly #looseConflicts: string[] = []
  readonly #visited = new Set<unknown>()
  /** The parameters with the keys of inserted rows. */
  readonly #inserted = new Set<string>()
  #isPulled = false
  /** Shards would limit the rows of a query inside one by one. */
  #isLimitedInside = false

  constructor(placement: Placement) {
    this.#placement = placement
  }

  routing(): Routing {
    const keyed = this.#relations.filter(({ isDistributed }) => isDistributed)
    return {
      route: this.#route(keyed),
      distributed: [...new Set(keyed.map(({ table }) => table))],
      isMixed: keyed.length > 0 && keyed.length < this.#relations.length,
      keys: this.#keysOf(keyed),
      looseConflicts: this.#looseConflicts,
    }
  }

  #route(keyed: readonly Relation[]): Route {
    if (keyed.length === 0) return 'one-node'
    if (this.#isPulled || keyed.length < this.#relations.length) return 'crossing'
    const terms = new Set(keyed.map(({ key }) => this.#find(key)))
    const bound = [...terms].map((term) => this.#boundTo(term))
    if (terms.size === 1 && bound[0] === undefined)
      return this.#isLimitedInside ? 'crossing' : 'each-shard'
    const [first, ...others] = new Set(bound)
    if (first === undefined || others.length > 0) return 'crossing'
    return first.startsWith('$') ? 'one-dataset' : 'listed-datasets'
  }

  #keysOf(keyed: readonly Relation[]): readonly string[] | undefined {
    const bound = keyed.map(({ key }) => this.#boundTo(this.#find(key)))
    if (bound.some((each) => each === undefined)) return undefined
    return [...new Set(bound)].flatMap((each) =>
      each === INSERTED ? [...this.#inserted] : (each ?? []),
    )
  }

  /** The parameter that a term equals, `$1` or `any $1`. */
  #boundTo(term: string): string | undefined {
    return [...this.#equal.keys()].find(
      (other) => /^(\$|any )/.test(other) && this.#find(other) === term,
    )
  }

  #find(term: string): string {
    const parent = this.#equal.get(term)
    return parent === undefined || parent === term ? term : this.#find(parent)
  }

  #join(one: string, other: string): void {
    for (const term of [one, other]) if (!this.#equal.has(term)) this.#equal.set(term, term)
    this.#equal.set(this.#find(one), this.#find(other))
  }

  visit(node: unknown, scopes: readonly Scope[]): void {
    if (Array.isArray(node)) for (const each of node) this.visit(each, scopes)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    for (const [name, value] of Object.entries(node as Tree)) {
      const tree = value as Tree
      if (this.#visited.has(tree)) continue
      if (name === 'SelectStmt' || name === 'UpdateStmt' || name === 'DeleteStmt')
        this.#query(tree, scopes)
      else if (name === 'InsertStmt') this.#insert(tree, scopes)
      else this.visit(value, scopes)
    }
  }

  /** Returns the relations that the query names. */
  #query(query: Tree, scopes: readonly Scope[]): Scope {
    this.#visited.add(query)
    if (scopes.length > 0 && query['limitCount'] !== undefined) this.#isLimitedInside = true
    const names = new Map<string, Relation>()
    const common = commonTablesOf(query)
    const from = [query['fromClause'], query['usingClause'], rangeOf(query['relation'])]
    for (const range of from) this.#collect(range, { names, common, scopes })
    const inner = [names, ...scopes]
    // Conditions in `where` and in `on` bind in the same way.
    this.#conditions(query['whereClause'], inner)
    for (const range of from) this.#joinConditions(range, inner)
    // Both sides of a union.
    for (const side of ['larg', 'rarg'])
      if (query[side] !== undefined) this.#query(query[side] as Tree, scopes)
    const rest = Object.entries(query).filter(([name]) => name !== 'larg' && name !== 'rarg')
    this.visit(
      rest.map(([, value]) => value),
      inner,
    )
    return names
  }

  #collect(node: unknown, into: Collected): void {
    if (Array.isArray(node)) for (const each of node) this.#collect(each, into)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const parts = node as Record<string, Tree | undefined>
    const { RangeVar: table, JoinExpr: join, RangeSubselect: query } = parts
    if (table !== undefined) this.#addTable(table, into.names, into.common)
    if (join !== undefined) this.#collect([join['larg'], join['rarg']], into)
    if (query !== undefined) this.#addQuery(query, into)
  }

  /** A query in `from` that returns the key of its only relation is a relation with this key. */
  #addQuery(range: Tree, { names, scopes }: Collected): void {
    const { SelectStmt: query } = range['subquery'] as Record<string, Tree | undefined>
    if (query === undefined) return
    const [relation, ...others] = this.#query(query, scopes).values()
    const columns = (query['targetList'] ?? []) as readonly { ResTarget: Tree }[]
    const hasKey = columns.some(({ ResTarget: { name, val } }) => {
      const { ColumnRef: column } = val as Record<string, Tree | undefined>
      return name === undefined && column !== undefined && namesOf(column['fields']).at(-1) === KEY
    })
    const { aliasname: alias } = (range['alias'] ?? {}) as { aliasname?: string }
    if (relation !== undefined && others.length === 0 && hasKey && alias !== undefined)
      names.set(alias, relation)
  }

  #addTable(range: Tree, names: Map<string, Relation>, common: ReadonlySet<string>): void {
    const table = String(range['relname'])
    if (common.has(table)) return
    const isDistributed = this.#placement.distributed.has(table)
    if (!isDistributed && !this.#placement.oneNode.has(table)) return
    const { aliasname: alias = table } = (range['alias'] ?? {}) as { aliasname?: string }
    const relation = { table, key: `${this.#relations.length}.${table}`, isDistributed }
    this.#relations.push(relation)
    names.set(alias, relation)
  }

  #joinConditions(node: unknown, scopes: readonly Scope[]): void {
    if (Array.isArray(node)) for (const each of node) this.#joinConditions(each, scopes)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const join = (node as Record<string, Tree | undefined>)['JoinExpr']
    if (join === undefined) return
    this.#conditions(join['quals'], scopes)
    this.#joinConditions([join['larg'], join['rarg']], scopes)
  }

  /** The equations that hold for every row: those joined by `and`. */
  #conditions(node: unknown, scopes: readonly Scope[]): void {
    const { BoolExpr: all, A_Expr: comparison } = (node ?? {}) as Record<string, Tree | undefined>
    if (all?.['boolop'] === 'AND_EXPR')
      for (const each of all['args'] as readonly unknown[]) this.#conditions(each, scopes)
    if (comparison === undefined || operatorOf(comparison) !== '=') return
    const isAny = comparison['kind'] === 'AEXPR_OP_ANY'
    if (comparison['kind'] !== 'AEXPR_OP' && !isAny) return
    const left = this.#termOf(comparison['lexpr'], scopes)
    const right = this.#termOf(comparison['rexpr'], scopes)
    if (left !== undefined && right !== undefined) this.#join(left, isAny ? `any ${right}` : right)
  }

  /** A key column or a parameter; undefined for any other expression. */
  #termOf(node: unknown, scopes: readonly Scope[]): string | undefined {
    const tree = (node ?? {}) as Record<string, Tree | undefined>
    if (tree['TypeCast'] !== undefined) return this.#termOf(tree['TypeCast']['arg'], scopes)
    if (tree['ParamRef'] !== undefined) return `$${String(tree['ParamRef']['number'])}`
    if (tree['ColumnRef'] === undefined) return undefined
    const [first = '', second] = namesOf(tree['ColumnRef']['fields'])
    if (second !== undefined)
      return second === KEY ? scopes.find((each) => each.has(first))?.get(first)?.key : undefined
    if (first !== KEY) return undefined
    for (const scope of scopes) {
      const keyed = [...scope.values()].filter(({ isDistributed }) => isDistributed)
      if (keyed.length > 0) return keyed.length === 1 ? keyed[0]?.key : undefined
    }
    return undefined
  }

  #insert(insert: Tree, scopes: readonly Scope[]): void {
    const names = new Map<string, Relation>()
    this.#addTable(insert['relation'] as Tree, names, new Set())
    const [target] = names.values()
    const targets = (insert['cols'] ?? []) as readonly { ResTarget: Tree }[]
    const columns = targets.map(({ ResTarget }) => String(ResTarget['name']))
    const { SelectStmt: rows } = (insert['selectStmt'] ?? {}) as Record<string, Tree | undefined>
    if (target?.isDistributed === true) {
      if (rows !== undefined) this.#bindRows(target, rows, columns.indexOf(KEY))
      const conflict = (insert['onConflictClause'] as Tree | undefined)?.['infer'] as
        Tree | undefined
      const unique = (conflict?.['indexElems'] as readonly { IndexElem: Tree }[] | undefined) ?? []
      if (unique.length > 0 && !unique.some(({ IndexElem }) => IndexElem['name'] === KEY))
        this.#looseConflicts.push(target.table)
    }
    this.visit(insert['selectStmt'], [names, ...scopes])
  }

  /** The key of each inserted row: a parameter each, or the same of a query. */
  #bindRows(target: Relation, rows: Tree, position: number): void {
    const lists = rows['valuesLists'] as readonly { List: { items: readonly Tree[] } }[] | undefined
    if (lists === undefined) {
      // The coordinator reads the rows of a query before they are written.
      this.#isPulled = true
      return
    }
    const keys = lists.map(({ List }) => this.#termOf(List.items[position], []))
    if (keys.includes(undefined)) return
    const distinct = new Set(keys.map(String))
    for (const key of distinct) this.#inserted.add(key)
    this.#join(target.key, distinct.size === 1 ? String(keys[0]) : INSERTED)
  }
}

const operatorOf = (comparison: Tree): string | undefined => namesOf(comparison['name'])[0]

export const namesOf = (list: unknown): readonly string[] =>
  (list as readonly { String?: { sval: string } }[]).map((each) => each.String?.sval ?? '*')

/** The target of an update or a delete is not a list. */
const rangeOf = (relation: unknown): unknown =>
  relation === undefined ? undefined : { RangeVar: relation }

function commonTablesOf(query: Tree): ReadonlySet<string> {
  const tables = (query['withClause'] as Tree | undefined)?.['ctes'] as
    readonly { CommonTableExpr: Tree }[] | undefined
  return new Set(tables?.map(({ CommonTableExpr }) => String(CommonTableExpr['ctename'])))
}
