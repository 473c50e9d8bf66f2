// Flags first, environment second, defaults last: one frozen Config. The only reader of process.env.

import { parseArgs } from 'node:util'

export type Mode = 'local' | 'hosted'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

export interface Config {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  readonly database: DatabaseUrl
  /** Origin used in addresses that are handed out; undefined: the address it listens on. */
  readonly publicUrl: string | undefined
  readonly mode: Mode
  readonly adminToken: string | undefined
  /** Master key for card data at rest, as given; undefined: a key file is used. */
  readonly secret: string | undefined
  readonly logLevel: LogLevel
}

/** A setting that cannot be used. The command prints its one line and ends with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const DEFAULTS = {
  HOST: '127.0.0.1',
  PORT: '8583',
  DATABASE_URL: 'sqlite:./data/sandcard.db',
  SANDCARD_MODE: 'local',
  LOG_LEVEL: 'info',
}

const FLAGS = {
  host: { type: 'string' },
  port: { type: 'string' },
  database: { type: 'string' },
  'public-url': { type: 'string' },
  mode: { type: 'string' },
  'log-level': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** A secret shorter than this can be guessed. */
const SECRET_CHARACTERS = 16

export const USAGE = `sandcard [--host HOST] [--port PORT] [--database URL] [--public-url URL] [--mode local|hosted] [--log-level LEVEL]`

/** Reads flags and environment; undefined when only the usage was asked for. */
export function readConfig(
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config | undefined {
  const flags = parseFlags(args)
  if (flags.help === true) return undefined
  const setting = (name: keyof typeof DEFAULTS, flag: string | undefined): string =>
    flag ?? nonEmpty(env[name]) ?? DEFAULTS[name]
  const mode = oneOf('SANDCARD_MODE', setting('SANDCARD_MODE', flags.mode), ['local', 'hosted'])
  const config: Config = {
    host: setting('HOST', flags.host),
    port: parsePort(setting('PORT', flags.port)),
    database: parseDatabaseUrl(setting('DATABASE_URL', flags.database)),
    publicUrl: parsePublicUrl(flags['public-url'] ?? nonEmpty(env['PUBLIC_URL'])),
    mode,
    adminToken: nonEmpty(env['SANDCARD_ADMIN_TOKEN']),
    secret: parseSecret(nonEmpty(env['SANDCARD_SECRET'])),
    logLevel: oneOf('LOG_LEVEL', setting('LOG_LEVEL', flags['log-level']), LOG_LEVELS),
  }
  if (mode === 'hosted' && config.secret === undefined)
    throw new ConfigError('SANDCARD_SECRET is required in hosted mode')
  return Object.freeze(config)
}

const nonEmpty = (value: string | undefined): string | undefined =>
  value === '' ? undefined : value

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values
  } catch (error) {
    throw new ConfigError(
      `${error instanceof Error ? error.message : String(error)} Usage: ${USAGE}`,
    )
  }
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined)
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
  return found
}

function parsePort(value: string): number {
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535)
    throw new ConfigError(`PORT must be an integer from 0 to 65535, not "${value}"`)
  return port
}

/** `sqlite:PATH`, `sqlite::memory:` or `postgres://...`. */
export function parseDatabaseUrl(value: string): DatabaseUrl {
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value))
    return { kind: 'postgres', url: value }
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(value)?.[1]
  if (path !== undefined) return { kind: 'sqlite', path }
  // The value may hold a password: it is not repeated.
  throw new ConfigError('DATABASE_URL must be sqlite:PATH, sqlite::memory: or postgres://...')
}

function parsePublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new ConfigError(`PUBLIC_URL must be an http(s) origin without a path, not "${value}"`)
  return url.origin
}

function parseSecret(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < SECRET_CHARACTERS)
    throw new ConfigError(`SANDCARD_SECRET must have at least ${SECRET_CHARACTERS} characters`)
  return value
}
