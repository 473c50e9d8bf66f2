// Installs the dependencies when they are missing or no longer those of package-lock.json. It runs before anything else on
// a fresh machine, so it is plain JavaScript for Node.js 20 and imports nothing but Node.js itself.
// Everything it prints goes to standard error: standard output belongs to the product.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNodeMajor = 20
const runtimeMajor = 24
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node'
const installedNode = join(root, 'node_modules/node/bin', nodeName)

/** Makes the dependencies present, or ends the process with a clear message. */
export function setup() {
  if (nodeMajor() < oldestNodeMajor) {
    fail(`Node.js ${oldestNodeMajor} or newer is needed; this is ${process.version}.`)
  }
  const reason = whyInstall()
  if (reason === undefined) return
  console.error(`sandcard: installing dependencies (${reason}) ...`)
  const { command, args, shell } = npmCall([
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  // File descriptor 2 twice: what npm prints on its standard output is sent to our standard error.
  const run = spawnSync(command, args, { cwd: root, shell, stdio: ['ignore', 2, 2] })
  if (run.error) fail(`npm could not be started: ${run.error.message}`)
  if (run.status !== 0) {
    fail(`installing the dependencies failed ("npm ci" ended with ${run.status ?? run.signal}).`)
  }
  const still = whyInstall()
  if (still !== undefined)
    fail(`"npm ci" succeeded but the installation is not complete: ${still}.`)
}

/** The path of a Node.js that runs the TypeScript sources: this one when new enough, else the installed one. */
export function runtime() {
  return isRuntime() ? process.execPath : installedNode
}

/** Whether the Node.js we run on is new enough for the TypeScript sources. */
export function isRuntime() {
  return nodeMajor() >= runtimeMajor
}

function nodeMajor() {
  return Number(process.versions.node.split('.')[0])
}

/** Says in a few words why an installation is needed, or undefined when all is in place. */
function whyInstall() {
  const recordPath = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(recordPath)) return 'node_modules is missing'
  // npm writes this record last, so an installation that was interrupted has none.
  const installed = readPackages(recordPath)
  const wanted = readPackages(join(root, 'package-lock.json'))
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const found = installed[path]
    // An optional package made for another platform is in the lock file but never on disk.
    if (found === undefined && !entry.optional) return `${path} is missing`
    if (found !== undefined && found.version !== entry.version) return `${path} has changed`
  }
  for (const path of Object.keys(installed)) {
    if (wanted[path] === undefined) return `${path} is no longer wanted`
  }
  if (!isRuntime() && !existsSync(installedNode)) return `Node.js ${runtimeMajor} is missing`
  return undefined
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch (error) {
    return fail(`${path} cannot be read: ${error.message}`)
  }
}

/**
 * How to call the npm that called us, with the Node.js it runs on: under `npm run` the first `node` on the path may be the one
 * in node_modules, which `npm ci` is about to delete.
 */
function npmCall(args) {
  const cli = process.env.npm_execpath
  if (cli !== undefined && basename(cli) === 'npm-cli.js') {
    return {
      command: process.env.npm_node_execpath ?? process.execPath,
      args: [cli, ...args],
      shell: false,
    }
  }
  return { command: 'npm', args, shell: process.platform === 'win32' }
}

function fail(message) {
  console.error(`sandcard: ${message}`)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup()
