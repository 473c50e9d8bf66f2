// The usage of the `sandcard` command.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SandcardProcess } from './kit/process.ts'

const USAGE =
  'sandcard [--host HOST] [--port PORT] [--database URL] [--public-url URL] [--mode local|hosted] [--log-level LEVEL]\n'

test('The command with --help prints its usage, starts nothing and exits with 0', async () => {
  const { code, stdout, stderr } = await new SandcardProcess({}, ['--help']).exited()
  assert.deepEqual([code, stdout, stderr], [0, USAGE, ''])
})
