// Installs what a command needs and does not find: to run the service its own packages and, on a system whose Node.js is older, the
// runtime; to test or change it everything that package-lock.json names. It comes first on a fresh machine, so it is plain JavaScript
// for Node.js 20 and imports nothing but Node.js itself. What it prints goes to standard error: standard output belongs to the product.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foreground } from './child.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** What is wanted of an installation, and how the progress line calls it. */
export const RUNNING_SET = 'running'
export const DEVELOPMENT_SET = 'development'

/** The oldest Node.js that these scripts run on, and the oldest that runs the service with all its ciphers: major and minor. */
const oldest = [20, 0]
const oldestRuntime = [26, 8]
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node'
const modules = join(root, 'node_modules')
const installedNode = join(modules, 'node/bin', nodeName)

/** Makes the packages present that RUNNING or DEVELOPMENT needs, or ends the process with a clear message. */
export async function setup(purpose) {
  if (!isAtLeast(oldest)) {
    fail(`Node.js ${oldest[0]} or newer is needed; this is ${process.versions.node}.`)
  }
  const gap = findGap(purpose)
  if (gap === undefined) return
  // What differs from the lock file, or was interrupted, is begun anew; what is only missing is added to what is there.
  if (gap.anew) rmSync(modules, { recursive: true, force: true, maxRetries: 5 })
  await install(gap)
  const still = findGap(purpose)
  if (still !== undefined) {
    fail(
      `npm succeeded, but what it installed is not what package-lock.json says: ${still.reason}.`,
    )
  }
}

/** The path of a Node.js that runs the service: this one when new enough, else the installed one. */
export function runtime() {
  return isRuntime() ? process.execPath : installedNode
}

/** Whether the Node.js we run on is new enough for the service itself. */
export function isRuntime() {
  return isAtLeast(oldestRuntime)
}

/** Whether the runtime must come with the packages: the system's Node.js is older, or we run on the one that came with them before. */
function needsRuntime() {
  return !isRuntime() || process.execPath.startsWith(modules + sep)
}

function isAtLeast([major, minor]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** What is to be installed and, in a few words, why; undefined when all is in place. */
function findGap(purpose) {
  const locked = readPackages(join(root, 'package-lock.json'))
  const recordPath = join(modules, '.package-lock.json')
  // npm writes this record last, so an installation that was interrupted has none.
  const installed = existsSync(recordPath) ? readPackages(recordPath) : {}
  // Where the tools are, they stay: an installation is never narrowed to what running alone needs.
  const reach = hasTools(installed) ? DEVELOPMENT_SET : purpose
  const needed = neededBy(reach, locked)
  const missing = needed.filter((path) => installed[path] === undefined)
  const gap = (reason, anew) => {
    return { purpose: reach, reason, anew, count: (anew ? needed : missing).length, locked }
  }
  if (!existsSync(recordPath)) return gap('node_modules is missing', true)
  const differing = difference(installed, locked)
  if (differing !== undefined) return gap(differing, true)
  if (missing.length > 0) return gap(`${missing[0]} is missing`, false)
  if (needsRuntime() && !existsSync(installedNode)) return gap('the runtime is missing', true)
  return undefined
}

/** Whether anything is installed that running does not need. */
function hasTools(installed) {
  const runtimePaths = runtimePackages(installed)
  return Object.entries(installed).some(
    ([path, { dev }]) => dev === true && !runtimePaths.includes(path),
  )
}

/** The first package on disk that the lock file does not name in that version. */
function difference(installed, locked) {
  for (const [path, { version }] of Object.entries(installed)) {
    if (locked[path] === undefined) return `${path} is no longer wanted`
    if (locked[path].version !== version) return `${path} has changed`
  }
  return undefined
}

/** The places of the packages that must be there. One that is optional may be for another platform and is never asked for. */
function neededBy(purpose, locked) {
  const runtimePaths = needsRuntime() ? runtimePackages(locked) : []
  return Object.entries(locked)
    .filter(([path, { dev, optional }]) => {
      const wanted = purpose === DEVELOPMENT_SET || dev !== true || runtimePaths.includes(path)
      return path !== '' && optional !== true && wanted
    })
    .map(([path]) => path)
}

/** The runtime's package and what that package needs. */
function runtimePackages(packages, path = 'node_modules/node') {
  const needs = Object.keys(packages[path]?.dependencies ?? {})
  return [path, ...needs.flatMap((name) => runtimePackages(packages, `node_modules/${name}`))]
}

async function install({ purpose, reason, count, locked }) {
  const { command, args, shell } = npmCall([
    // Not "npm ci", which begins anew each time. The lock file is read all the same, and what came of it is compared with it.
    'install',
    '--no-save',
    '--package-lock',
    ...packagesFor(purpose, locked),
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ])
  const started = performance.now()
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`
  const task = `sandcard: installing ${count} packages for ${purpose}`
  const end = showProgress(`${task} (${reason}) ...`, () => `${task}, ${seconds()} ...`)
  // File descriptor 2 twice: what npm prints on its standard output is sent to our standard error.
  const code = await foreground(command, args, { cwd: root, shell, stdio: ['ignore', 2, 2] })
  end(code === 0 ? `sandcard: installed in ${seconds()}` : undefined)
  if (code !== 0) fail(`installing the packages failed (npm ended with ${code}).`)
}

/** The runtime is a development dependency, since the published package brings none: named like this it comes without the others. */
function packagesFor(purpose, locked) {
  if (purpose === DEVELOPMENT_SET) return ['--include=dev']
  if (!needsRuntime()) return ['--omit=dev']
  return ['--omit=dev', '--save-prod', `node@${locked['node_modules/node'].version}`]
}

/** On a terminal one line that counts the seconds, elsewhere a line at the start and one at the end. Answers what ends it. */
function showProgress(opening, line) {
  if (!process.stderr.isTTY) {
    console.error(opening)
    return (closing) => closing !== undefined && console.error(closing)
  }
  const draw = (text) => process.stderr.write(`\r\u001b[K${text}`)
  draw(opening)
  const timer = setInterval(() => draw(line()), 1000)
  return (closing) => {
    clearInterval(timer)
    draw(closing === undefined ? '' : `${closing}\n`)
  }
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
 * in node_modules, which is about to be replaced.
 */
export function npmCall(args) {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setup(process.argv[2] === RUNNING_SET ? RUNNING_SET : DEVELOPMENT_SET)
}
