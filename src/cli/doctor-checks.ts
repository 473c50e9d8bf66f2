// The checks of `sandcard doctor`, in the order in which they are printed.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { ApiError } from '../client/client.ts'
import type { ControlApi } from '../client/operations.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../setting-values.ts'
import { expectedFingerprint } from '../secret.ts'
import { MEMORY_PATH } from '../store/database-url.ts'
import {
  type Inspected,
  openForInspection,
  schemaOf,
  secretFingerprint,
  writeObstacle,
} from '../store/inspection.ts'
import { StoreUnavailable } from '../store/store.ts'
import { realNow } from '../time.ts'
import { connectionFailure } from './failure.ts'
import { settingsWith } from './values.ts'

export type CheckState = 'ok' | 'warning' | 'failed' | 'skipped'

export interface Finding {
  readonly state: CheckState
  readonly detail: string
  /** How to solve a problem. */
  readonly fix?: string
}

export interface DoctorContext {
  readonly url: string
  readonly key: string
  /** A service at the default URL may simply not be running. */
  readonly isUrlGiven: boolean
  readonly databaseFlag: string | undefined
  readonly control: Pick<ControlApi, 'getProject' | 'getClock'>
}

const ok = (detail: string): Finding => ({ state: 'ok', detail })
const skipped = (detail: string): Finding => ({ state: 'skipped', detail })
const warning = (detail: string, fix: string): Finding => ({ state: 'warning', detail, fix })
const failed = (detail: string, fix: string): Finding => ({ state: 'failed', detail, fix })
const reasonOf = (error: unknown): string =>
  connectionFailure(error) ?? (error instanceof Error ? error.message : String(error))

const NODE_MAJOR_MIN = 24
const TIMEOUT_MS = 5000
/** With a larger difference, tokens and signatures expire too early or too late. */
const CLOCK_SKEW_MS = 5000

function checkNode(): Finding {
  const { node } = process.versions
  return Number(node.split('.')[0]) >= NODE_MAJOR_MIN
    ? ok(node)
    : failed(`${node} is too old`, `Install Node.js ${NODE_MAJOR_MIN} or newer.`)
}

function checkSettings(context: DoctorContext): Finding {
  try {
    const { mode, database } = settingsWith(context.databaseFlag)
    return ok(`${mode} mode, ${database.kind === 'sqlite' ? database.path : 'PostgreSQL'}`)
  } catch (error) {
    return failed(reasonOf(error), 'Correct the setting. The README lists them all.')
  }
}

/**
 * Skips a check of this machine if the service runs on another machine, or if the settings are
 * invalid.
 */
function ofThisMachine(
  check: (config: Config, context: DoctorContext) => Promise<Finding>,
): (context: DoctorContext) => Finding | Promise<Finding> {
  return (context) => {
    if (!isLoopback(new URL(context.url).hostname.replaceAll(/[[\]]/g, '')))
      return skipped(`${context.url} is on another machine`)
    try {
      return check(settingsWith(context.databaseFlag), context)
    } catch {
      return skipped('the settings are invalid')
    }
  }
}

async function checkPort({ host, port }: Config): Promise<Finding> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    return ok(`${port === 0 ? 'any port' : port} of ${host} is free`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code !== 'EADDRINUSE')
      return failed(
        reasonOf(error),
        'Set HOST to an address of this machine, or choose another PORT.',
      )
    const isOwn = await isSandcard(`http://${host}:${port}`)
    return isOwn
      ? ok(`Sandcard runs at ${host}:${port}`)
      : failed(
          `another program uses port ${port} of ${host}`,
          'Stop that program, or set another PORT.',
        )
  } finally {
    server.close()
  }
}

async function isSandcard(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/control/v1/project`, timeLimit())
    return response.headers.get('content-type')?.includes('problem+json') === true
  } catch {
    return false
  }
}

const timeLimit = (): RequestInit => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })

/** Runs a check on the database without changing it. */
async function inspecting(
  { database }: Pick<Config, 'database'>,
  check: (inspected: Inspected) => Promise<Finding>,
): Promise<Finding> {
  if (database.kind === 'sqlite' && database.path === MEMORY_PATH)
    return ok('in memory: all data is lost when the service stops')
  let inspected: Inspected | undefined
  try {
    inspected = await openForInspection(database)
    return await check(inspected)
  } catch (error) {
    if (error instanceof StoreUnavailable && error.message.includes('there is no SQLite file'))
      return ok('it will be created at the first start')
    return failed(
      reasonOf(error),
      database.kind === 'sqlite'
        ? 'Set DATABASE_URL to a file that this user can read and write.'
        : 'Start PostgreSQL, and check the host, user and password in DATABASE_URL.',
    )
  } finally {
    await inspected?.close()
  }
}

const checkDatabase = (config: Config): Promise<Finding> =>
  inspecting(config, async (inspected) => {
    const { state, last, expected } = await schemaOf(inspected)
    if (state === 'newer')
      return failed(
        `its schema ${last ?? ''} is newer than ${expected} of this version`,
        'Install the version of Sandcard that created it, or a newer one.',
      )
    const obstacle = await writeObstacle(inspected)
    if (obstacle !== undefined)
      return failed(
        `it cannot be written: ${obstacle}`,
        'Grant this user write access, or use another DATABASE_URL.',
      )
    if (state === 'missing') return ok('reachable and empty: the first start creates its tables')
    return ok(
      state === 'older' ? `schema ${last ?? ''}: the next start migrates it` : `schema ${expected}`,
    )
  })

const checkSecret = (config: Config): Promise<Finding> =>
  inspecting(config, async (inspected) => {
    const { state } = await schemaOf(inspected)
    const stored = state === 'missing' ? undefined : await secretFingerprint(inspected)
    if (stored === undefined) return ok('the database has none yet')
    const own = expectedFingerprint(config)
    if (own === undefined)
      return failed(
        'the database has a master key, but the key file is missing',
        'Restore the key file, or set SANDCARD_SECRET to its original value.',
      )
    return own === stored
      ? ok('it matches the database')
      : failed(
          'it is not the master key of this database',
          'Set SANDCARD_SECRET to its original value, or restore the original key file.',
        )
  })

async function checkService({ url, isUrlGiven }: DoctorContext): Promise<Finding> {
  try {
    const response = await fetch(`${url}/readyz`, timeLimit())
    if (response.ok) return ok(`${url} is ready`)
    return failed(
      `${url}/readyz returns ${response.status}`,
      'Read the service’s log: its database may be unavailable.',
    )
  } catch (error) {
    const detail = `no service responds at ${url} (${reasonOf(error)})`
    return isUrlGiven
      ? failed(detail, 'Start the service, or correct --url.')
      : warning(detail, 'Start it with "sandcard".')
  }
}

async function checkKey({ control }: DoctorContext): Promise<Finding> {
  try {
    const { id, name } = await control.getProject()
    return ok(`project ${id} (${name})`)
  } catch (error) {
    if (error instanceof ApiError)
      return failed(reasonOf(error), 'Set the API key of a project with --key or SANDCARD_KEY.')
    return skipped('the service does not respond')
  }
}

async function checkClock({ control }: DoctorContext): Promise<Finding> {
  try {
    const { now, frozen, offsetMs } = await control.getClock()
    const skew = realNow() - (Date.parse(now) - offsetMs)
    if (Math.abs(skew) > CLOCK_SKEW_MS)
      return failed(
        `this machine and the service differ by ${Math.round(Math.abs(skew) / 1000)} s`,
        'Synchronise the clocks of both machines (NTP).',
      )
    if (frozen)
      return warning(
        `the project's clock is frozen at ${now}`,
        'Run "sandcard clock unfreeze" if that is not intended.',
      )
    return ok(offsetMs === 0 ? 'real time' : `the project's time is ${now}, ahead of real time`)
  } catch {
    return skipped('the service or the project does not respond')
  }
}

async function checkPublicUrl({ publicUrl }: Config): Promise<Finding> {
  if (publicUrl === undefined) return skipped('not set: links use the URL of each request')
  try {
    const response = await fetch(`${publicUrl}/healthz`, timeLimit())
    if (response.ok) return ok(`${publicUrl} responds`)
    return failed(
      `${publicUrl}/healthz answers ${response.status}`,
      'Configure the proxy to forward every path to the service.',
    )
  } catch (error) {
    return failed(
      `${publicUrl} does not respond (${reasonOf(error)})`,
      'Check the name server and the proxy in front of the service.',
    )
  }
}

export const CHECKS: readonly {
  readonly name: string
  readonly check: (context: DoctorContext) => Finding | Promise<Finding>
}[] = [
  { name: 'Node.js', check: checkNode },
  { name: 'settings', check: checkSettings },
  { name: 'port', check: ofThisMachine(checkPort) },
  { name: 'database', check: ofThisMachine(checkDatabase) },
  { name: 'master key', check: ofThisMachine(checkSecret) },
  { name: 'service', check: checkService },
  { name: 'API key', check: checkKey },
  { name: 'clock', check: checkClock },
  { name: 'PUBLIC_URL', check: ofThisMachine(checkPublicUrl) },
]
