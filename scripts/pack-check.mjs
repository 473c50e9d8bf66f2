// `npm run pack-check`: creates the package, installs it in an empty folder and uses it: from code,
// from TypeScript, as a command, and in the guide's test frameworks.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DEVELOPMENT_SET, npmCall, root, runtime, setup } from './setup.mjs'

/** Milliseconds that a step may take. */
const STEP_TIMEOUT_MS = 300_000
/** The files of the package. */
const PUBLISHED_PATTERN = /^(dist\/[\w.-]+|package\.json|README\.md|LICENSE)$/
const FILES_MAX = 40
/** Bytes of the compressed package. The goal is 500,000. */
const SIZE_MAX = 690_000
/** Other versions of Node.js: one that runs the package, and one that is too old. */
const SUPPORTED = '24'
const TOO_OLD = '20'

const USER_CODE = `
import { startSandcard } from 'sandcard'
import { connect } from 'sandcard/client'
const sandcard = await startSandcard({ database: 'sqlite::memory:', port: 0, logLevel: 'silent' })
const { status } = await fetch(sandcard.url + '/readyz')
const guide = await fetch(sandcard.url + '/guides/install')
const { c } = await connect(sandcard.url).project()
const { orderId } = await c.register({ amount: 2000, returnUrl: 'https://shop.example/' })
await sandcard.close()
if (status !== 200) throw new Error('the service is not ready: ' + status)
if (guide.status !== 200) throw new Error('the guides are missing: ' + guide.status)
if (!orderId) throw new Error('no order')
`
const COMMON_JS_CODE = `
const { startSandcard } = require('sandcard')
startSandcard({ database: 'sqlite::memory:', port: 0, logLevel: 'silent' }).then((sandcard) =>
  sandcard.close(),
)
`
const TYPED_USER_CODE = `
import { type Sandcard, startSandcard } from 'sandcard'
const sandcard: Sandcard = await startSandcard({ database: 'sqlite::memory:', port: 0 })
const { c, control } = await sandcard.project()
export const sum: number = (await control.getLedger()).trialBalance
const { orderId } = await c.register({ amount: 2000, returnUrl: 'https://shop.example/' })
export const order: string = orderId
// @ts-expect-error An amount is a number or its digits.
export const wrong = c.register({ amount: true, returnUrl: 'https://shop.example/' })
await sandcard.close()
`

/** The guide's test frameworks: packages, import and command of each example. */
const FRAMEWORKS = [
  {
    name: 'node:test',
    packages: [],
    from: 'node:test',
    file: 'node/order.test.ts',
    command: ['--test', 'node/order.test.ts'],
  },
  {
    name: 'Vitest',
    packages: ['vitest@4.1.12'],
    from: 'vitest',
    file: 'vitest/order.test.ts',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--root', 'vitest'],
  },
  {
    name: 'Jest',
    packages: ['jest@30.5.2', '@jest/globals@30.5.2'],
    from: '@jest/globals',
    file: 'jest/order.test.mjs',
    command: [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--rootDir',
      'jest',
      '--testMatch',
      '**/*.mjs',
    ],
  },
  {
    name: 'Playwright',
    packages: ['@playwright/test@1.65.1'],
    from: '@playwright/test',
    file: 'playwright/order.spec.ts',
    command: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'playwright'],
  },
]
const COMMAND = 'node_modules/sandcard/dist/main.js'
const CHROMIUM_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const CHROMIUM_PATH = CHROMIUM_PATHS.find((path) => existsSync(path))
const PLAYWRIGHT_CONFIG = `export default { use: { launchOptions: {
  executablePath: '${CHROMIUM_PATH}', args: ['--no-sandbox'] } } }
`

await setup(DEVELOPMENT_SET)
const folder = mkdtempSync(join(tmpdir(), 'sandcard-pack-'))
const user = join(folder, 'user')
try {
  const tarball = pack()
  install(tarball)
  useFromCode('', runtime())
  const versions = installRuntimes([SUPPORTED, TOO_OLD])
  useFromCode(`with Node.js ${SUPPORTED}`, versions[SUPPORTED])
  refuseOldRuntime(versions[TOO_OLD])
  typeCheck()
  await startAndStop()
  await runFrameworks()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Creates the package and returns its path. */
function pack() {
  const [{ filename, files, size }] = JSON.parse(
    npm('made', ['pack', '--json', '--pack-destination', folder], root),
  )
  const strange = files.map(({ path }) => path).filter((path) => !PUBLISHED_PATTERN.test(path))
  if (strange.length > 0) fail('made', `it holds ${strange.join(', ')}`)
  console.log(`  ${filename}: ${files.length} files, ${Math.round(size / 1000)} kB`)
  if (files.length > FILES_MAX || size > SIZE_MAX)
    fail('made', `limits are ${FILES_MAX} files and ${SIZE_MAX} bytes`)
  return join(folder, filename)
}

function install(tarball) {
  written('package.json', JSON.stringify({ private: true, type: 'module' }))
  npm('installed', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], user)
}

/** As an ES module and from CommonJS. */
function useFromCode(where, node) {
  run(`used from an ES module ${where}`, node, [written('use.mjs', USER_CODE)])
  run(`used from CommonJS ${where}`, node, [written('use.cjs', COMMON_JS_CODE)])
}

/** Other Node.js versions by major version, outside the user's project. */
function installRuntimes(majors) {
  const folders = majors.map((major) => [major, join(folder, `node-${major}`)])
  for (const [major, path] of folders) {
    mkdirSync(path)
    writeFileSync(join(path, 'package.json'), JSON.stringify({ allowScripts: { node: true } }))
    const options = ['install', '--prefer-offline', '--no-audit', '--no-fund', `node@${major}`]
    npm(`installed Node.js ${major}`, options, path)
  }
  return Object.fromEntries(
    folders.map(([major, path]) => [major, join(path, 'node_modules/node/bin/node')]),
  )
}

/** The package and the command report which version they need. */
function refuseOldRuntime(node) {
  const name = `refused by Node.js ${TOO_OLD}`
  for (const script of [written('use.mjs', USER_CODE), join(user, COMMAND)]) {
    const { status, stderr } = spawnSync(node, [script], { encoding: 'utf8' })
    const isClear = /Sandcard needs Node\.js \d+ or newer; this is /.test(stderr)
    if (status === 0 || !isClear) fail(name, stderr)
  }
  console.log(`✔ ${name}`)
}

/** Checks libraries too, to find declarations that import a package which is not a dependency. */
function typeCheck() {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  written('use.ts', TYPED_USER_CODE)
  const project = written('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  run('used from TypeScript', runtime(), [compiler, '-p', project])
}

/** Compiles the framework examples under both module resolutions, then runs them. */
async function runFrameworks() {
  const { default: ts } = await import('typescript')
  const asJavaScript = (code) =>
    ts.transpileModule(code, { compilerOptions: { target: 'esnext', module: 'esnext' } }).outputText
  npm(
    'installed the test frameworks',
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...FRAMEWORKS.flatMap(({ packages }) => packages),
    ],
    user,
  )
  const guide = readFileSync(join(root, 'docs/test-frameworks.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
  const exampleOf = ({ from }) => blocks.find((code) => code.includes(`from '${from}'`))
  const files = FRAMEWORKS.map((framework, index) =>
    written(`framework-${index}.ts`, exampleOf(framework)),
  )
  for (const module of ['nodenext', 'esnext']) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module,
      target: 'es2024',
      ...(module === 'esnext' && { moduleResolution: 'bundler' }),
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    }
    const project = written('tsconfig.json', JSON.stringify({ compilerOptions, files }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    run(`compiled the test frameworks' examples with ${module}`, runtime(), [
      compiler,
      '-p',
      project,
    ])
  }
  written('playwright/playwright.config.ts', PLAYWRIGHT_CONFIG)
  for (const framework of FRAMEWORKS) {
    if (framework.name === 'Playwright' && CHROMIUM_PATH === undefined) {
      console.log(`- skipped Playwright: ${CHROMIUM_PATHS.join(' or ')} is missing`)
      continue
    }
    const code = exampleOf(framework)
    written(framework.file, framework.file.endsWith('.mjs') ? asJavaScript(code) : code)
    run(`ran the example of ${framework.name}`, runtime(), framework.command)
  }
}

/** The command prints its ready line and stops with exit code 0. */
function startAndStop() {
  const name = 'started and stopped as a command'
  const child = spawn(
    runtime(),
    [join(user, COMMAND), '--database', 'sqlite::memory:', '--port', '0'],
    {
      cwd: user,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: STEP_TIMEOUT_MS,
    },
  )
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

/** Runs the npm that started this script and returns its output. */
function npm(name, options, cwd) {
  const { command, args, shell } = npmCall(options)
  return run(name, command, args, { cwd, shell })
}

function run(name, command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: user,
    encoding: 'utf8',
    timeout: STEP_TIMEOUT_MS,
    ...options,
  })
  if (status !== 0) fail(name, `${stdout}${stderr}`)
  console.log(`✔ ${name}`)
  return stdout
}

function written(name, text) {
  const path = join(user, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

function fail(name, reason) {
  console.error(`✖ not ${name}: ${reason}`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(1)
}
