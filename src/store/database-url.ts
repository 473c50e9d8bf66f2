// The database that a setting names.

/** Path of an SQLite database in memory, which ends with the process. */
export const MEMORY_PATH = ':memory:'

export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }
