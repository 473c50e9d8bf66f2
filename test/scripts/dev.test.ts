// With `npm run dev`, a debugger connects to the service, and to none of the processes around it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const DEV = fileURLToPath(new URL('../../scripts/dev.mjs', import.meta.url))
const SERVICE = ['--port', '0', '--database', 'sqlite::memory:', '--log-level', 'warn']

test('npm run dev -- --inspect opens the service to a debugger', async (t) => {
  const flags = [DEV, '--inspect=127.0.0.1:0', ...SERVICE]
  // Node.js names the debugger's address on standard error: one stream keeps the order.
  const child = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  })
  const ended = once(child, 'close')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let inspector = ''
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    inspector = /^Debugger listening on ws:\/\/([^/]+)\//.exec(line)?.[1] ?? inspector
    if (!line.startsWith('sandcard ready on ')) continue
    const title = await titleAt(inspector)
    // A file has changed and restarted the service, which will report that it is ready again.
    if (title === undefined) continue
    assert.match(title, /src\/main\.ts$/)
    return
  }
  assert.fail(`the service has not started: ${lines.join('\n')}`)
})

/** The title of the first target of a debugger; undefined if nothing listens there. */
async function titleAt(inspector: string): Promise<string | undefined> {
  const answer = await fetch(`http://${inspector}/json`).catch(() => undefined)
  const [target] = ((await answer?.json()) ?? []) as readonly { readonly title: string }[]
  return target?.title
}
