// A binding's owner is compared character by character, whatever order the database was made to
// sort texts in: the bindings of a card are a range of it, and most languages sort as if the
// dataset that ends the range's name were not there. SQLite compares so anyway.

import type { Dialect } from '../store.ts'

export const bindingOwner = (dialect: Dialect): string[] =>
  dialect === 'sqlite' ? [] : [`alter table binding alter column owner type text collate "C"`]
