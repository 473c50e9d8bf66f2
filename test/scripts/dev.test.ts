// With `npm run dev` a debugger connects to the service, and to none of the processes around it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const DEV = fileURLToPath(new URL('../../scripts/dev.mjs', import.meta.url))
const SERVICE = ['--port', '0', '--database', 'sqlite::memory:', '--log-level', 'warn']

test('npm run dev -- --inspect opens the service to a debugger', async (t) => {
  const child = spawn(process.execPath, [DEV, '--inspect=127.0.0.1:0', ...SERVICE], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  })
  const ended = once(child, 'close')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const inspector = new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, address] = /^Debugger listening on ws:\/\/([^/]+)\//.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('sandcard ready on ')) break
  const targets = await (await fetch(`http://${await inspector}/json`)).json()
  const [target] = targets as readonly { readonly title: string }[]
  assert.match(target?.title ?? '', /src\/main\.ts$/)
})
