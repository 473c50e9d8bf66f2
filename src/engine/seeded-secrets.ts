// The secrets of a project with a seed.

import { hkdfSync } from 'node:crypto'
import {
  newProjectSecrets,
  PROJECT_ENTROPY_BYTES,
  type ProjectSecrets,
} from '../projects/project.ts'

const KEY_BYTES = 32

/**
 * The secrets of the project with this index among the projects with the seed. Key, product and
 * sequence are the same for all of them. `secret` prevents others from deriving them.
 */
export function seededSecrets(
  seed: string,
  index: number,
  secret: Uint8Array = Buffer.alloc(0),
): ProjectSecrets & { readonly stream: string } {
  const derived = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', seed, secret, `sandcard ${purpose}`, bytes))
  const entropyOf = (n: number): Buffer => derived(`seed ${n}`, PROJECT_ENTROPY_BYTES)
  const { dataKey, product } = newProjectSecrets(entropyOf(0))
  const stream = derived('stream', KEY_BYTES).toString('base64url')
  return { ...newProjectSecrets(entropyOf(index)), dataKey, product, stream }
}
