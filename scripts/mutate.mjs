// `npm run mutate -- src/ledger`: StrykerJS changes the sources of a folder, one place at a time,
// and lists the changes that no test in the mirrored folder detects. It works in a copy of the
// repository, on SQLite. StrykerJS is installed next to the cached results of other tools.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foreground } from './child.mjs'
import { DEVELOPMENT_SET, npmCall, root, runtime, setup } from './setup.mjs'

const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/tap-runner@9.6.1']
const USAGE = `npm run mutate -- FOLDER|FILE[:LINE-LINE] ... [--tests GLOB] [--concurrency N]

Changes the sources and lists the changes that no test notices. By default the tests are those of
the mirrored folder: test/ledger for src/ledger.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    concurrency: { type: 'string', default: '2' },
    help: { type: 'boolean' },
  },
})
if (values.help === true || positionals.length === 0) console.log(USAGE)
else process.exitCode = await mutate()

async function mutate() {
  await setup(DEVELOPMENT_SET)
  const installed = join(root, 'node_modules/.cache/sandcard-stryker')
  const work = mkdtempSync(join(tmpdir(), 'sandcard-mutation-'))
  try {
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'package.json'), '{ "private": true }')
    const { command, args, shell } = npmCall([
      'install',
      '--prefer-offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...STRYKER,
    ])
    const failed = await foreground(command, args, { cwd: installed, shell })
    if (failed !== 0) return failed
    const settings = join(work, 'stryker.json')
    writeFileSync(settings, JSON.stringify(settingsIn(work)))
    const stryker = join(installed, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    return await foreground(runtime(), [stryker, 'run', settings], {
      cwd: root,
      env: { ...process.env, SANDCARD_TEST_DATABASES: 'sqlite', NODE_TEST_CONTEXT: undefined },
    })
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

function settingsIn(work) {
  return {
    mutate: positionals.map((path) => (/\.ts\b/.test(path) ? path : `${path}/**/*.ts`)),
    // Most texts are for people, and tests do not repeat them.
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'tap',
    tap: {
      testFiles: values.tests ?? positionals.map(mirroredTests),
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
    },
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    reporters: ['clear-text', 'progress'],
    tempDirName: join(work, 'copies'),
    // Types are stripped, so no compiler has to accept the changed files.
    disableTypeChecks: false,
    tsconfigFile: 'none',
  }
}

/** The tests of a folder, or of the folder of a file. */
function mirroredTests(path) {
  const folder = path.replace(/\/[^/]*\.ts\b.*$/, '').replace(/^src\b/, 'test')
  return `${folder}/**/!(*browser).test.ts`
}
