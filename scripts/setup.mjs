// Installs missing packages: to run the service, its own packages and, if the system's Node.js is
// too old, the runtime; for tests, everything in package-lock.json. It runs first on a fresh
// machine, so it is plain JavaScript for Node.js 20 without dependencies. It prints to standard
// error, because standard output belongs to the service.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foreground } from './child.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The two sets of packages, as named in the progress line. */
export const RUNNING_SET = 'running'
export const DEVELOPMENT_SET = 'development'

/** The oldest Node.js for these scripts, and for the service with all its ciphers: major, minor. */
const oldest = [20, 0]
const oldestRuntime = [26, 8]
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node'
const modules = join(root, 'node_modules')
const installedNode = join(modules, 'node/bin', nodeName)

/** Installs the packages that a set needs, or ends the process with an error message. */
export async function setup(purpose) {
  if (!isAtLeast(oldest)) {
    fail(`Node.js ${oldest[0]} or newer is needed; this is ${process.versions.node}.`)
  }
  const gap = findGap(purpose)
  if (gap === undefined) return
  // Packages that differ from the lock file cause a clean installation; missing ones are added.
  if (gap.anew) rmSync(modules, { recursive: true, force: true, maxRetries: 5 })
  await install(gap)
  const still = findGap(purpose)
  if (still !== undefined) {
    fail(
      `npm succeeded, but the installed packages differ from package-lock.json: ${still.reason}.`,
    )
  }
}

/** The path of a Node.js that can run the service: this one if it is new enough. */
export function runtime() {
  return isRuntime() ? process.execPath : installedNode
}

/** Whether this Node.js is new enough for the service. */
export function isRuntime() {
  return isAtLeast(oldestRuntime)
}

/**
 * Whether Node.js must be installed, because this one is too old or is itself an installed package.
 */
function needsRuntime() {
  return !isRuntime() || process.execPath.startsWith(modules + sep)
}

function isAtLeast([major, minor]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** The packages to install and the reason; undefined if nothing is missing. */
function findGap(purpose) {
  const locked = readPackages(join(root, 'package-lock.json'))
  const recordPath = join(modules, '.package-lock.json')
  // npm writes this file last, so it is missing after an interrupted installation.
  const installed = existsSync(recordPath) ? readPackages(recordPath) : {}
  // Development packages are never removed.
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

/** Whether any development package is installed. */
function hasTools(installed) {
  const runtimePaths = runtimePackages(installed)
  return Object.entries(installed).some(
    ([path, { dev }]) => dev === true && !runtimePaths.includes(path),
  )
}

/** The first installed package whose version differs from the lock file. */
function difference(installed, locked) {
  for (const [path, { version }] of Object.entries(installed)) {
    if (locked[path] === undefined) return `${path} is no longer needed`
    if (locked[path].version !== version) return `${path} has another version`
  }
  return undefined
}

/** The paths of the required packages. Optional ones may be for another platform. */
function neededBy(purpose, locked) {
  const runtimePaths = needsRuntime() ? runtimePackages(locked) : []
  return Object.entries(locked)
    .filter(([path, { dev, optional }]) => {
      const wanted = purpose === DEVELOPMENT_SET || dev !== true || runtimePaths.includes(path)
      return path !== '' && optional !== true && wanted
    })
    .map(([path]) => path)
}

/** The runtime's package and its dependencies. */
function runtimePackages(packages, path = 'node_modules/node') {
  const needs = Object.keys(packages[path]?.dependencies ?? {})
  return [path, ...needs.flatMap((name) => runtimePackages(packages, `node_modules/${name}`))]
}

async function install({ purpose, reason, count, locked }) {
  const { command, args, shell } = npmCall([
    // "npm ci" would reinstall everything. The result is compared with the lock file afterwards.
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
  // npm's standard output is also redirected to standard error.
  const code = await foreground(command, args, { cwd: root, shell, stdio: ['ignore', 2, 2] })
  end(code === 0 ? `sandcard: installed in ${seconds()}` : undefined)
  if (code !== 0) fail(`installing the packages failed (npm ended with ${code}).`)
}

/** The runtime is a development dependency; with this name it is installed without the others. */
function packagesFor(purpose, locked) {
  if (purpose === DEVELOPMENT_SET) return ['--include=dev']
  if (!needsRuntime()) return ['--omit=dev']
  return ['--omit=dev', '--save-prod', `node@${locked['node_modules/node'].version}`]
}

/**
 * A line that counts the seconds, or two lines if there is no terminal. Returns a function that
 * ends it.
 */
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
 * The command that runs the same npm as this script, with the same Node.js. Under `npm run`, the
 * first `node` on the path may be the one in node_modules, which is about to be replaced.
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
