// Compares a binding's owner byte by byte, regardless of the database's collation. The bindings of
// a card are a range of it, and most collations ignore the separator before the dataset. SQLite
// compares bytes anyway.

import type { Dialect } from '../store.ts'

export const bindingOwner = (dialect: Dialect): string[] =>
  dialect === 'sqlite' ? [] : [`alter table binding alter column owner type text collate "C"`]
