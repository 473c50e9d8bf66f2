// Generates what is not committed, if it is missing or a source is newer.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, runtime } from './setup.mjs'

/** The types and routes of the clients; ends the process if they cannot be generated. */
export function generateClient() {
  const script = join(root, 'scripts/client.ts')
  const { status } = spawnSync(runtime(), [script, '--if-stale'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
