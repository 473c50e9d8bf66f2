// The cursor of a list: the key of the last row, opaque to clients.

import { equalInConstantTime, type Vault } from '../../projects/vault.ts'
import type { Key } from '../../store/keyset.ts'

/** Maximum length of a cursor. */
export const CURSOR_LENGTH = 200

/**
 * The signature prevents clients from constructing cursors, and lists from accepting each other's.
 */
export function writeCursor(vault: Vault, list: string, key: Key): string {
  const text = JSON.stringify(key)
  return Buffer.from(`${mark(vault, list, text)}${text}`).toString('base64url')
}

/** The key in a cursor of the list; undefined for any other text. */
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
