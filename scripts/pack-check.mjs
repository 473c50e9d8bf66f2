// `npm run pack-check`: makes the package as it would be published, installs it into an empty folder and uses it as somebody else would: from
// code, from TypeScript with every check on, and as the command. Packages that npm has in its cache are not fetched again.

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEVELOPMENT_SET, npmCall, root, runtime, setup } from './setup.mjs'

/** No step takes longer, milliseconds. */
const STEP_TIMEOUT_MS = 300_000
/** What a published package consists of. */
const PUBLISHED_PATTERN = /^(dist\/.+|docs\/[\w-]+\.md|package\.json|README\.md|LICENSE)$/

const USER_CODE = `
import { startSandcard } from 'sandcard'
const sandcard = await startSandcard({ database: 'sqlite::memory:', port: 0, logLevel: 'silent' })
const { status } = await fetch(sandcard.url + '/readyz')
await sandcard.close()
if (status !== 200) throw new Error('the service is not ready: ' + status)
`
const TYPED_USER_CODE = `
import { type Sandcard, startSandcard } from 'sandcard'
const sandcard: Sandcard = await startSandcard({ database: 'sqlite::memory:', port: 0 })
const { control } = await sandcard.project()
export const sum: number = (await control.getLedger()).trialBalance
await sandcard.close()
`

await setup(DEVELOPMENT_SET)
const folder = mkdtempSync(join(tmpdir(), 'sandcard-pack-'))
const user = join(folder, 'user')
try {
  const tarball = pack()
  install(tarball)
  run('used from code', runtime(), [written('use.mjs', USER_CODE)])
  typeCheck()
  await startAndStop()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Makes the package and answers where it is. */
function pack() {
  const [{ filename, files, size }] = JSON.parse(
    npm('made', ['pack', '--json', '--pack-destination', folder], root),
  )
  const strange = files.map(({ path }) => path).filter((path) => !PUBLISHED_PATTERN.test(path))
  if (strange.length > 0) fail('made', `it holds ${strange.join(', ')}`)
  console.log(`  ${filename}: ${files.length} files, ${Math.round(size / 1024)} KiB`)
  return join(folder, filename)
}

function install(tarball) {
  mkdirSync(user)
  written('package.json', JSON.stringify({ private: true, type: 'module' }))
  npm('installed', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], user)
}

/** With the checks of libraries on: a declaration that names a package which does not come along is found here. */
function typeCheck() {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2024' },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  }
  written('use.ts', TYPED_USER_CODE)
  const project = written('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  run('used from TypeScript', runtime(), [compiler, '-p', project])
}

/** The command says that it is ready, and ends well when it is told to. */
function startAndStop() {
  const name = 'started and stopped as a command'
  const command = join(user, 'node_modules/sandcard/dist/main.js')
  const child = spawn(runtime(), [command, '--database', 'sqlite::memory:', '--port', '0'], {
    cwd: user,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: STEP_TIMEOUT_MS,
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (/^sandcard ready on http/m.test(output)) child.kill('SIGTERM')
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code !== 0) fail(name, `it ended with ${code}\n${output}`)
      console.log(`✔ ${name}`)
      resolve()
    })
  })
}

/** Runs npm, the one that called us, and answers what it printed. */
function npm(name, options, cwd) {
  const { command, args, shell } = npmCall(options)
  return run(name, command, args, { cwd, shell })
}

function run(name, command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: user, encoding: 'utf8', timeout: STEP_TIMEOUT_MS },
    ...options,
  })
  if (status !== 0) fail(name, `${stdout}${stderr}`)
  console.log(`✔ ${name}`)
  return stdout
}

function written(name, text) {
  const path = join(user, name)
  writeFileSync(path, text)
  return path
}

function fail(name, reason) {
  console.error(`✖ not ${name}: ${reason}`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(1)
}
