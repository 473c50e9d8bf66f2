// The usage of the `sandcard` command.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SandcardProcess } from './kit/process.ts'

const USAGE =
  'Usage: sandcard [--host <host>] [--port <port>] [--database <url>] [--public-url <url>] [--mode local|hosted] [--log-level <level>] [--config <file>] [--threads <count>]\n'

test('The command with --help prints its usage, explains each flag, starts nothing and exits with 0', async () => {
  const { code, stdout, stderr } = await new SandcardProcess({}, ['--help']).exited()
  assert.deepEqual([code, stderr], [0, ''])
  assert.ok(stdout.startsWith(USAGE), stdout)
  const explained = stdout
    .split('\n')
    .flatMap((line) => /^ {2}(?:-h, )?(--[a-z-]+) +/.exec(line)?.[1] ?? [])
  const flags = [...USAGE.matchAll(/--[a-z-]+/g)].map(([flag]) => flag)
  assert.deepEqual(explained, [...flags, '--help'])
})
