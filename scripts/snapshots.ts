// `npm run snapshots` regenerates the snapshots by running the tests that compare them. Review the
// diff.

import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const compares = /from '[./]*kit\/(snapshot|transcript)\.ts'/
const files = globSync('test/**/*.test.ts').filter(
  (file) => !file.includes('browser') && compares.test(readFileSync(file, 'utf8')),
)
const child = spawn(process.execPath, ['test/run.ts', ...files], {
  stdio: 'inherit',
  env: { ...process.env, SANDCARD_TEST_SNAPSHOTS: 'write', SANDCARD_TEST_DATABASES: 'sqlite' },
})
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
