// Runs commands that the product shows to its users, as their shell would.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface BashOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly timeoutMs?: number
}

/**
 * Runs a script in bash and returns its output; an exit code other than 0 rejects. Start-up files
 * are skipped: Node.js gives a child a socket as standard input, which bash takes for a remote
 * shell where SHLVL is not set, and then it runs `.bashrc` first.
 */
export function runBash(
  script: string,
  { cwd, env, timeoutMs = 200_000 }: BashOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  const args = ['--norc', '-euo', 'pipefail', '-c', script]
  return promisify(execFile)('bash', args, { cwd, env, timeout: timeoutMs })
}
