// The cursor that leads from one answer of a list to the next: the key of the last row, opaque to whoever sends it back.

import { equalInConstantTime, type Vault } from '../../projects/vault.ts'
import type { Key } from '../../store/keyset.ts'

/** A cursor is no longer than this, whatever the list is ordered by. */
export const CURSOR_LENGTH = 200

/** The mark keeps anyone from making cursors of their own, and a list from taking another's. */
export function writeCursor(vault: Vault, list: string, key: Key): string {
  const text = JSON.stringify(key)
  return Buffer.from(`${mark(vault, list, text)}${text}`).toString('base64url')
}

/** The key that a cursor of the list holds; undefined for anything else. */
export function readCursor<K extends Key>(
  vault: Vault,
  list: string,
  cursor: string,
): K | undefined {
  const written = Buffer.from(cursor, 'base64url').toString('utf8')
  const start = written.indexOf('[')
  const text = written.slice(start)
  const isOurs = equalInConstantTime(written.slice(0, start), mark(vault, list, text))
  return isOurs ? (JSON.parse(text) as K) : undefined
}

const mark = (vault: Vault, list: string, key: string): string =>
  vault.scopeHash(`${list} cursor ${key}`)
