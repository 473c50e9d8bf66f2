// The numbered migrations. One that has run anywhere is never edited: a change is a new one at the end.

import type { Dialect } from '../store.ts'
import { issuing } from './0001-issuing.ts'
import { gateway } from './0002-gateway.ts'
import { callbackKey } from './0003-callback-key.ts'
import { bindingOwner } from './0004-binding-owner.ts'

export interface Migration {
  readonly name: string
  readonly statements: (dialect: Dialect) => readonly string[]
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-issuing', statements: issuing },
  { name: '0002-gateway', statements: gateway },
  { name: '0003-callback-key', statements: callbackKey },
  { name: '0004-binding-owner', statements: bindingOwner },
]

/** Names the migrations that ran; it has no key, since the start lock lets one process write at a time. */
export const SCHEMA_VERSION_TABLE =
  'create table if not exists schema_version (version integer not null, name text not null)'
