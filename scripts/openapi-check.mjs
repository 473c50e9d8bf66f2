// `npm run openapi-check`: generates clients from `/openapi.json` with three well-known generators,
// compiles them under `strict`, and pays an order with one of them. The generators are installed
// into a temporary folder, because some of them bring binaries for one platform.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEVELOPMENT_SET, npmCall, root, runtime, setup } from './setup.mjs'

/** Maximum duration of a step, in milliseconds. */
const STEP_TIMEOUT_MS = 120_000
/** Two of them do not support the TypeScript version that compiles their output here. */
const GENERATORS = {
  'openapi-typescript': '7.13.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  typescript: '5.9.3',
}

const USE = `
import { client } from './hey/client.gen.js'
import { getClock, getOrderStatusExtended, paymentorder, register } from './hey/sdk.gen.js'

const [baseUrl = ''] = process.argv.slice(2)
client.setConfig({ baseUrl })
const merchant = { userName: 'demo-api', password: 'demo-password' }
const order = { amount: '2000', returnUrl: 'https://shop.example/return' }
const { data: registered } = await register({ body: { ...merchant, ...order } })
if (registered === undefined || !('orderId' in registered)) throw new Error('not registered')
const { orderId } = registered
const card = { $PAN: '4444555511113333', $CVC: '123', $EXPIRY: '203412', TEXT: 'ANN DOE' }
const { data: paid } = await paymentorder({ body: { ...merchant, MDORDER: orderId, ...card } })
if (paid === undefined || !('redirect' in paid)) throw new Error('not paid')
const { data: status } = await getOrderStatusExtended({ body: { ...merchant, orderId } })
if (status?.errorCode !== '0' || status.orderStatus !== 2) throw new Error('the order is not paid')
const { data: clock } = await getClock({ headers: { 'X-API-KEY': 'demo-api-key' } })
if (clock?.frozen !== false) throw new Error('the clock was not read')
`

await setup(DEVELOPMENT_SET)
const folder = mkdtempSync(join(tmpdir(), 'sandcard-openapi-'))
const service = spawn(
  runtime(),
  [
    join(root, 'src/main.ts'),
    '--database',
    'sqlite::memory:',
    '--port',
    '0',
    '--log-level',
    'warn',
  ],
  { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
)
try {
  const url = await readyUrl()
  written('package.json', JSON.stringify({ private: true, type: 'module' }))
  writeProject()
  const wanted = Object.entries(GENERATORS).map(([name, version]) => `${name}@${version}`)
  npm(['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted])
  written('openapi.json', await (await fetch(`${url}/openapi.json`)).text())
  generate('openapi-typescript', ['openapi.json', '-o', 'types.ts'])
  generate('@hey-api/openapi-ts', [
    '-i',
    'openapi.json',
    '-o',
    'hey',
    '-c',
    '@hey-api/client-fetch',
  ])
  generate('orval', ['--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'])
  written('use.ts', USE)
  run('the clients compile under strict', [join(root, 'node_modules/typescript/bin/tsc')])
  run('a generated client pays an order', [join(folder, 'built/use.js'), url])
} finally {
  service.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** The URL of the service, once it is ready. */
function readyUrl() {
  return new Promise((resolve, reject) => {
    let output = ''
    service.stdout.on('data', (chunk) => {
      output += chunk
      const url = /^sandcard ready on (\S+)/m.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    service.once('close', (code) => reject(new Error(`the service ended with ${code}`)))
  })
}

function generate(name, args) {
  const bin = spawnSync(runtime(), ['-p', `JSON.stringify(require('${name}/package.json').bin)`], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout
  const declared = JSON.parse(bin)
  const file = typeof declared === 'string' ? declared : Object.values(declared)[0]
  run(`${name} generates a client`, [join(folder, 'node_modules', name, file), ...args])
}

/** Written first, because a generator reads from it how imports are spelled. */
function writeProject() {
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2024',
    outDir: 'built',
    lib: ['es2024', 'dom', 'dom.iterable'],
    rootDir: '.',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const files = ['types.ts', 'orval.ts', 'use.ts']
  written('tsconfig.json', JSON.stringify({ compilerOptions, files }))
}

function npm(options) {
  const { command, args, shell } = npmCall(options)
  spawned('the generators are installed', command, args, { shell })
}

function run(name, args) {
  spawned(name, runtime(), args)
}

function spawned(name, command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: STEP_TIMEOUT_MS,
    ...options,
  })
  if (status !== 0) throw new Error(`not so: ${name}\n${stdout}${stderr}`)
  console.log(`✔ ${name}`)
}

function written(name, text) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
