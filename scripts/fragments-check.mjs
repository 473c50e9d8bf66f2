// `npm run fragments-check`: runs the non-TypeScript code of docs/clients.md and docs/ci.md against
// a started service. The JavaScript libraries are installed into a temporary folder. The others are
// not in the npm registry: `scripts/fragments/` contains the classes that the guides use, with the
// same settings and the same requests. A language that is not installed is skipped and named in the
// last lines.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEVELOPMENT_SET, npmCall, root, runtime, setup } from './setup.mjs'

/** The first Go program compiles its standard library. */
const STEP_TIMEOUT_MS = 300_000
const LIBRARIES = ['sberbank-acquiring@1.2.2', 'alfabank@1.0.0-alpha.14']
const DEFAULT_URL = 'http://127.0.0.1:8583'
const MERCHANT = { userName: 'demo-api', password: 'demo-password' }
const API_KEY = { 'X-API-KEY': 'demo-api-key' }

/** A program in `scripts/fragments/` with the blocks of a guide that it runs, counted from 1. */
const PROGRAMS = [
  { guide: 'clients', language: 'js', blocks: [1], file: 'alfabank.mjs' },
  { guide: 'clients', language: 'js', blocks: [2], file: 'sberbank-acquiring.mjs' },
  { guide: 'clients', language: 'php', blocks: [1], file: 'php.php' },
  { guide: 'clients', language: 'python', blocks: [1], file: 'btipay.py' },
  { guide: 'clients', language: 'go', blocks: [1], file: 'go/cmd/alewon/main.go' },
  { guide: 'clients', language: 'go', blocks: [2, 3], file: 'go/cmd/helios/main.go' },
  { guide: 'clients', language: 'ruby', blocks: [1, 2], file: 'ruby.rb' },
  { guide: 'ci', language: 'python', blocks: [1], file: 'containers.py', registers: false },
  { guide: 'ci', language: 'go', blocks: [1], file: 'go/cmd/containers/main.go', registers: false },
  { guide: 'ci', language: 'java', blocks: [1], file: 'Containers.java', registers: false },
  // Debian has no .NET. `npm test` compares the port, variable and path of this one with the image.
  { guide: 'ci', language: 'csharp', blocks: [1] },
]
const INTERPRETERS = {
  js: [runtime()],
  php: ['php'],
  python: ['python3'],
  go: ['go', 'run'],
  ruby: ['ruby'],
  java: ['java'],
}

await setup(DEVELOPMENT_SET)
const folder = mkdtempSync(join(tmpdir(), 'sandcard-fragments-'))
const closing = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })]
try {
  for (const guide of ['clients', 'ci']) requireEveryBlock(guide)
  const service = await startedService()
  cpSync(join(root, 'scripts/fragments'), folder, { recursive: true })
  installLibraries()
  const environment = {
    ...process.env,
    SERVICE: service,
    RUNTIME: runtime(),
    MAIN: join(root, 'src/main.ts'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    ...(process.env.HOME === undefined && { GOCACHE: join(folder, 'go-cache') }),
  }
  for (const program of PROGRAMS.filter(isInstalled)) await runProgram(program)
  for (const { guide, language } of PROGRAMS.filter((program) => !isInstalled(program)))
    console.log(`SKIPPED: the ${language} code of docs/${guide}.md is not run here`)

  async function runProgram({ guide, language, blocks, file, registers = true }) {
    const codes = blocksOf(guide, language)
    const text = blocks.reduce(
      (program, number, index) => program.replace(markOf(index + 1), () => codes[number - 1]),
      readFileSync(join(folder, file), 'utf8'),
    )
    const { proxy = '', variables } = language === 'ruby' ? await ofRuby() : {}
    const replaced = text.replaceAll(DEFAULT_URL, service).replaceAll('localhost:8443', proxy)
    writeFileSync(join(folder, file), replaced)
    const [command, ...args] = INTERPRETERS[language]
    const cwd = language === 'go' ? join(folder, 'go') : folder
    const env = { ...environment, ...variables }
    const output = await spawned([command, ...args, join(folder, file)], cwd, env)
    if (registers) await requireOrder(output.trim())
    console.log(`✔ the ${language} code of docs/${guide}.md runs (${file})`)
  }

  /** The Ruby library only supports HTTPS, and validates callbacks. */
  async function ofRuby() {
    const proxy = await tlsProxy(service)
    const callbacks = await callbackReceiver()
    const variables = {
      SSL_CERT_FILE: join(folder, 'localhost.crt'),
      CALLBACK_HMAC: await callbackSigned(callbacks, 'hmac'),
      CALLBACK_RSA: await callbackSigned(callbacks, 'rsa'),
    }
    await certificateOfCallbacks()
    return { proxy, variables }
  }

  async function requireOrder(orderId) {
    const status = await posted('getOrderStatusExtended.do', { orderId })
    if (status.errorCode !== '0') throw new Error(`no order ${orderId}: ${JSON.stringify(status)}`)
  }

  async function posted(operation, form) {
    const body = new URLSearchParams({ ...MERCHANT, ...form })
    const answer = await fetch(`${service}/payment/rest/${operation}`, { method: 'POST', body })
    return answer.json()
  }

  /** The query of a callback that the service signed in this way. */
  async function callbackSigned(callbacks, callbackSignature) {
    const settings = { callbackUrl: callbacks.url, callbackMethod: 'GET', callbackSignature }
    await fetch(`${service}/control/v1/project`, {
      method: 'PATCH',
      headers: { ...API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
    const arrived = callbacks.next()
    const card = {
      pan: '4444555511113333',
      expiry: '203412',
      cvc: '123',
      cardholderName: 'ANN DOE',
    }
    const order = { amount: '1000', currency: '978', returnUrl: 'https://shop.example/return' }
    await posted('instantPayment.do', { ...order, ...card })
    return arrived
  }

  /** Runs the commands of the guide, which wrap the public key in a certificate. */
  async function certificateOfCallbacks() {
    const answer = await fetch(`${service}/control/v1/callback-keys`, { headers: API_KEY })
    const { rsa } = await answer.json()
    writeFileSync(join(folder, 'callbacks.pub'), rsa.publicKey)
    const [commands] = blocksOf('clients', 'console').filter((code) => code.startsWith('openssl'))
    await spawned(['bash', '-euc', commands], folder, process.env)
  }
} finally {
  for (const close of closing.toReversed()) await close()
}

function blocksOf(guide, language) {
  const text = readFileSync(join(root, `docs/${guide}.md`), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code]) => code,
  )
}

/** The position of a block in a program, marked by a comment in its language. */
function markOf(number) {
  return new RegExp(`^\\s*(//|#) FRAGMENT ${number}\n`, 'm')
}

function requireEveryBlock(guide) {
  const text = readFileSync(join(root, `docs/${guide}.md`), 'utf8')
  const languages = [...text.matchAll(/^```(\w+)\n/gm)].map(([, language]) => language)
  for (const language of new Set(languages)) {
    if (['ts', 'sh', 'console', 'yaml', 'json'].includes(language)) continue
    const run = PROGRAMS.filter((each) => each.guide === guide && each.language === language)
    const known = run.flatMap(({ blocks }) => blocks).length
    const existing = blocksOf(guide, language).length
    if (known !== existing)
      throw new Error(`docs/${guide}.md has ${existing} blocks of ${language}, known are ${known}`)
  }
}

function isInstalled({ language, file }) {
  const [command] = INTERPRETERS[language] ?? []
  if (command === undefined || file === undefined) return false
  const commands = language === 'ruby' ? [command, 'openssl'] : [command]
  return commands.every((each) => spawnSync(each, ['version']).error === undefined)
}

function installLibraries() {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { command, args, shell } = npmCall([
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...LIBRARIES,
  ])
  const { status, stderr } = spawnSync(command, args, { cwd: folder, shell, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the libraries were not installed\n${stderr}`)
}

/** Starts the service, and resolves to its URL once it is ready. */
async function startedService() {
  const child = spawn(
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
  closing.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'close')
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const url = /^sandcard ready on (\S+)$/m.exec(output)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the service ended')
}

/** Receives callbacks; `next` resolves to the query of the next one. */
async function callbackReceiver() {
  const waiting = []
  const server = createServer((request, response) => {
    response.end()
    waiting.shift()?.(request.url.replace(/^[^?]*\?/, ''))
  })
  await listening(server)
  return {
    url: `http://127.0.0.1:${server.address().port}/callback`,
    next: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** The host of a TLS proxy in front of the service, for libraries that require HTTPS. */
async function tlsProxy(service) {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', 'localhost.key', '-out', 'localhost.crt']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
  await spawned(['openssl', ...request, ...names, ...files], folder, process.env)
  const [key, cert] = ['localhost.key', 'localhost.crt'].map((name) =>
    readFileSync(join(folder, name)),
  )
  const server = createTlsServer({ key, cert }, async (request, response) => {
    const answer = await fetch(service + request.url)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') })
    response.end(await answer.text())
  })
  await listening(server)
  return `localhost:${server.address().port}`
}

async function listening(server) {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  closing.push(() => server.closeAllConnections() ?? server.close())
}

/** Runs a command, and resolves to what it printed. */
async function spawned([command, ...args], cwd, env) {
  const child = spawn(command, args, { cwd, env, timeout: STEP_TIMEOUT_MS })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].on('data', (chunk) => (output[name] += chunk))
  const [code] = await once(child, 'close')
  if (code === 0) return output.stdout
  throw new Error(`${command} ended with ${code}\n${output.stdout}${output.stderr}`)
}
