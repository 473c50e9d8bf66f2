// Checks that every file is formatted. oxfmt formats like Prettier in a fiftieth of the time, but
// breaks some union types differently, so Prettier checks those few files.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, runtime } from './setup.mjs'

const MAX_BUFFER_BYTES = 16 * 2 ** 20

function run(script, args) {
  const { error, status, stdout, stderr } = spawnSync(
    runtime(),
    [join(root, 'node_modules', script), ...args],
    { cwd: root, encoding: 'utf8', maxBuffer: MAX_BUFFER_BYTES },
  )
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}

const { status, stdout, stderr } = run('oxfmt/bin/oxfmt', ['--list-different'])
const files = stdout.split('\n').filter((line) => line !== '')
if (status !== 0 && files.length === 0) {
  process.stderr.write(stderr)
  process.exitCode = 1
} else if (files.length > 0) {
  const second = run('prettier/bin/prettier.cjs', ['--check', ...files])
  process.stderr.write(second.status === 0 ? '' : second.stderr)
  process.exitCode = second.status === 0 ? 0 : 1
}
