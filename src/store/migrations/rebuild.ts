// Table changes that `alter table` in SQLite does not support. SQLite can only add, rename and drop
// columns: a new check, key or type needs a new table with copied rows. PostgreSQL alters the
// existing table.

/** The new definition of a table. */
export interface Rebuilt {
  readonly name: string
  /** The text after the name in `create table`: the columns in parentheses, and the options. */
  readonly definition: string
  /** Every column of the new table, with the expression over the old one that fills it. */
  readonly columns: Readonly<Record<string, string>>
  /** Indexes to recreate, because they are dropped with the old table. */
  readonly indexes: readonly string[]
}

/**
 * The statements of a rebuild on SQLite, in the only safe order
 * (https://sqlite.org/lang_altertable.html): references use the table name, so the new table is
 * renamed last, after the old one is dropped. The runner disables foreign keys in the meantime,
 * because dropping a referenced table would fail, and checks them before the commit.
 */
export function rebuild({ name, definition, columns, indexes }: Rebuilt): readonly string[] {
  const next = `${name}_rebuilt`
  return [
    `create table ${next} ${definition}`,
    `insert into ${next} (${Object.keys(columns).join(', ')})
      select ${Object.values(columns).join(', ')} from ${name}`,
    `drop table ${name}`,
    `alter table ${next} rename to ${name}`,
    ...indexes,
  ]
}

/** Columns that are copied unchanged. */
export const unchanged = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))
