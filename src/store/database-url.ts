// The database in a setting.

/** Path of an in-memory SQLite database, which ends with the process. */
export const MEMORY_PATH = ':memory:'

export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }
