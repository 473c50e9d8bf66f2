// Random bytes for ids, from a pool, because a system call per id would cost more than the rest of
// the id.

import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 4096
const ID_BYTES = 8

const pool = new Uint8Array(POOL_BYTES)
let used = POOL_BYTES

/** Eight random bytes, used once. */
export function random(): Uint8Array {
  if (used === POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.slice(used - ID_BYTES, used)
}
