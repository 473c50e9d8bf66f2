// The files of the container image: the steps of the Dockerfile, without Docker, on a checkout
// without generated files.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '../kit/process.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n')
const STEPS = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')

const run = (folder: string, command: string) =>
  spawnSync('sh', ['-c', command.replaceAll(/\bnode\b/g, process.execPath)], {
    cwd: folder,
    encoding: 'utf8',
    env: inheritedEnvironment(),
  })

test('The image has the files that the commands load', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-image-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const isGenerated = (path: string): boolean => IGNORED.includes(path.slice(ROOT.length))
  const copied = STEPS.filter((step) => /^COPY (?!--)/.test(step))
  for (const step of copied) {
    const sources = step.split(' ').slice(1)
    const to = sources.pop() ?? ''
    for (const from of sources) {
      assert.ok(IGNORED.includes(`!${from}`), from)
      const target = join(folder, to.endsWith('/') ? join(to, from) : to)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(ROOT, from), target, { recursive: true, filter: (path) => !isGenerated(path) })
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const generate = STEPS.find((step) => step.startsWith('RUN node '))?.slice('RUN '.length) ?? ''
  const generated = run(folder, generate)
  assert.equal(generated.status, 0, generated.stderr)
  const listed = run(folder, 'node src/main.ts project list --url http://127.0.0.1:1')
  assert.match(listed.stderr, /^[^\n]*127\.0\.0\.1:1[^\n]*\n$/)
  assert.notEqual(listed.status, 0)
})
