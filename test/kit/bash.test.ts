// A script prints the same output wherever the tests are started.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runBash } from './bash.ts'

const { PATH } = process.env

for (const [where, level] of [
  ['by a service manager, which sets no SHLVL', {}],
  ['in a terminal', { SHLVL: '1' }],
] as const)
  test(`bash started ${where} runs the script and ignores .bashrc`, async (t) => {
    const HOME = mkdtempSync(join(tmpdir(), 'sandcard-home-'))
    t.after(() => rmSync(HOME, { recursive: true }))
    writeFileSync(join(HOME, '.bashrc'), 'echo from .bashrc; PATH=/nowhere')
    const printed = await runBash('echo "$PATH"', { env: { HOME, PATH, ...level } })
    assert.deepEqual(printed, { stdout: `${PATH}\n`, stderr: '' })
  })

test('A failing command ends the script', async () => {
  await assert.rejects(runBash('false | true; echo further'), { code: 1, stdout: '' })
})
