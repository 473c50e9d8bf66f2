// How a table is given a definition that `alter table` cannot give it. SQLite can add, rename and
// drop columns, and that is all: another check, key or type needs a new table that takes over the
// rows. PostgreSQL alters what there is.

/** A table in its new form. */
export interface Rebuilt {
  readonly name: string
  /** The text after the name in `create table`: the columns in parentheses, and the options. */
  readonly definition: string
  /** Every column of the new table, with the expression over the old one that fills it. */
  readonly columns: Readonly<Record<string, string>>
  /** The indexes, which go with the old table. */
  readonly indexes: readonly string[]
}

/**
 * The statements of a rebuild on SQLite, in the one order that is safe
 * (https://sqlite.org/lang_altertable.html): what refers to the table does so by its name, so the
 * new one takes the name last, when the old one is gone. The runner does not enforce
 * references meanwhile, because dropping a referenced table would delete its rows and fail. It
 * checks the references before it commits.
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

/** Columns that are taken over as they are. */
export const unchanged = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))
