// `npm run kept`: writes anew what answers and pages are compared with, by the tests that compare them. What git shows afterwards is what they
// say otherwise than before.

import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const compares = /from '[./]*kit\/(outline|answer-in-words)\.ts'/
const files = globSync('test/**/*.test.ts').filter(
  (file) => !file.includes('browser') && compares.test(readFileSync(file, 'utf8')),
)
const child = spawn(process.execPath, ['test/run.ts', ...files], {
  stdio: 'inherit',
  env: { ...process.env, SANDCARD_TEST_OUTLINES: 'write', SANDCARD_TEST_DATABASES: 'sqlite' },
})
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
