// Chance for ids, drawn from a pool: asking the system for eight bytes at a time costs more than all the rest of an id.

import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 4096
const ID_BYTES = 8

const pool = new Uint8Array(POOL_BYTES)
let used = POOL_BYTES

/** Eight bytes that nobody else is given. */
export function random(): Uint8Array {
  if (used === POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.slice(used - ID_BYTES, used)
}
