// Which database a setting names.

/** The path of an SQLite database that lives in memory and is gone with the process. */
export const MEMORY_PATH = ':memory:'

export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }
