// `npm start -- COMMAND` in a fresh clone, which does not contain the generated client.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const generated = join(root, 'src/client/operations.ts')
const COPIED = ['docs', 'package.json', 'package-lock.json', 'scripts', 'src']

test('npm start -- COMMAND generates the client of a fresh clone, then runs the command', (t) => {
  const clone = mkdtempSync(join(tmpdir(), 'sandcard-clone-'))
  t.after(() => rmSync(clone, { recursive: true, force: true }))
  const filter = (path: string): boolean => path !== generated
  for (const name of COPIED)
    cpSync(join(root, name), join(clone, name), { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  const args = [join(clone, 'scripts/start.mjs'), 'clock', '--url', 'http://127.0.0.1:2']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.match(stderr, /^sandcard: No service responds at http:\/\/127\.0\.0\.1:2 /)
  assert.deepEqual([status, stdout], [5, ''])
})
