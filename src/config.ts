// The settings of a service: one table with the names, default and validation of each. The command
// reads flags first and the environment second; `startSandcard()` reads its argument. Only this
// module reads `process.env`.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  countUpTo,
  databaseOf,
  isProxy,
  oneOf,
  parseOrigin,
  parseSecret,
  SECRET_CHARACTERS,
} from './setting-values.ts'
import { LOG_LEVELS, type LogLevel, type Mode, type ServiceSettings } from './service-settings.ts'
import { RETENTION_DAYS_MAX } from './projects/retention.ts'
import { type DatabaseUrl, MEMORY_PATH } from './store/database-url.ts'

export { type LogLevel, type Mode, type ServiceSettings }

/** The settings that a service runs with. */
export interface Config {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Threads that serve connections. With 1, a single thread does everything. */
  readonly threads: number
  readonly database: DatabaseUrl
  /** Origin of generated URLs; undefined: the origin of the request. */
  readonly publicUrl: string | undefined
  readonly mode: Mode
  readonly adminToken: string | undefined
  /** The previous admin token, accepted during a rotation. */
  readonly oldAdminToken: string | undefined
  /** Master key for card data at rest; undefined: a key file is used. */
  readonly secret: string | undefined
  readonly logLevel: LogLevel
  /** Mail server, `smtp://user:password@host:port`; undefined: links are logged. */
  readonly smtpUrl: string | undefined
  /** Sender of emails. */
  readonly mailFrom: string | undefined
  /** OpenID Connect provider for sign-in, and this service's registration with it. */
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  /** Requests per second of a project, averaged over two seconds; 0: unlimited. */
  readonly rateLimit: number
  /** Storage limits of a project; 0: unlimited; undefined: the default of `storageLimitsOf`. */
  readonly rowLimit: number | undefined
  readonly byteLimit: number | undefined
  /** Maximum number of days that projects may keep orders, callbacks and requests; 0: unlimited. */
  readonly retentionDays: number
  /**
   * Proxies whose `X-Forwarded-For` is trusted: IP addresses, networks, or names such as
   * `loopback`.
   */
  readonly trustedProxies: string | undefined
  /** Records for the demo project, applied while it has none. */
  readonly fixtures: FixturesSource | undefined
}

/** A `sandcard.config.json`: the path of the file, or its text. */
export type FixturesSource = { readonly path: string } | { readonly text: string }

/** An invalid setting. The command prints its message and exits with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type SettingName = keyof Config
type ValueOf<N extends SettingName> = Exclude<Config[N], undefined>

/** One setting: its names, its default and its parser. */
interface Setting<T> {
  readonly variable: string
  /** Secrets have no flag, because every user of the machine can see a process's arguments. */
  readonly flag?:
    'host' | 'port' | 'database' | 'public-url' | 'mode' | 'log-level' | 'config' | 'threads'
  readonly fallback?: string
  /** The end of the error message, after the name of the setting. */
  readonly must: string
  /** True if the value may contain a password, so the error message omits it. */
  readonly isSecret?: boolean
  /** The value; undefined if the text is invalid. */
  readonly parse: (text: string) => T | undefined
}

/** The characters that a header can contain (RFC 6750, 2.1). */
const TOKEN_SETTING: Omit<Setting<string>, 'variable'> = {
  must: `have at least ${SECRET_CHARACTERS} ASCII characters without spaces`,
  isSecret: true,
  parse: (text) => (/^[\x21-\x7e]+$/.test(text) ? parseSecret(text) : undefined),
}

/** More threads than any machine needs: one engine decides for all of them. */
const THREADS_MAX = 16

const SETTINGS: { readonly [N in SettingName]: Setting<ValueOf<N>> } = {
  host: {
    variable: 'HOST',
    flag: 'host',
    fallback: '127.0.0.1',
    must: 'be a host name or an IP address of this machine',
    parse: (text) => (text === '' ? undefined : text),
  },
  port: {
    variable: 'PORT',
    flag: 'port',
    fallback: '8583',
    must: 'be an integer from 0 to 65535',
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  },
  threads: {
    variable: 'THREADS',
    flag: 'threads',
    fallback: '1',
    must: `be an integer from 1 to ${THREADS_MAX}`,
    parse: (text) =>
      /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= THREADS_MAX
        ? Number(text)
        : undefined,
  },
  database: {
    variable: 'DATABASE_URL',
    flag: 'database',
    fallback: 'sqlite:./data/sandcard.db',
    must: 'be sqlite:PATH, sqlite::memory: or postgres://...',
    isSecret: true,
    parse: databaseOf,
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    flag: 'public-url',
    must: 'be an http(s) origin without a path',
    parse: parseOrigin,
  },
  mode: {
    variable: 'SANDCARD_MODE',
    flag: 'mode',
    fallback: 'local',
    must: 'be one of local, hosted',
    parse: oneOf(['local', 'hosted']),
  },
  adminToken: { variable: 'SANDCARD_ADMIN_TOKEN', ...TOKEN_SETTING },
  oldAdminToken: { variable: 'SANDCARD_OLD_ADMIN_TOKEN', ...TOKEN_SETTING },
  secret: {
    variable: 'SANDCARD_SECRET',
    must: `have at least ${SECRET_CHARACTERS} characters`,
    isSecret: true,
    parse: parseSecret,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    flag: 'log-level',
    fallback: 'info',
    must: `be one of ${LOG_LEVELS.join(', ')}`,
    parse: oneOf(LOG_LEVELS),
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    must: 'be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host if the server requires it',
    isSecret: true,
    parse: (text) => (/^smtps?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    must: 'be an email address such as a@example.com, or NAME <a@example.com>',
    parse: (text) => (/^[^\r\n]{0,100}[^\s@<]@[^\s@>]{1,253}>?$/.test(text) ? text : undefined),
  },
  oidcIssuer: {
    variable: 'OIDC_ISSUER',
    must: 'be the URL of an OpenID Connect provider',
    parse: (text) => (/^https?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  },
  oidcClientId: {
    variable: 'OIDC_CLIENT_ID',
    must: 'be this service’s client ID at the provider',
    parse: (text) => (text === '' ? undefined : text),
  },
  oidcClientSecret: {
    variable: 'OIDC_CLIENT_SECRET',
    must: 'be the secret of OIDC_CLIENT_ID',
    isSecret: true,
    parse: (text) => (text === '' ? undefined : text),
  },
  rateLimit: {
    variable: 'RATE_LIMIT',
    fallback: '0',
    ...countUpTo(100_000, 'requests per second of a project'),
  },
  rowLimit: { variable: 'ROW_LIMIT', ...countUpTo(1_000_000_000, 'rows of a project') },
  byteLimit: { variable: 'BYTE_LIMIT', ...countUpTo(1_000_000_000_000, 'bytes of a project') },
  retentionDays: {
    variable: 'RETENTION_DAYS',
    fallback: '0',
    ...countUpTo(RETENTION_DAYS_MAX, 'days for which projects may keep their data'),
  },
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    must: 'be IP addresses or networks separated by commas, or loopback, linklocal or uniquelocal',
    parse: (text) => (text.split(',').every(isProxy) ? text : undefined),
  },
  fixtures: {
    variable: 'SANDCARD_CONFIG',
    flag: 'config',
    must: 'be the path of a sandcard.config.json',
    parse: (text) => (text.startsWith('{') ? { text } : text === '' ? undefined : { path: text }),
  },
}
const NAMES = Object.keys(SETTINGS) as SettingName[]

/** Otherwise a key file on one machine, or the Host header of a caller, would determine it. */
const REQUIRED_WHEN_HOSTED = ['secret', 'publicUrl'] as const

/** Single sign-on needs all of these settings. */
const OF_SINGLE_SIGN_ON = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const

const LIMITS: readonly SettingName[] = ['rateLimit', 'rowLimit', 'byteLimit', 'retentionDays']
const NUMERIC: readonly SettingName[] = ['port', 'threads', ...LIMITS]

const FLAGS = {
  host: { type: 'string' },
  port: { type: 'string' },
  database: { type: 'string' },
  'public-url': { type: 'string' },
  mode: { type: 'string' },
  'log-level': { type: 'string' },
  config: { type: 'string' },
  threads: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The service and project for commands that name none: the demo project on this machine. */
export const DEFAULT_URL = `http://${SETTINGS.host.fallback ?? ''}:${SETTINGS.port.fallback ?? ''}`
export const DEFAULT_KEY = 'demo-api-key'

/** An empty variable counts as not set. */
const setOrUndefined = (text: string | undefined): string | undefined =>
  text === '' ? undefined : text

/** Secrets of commands, which have no flags. */
export const commandSecret = (
  name: 'SANDCARD_ADMIN_TOKEN' | 'SNAPSHOT_PASSPHRASE',
): string | undefined => setOrUndefined(process.env[name])

/** The command parser treats an empty variable as a value. */
export function unsetEmptyVariables(): void {
  for (const name of ['SANDCARD_URL', 'SANDCARD_KEY'])
    if (process.env[name] === '') Reflect.deleteProperty(process.env, name)
}

export const COMMAND_USAGE = `sandcard [--host <host>] [--port <port>] [--database <url>] [--public-url <url>] [--mode local|hosted] [--log-level <level>] [--config <file>] [--threads <count>]`

/** Reads flags and environment; undefined for `--help`. */
export function readConfig(
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config | undefined {
  const flags = parseFlags(args)
  if (flags.help === true) return undefined
  const textOf = (name: SettingName): string | undefined => {
    const { flag, variable } = SETTINGS[name]
    const fromFlag = flag === undefined ? undefined : flags[flag]
    return fromFlag ?? setOrUndefined(env[variable])
  }
  const found = textOf('mode') !== 'hosted' && existsSync(FIXTURES_FILE) ? FIXTURES_FILE : undefined
  return configFrom({
    // Errors name the flag if it was used.
    nameOf: (name) => {
      const { flag, variable } = SETTINGS[name]
      return flag === undefined || flags[flag] === undefined ? variable : `--${flag}`
    },
    textOf: (name) => textOf(name) ?? (name === 'fixtures' ? found : undefined),
  })
}

/** Read from the working directory if the file exists. */
const FIXTURES_FILE = 'sandcard.config.json'

/** Validates settings from code, because callers without types may pass anything. */
export function configOf(settings: ServiceSettings): Config {
  const given: unknown = settings
  if (typeof given !== 'object' || given === null)
    throw new ConfigError(`the settings must be an object such as { port: 0 }, not ${said(given)}`)
  const values = new Map<string, unknown>(Object.entries(given))
  for (const name of values.keys())
    if (!Object.hasOwn(SETTINGS, name))
      throw new ConfigError(`unknown setting "${name}"; the settings are ${NAMES.join(', ')}`)
  return configFrom({
    nameOf: (name) => name,
    textOf: (name) => {
      const value = values.get(name)
      const isNumeric = NUMERIC.includes(name)
      if (isNumeric && typeof value === 'string' && SETTINGS[name].parse(value) !== undefined)
        throw new ConfigError(`${name} must be a number, not the string "${value}"`)
      if (value === undefined || typeof value === 'string') return value
      if (isNumeric && typeof value === 'number') return String(value)
      if (name === 'fixtures' && typeof value === 'object') return JSON.stringify(value, null, 2)
      throw new ConfigError(`${name} must ${SETTINGS[name].must}, not ${said(value)}`)
    },
  })
}

/** A source of settings: the name and text of each; undefined if it is not set. */
interface Source {
  readonly nameOf: (name: SettingName) => string
  readonly textOf: (name: SettingName) => string | undefined
}

function configFrom({ nameOf, textOf }: Source): Config {
  const optional = <T>(name: SettingName, { must, isSecret, fallback, parse }: Setting<T>) => {
    const text = textOf(name) ?? fallback
    if (text === undefined) return undefined
    const value = parse(text)
    if (value !== undefined) return value
    throw new ConfigError(
      `${nameOf(name)} must ${must}${isSecret === true ? '' : `, not "${text}"`}`,
    )
  }
  const required = <T>(name: SettingName, setting: Setting<T>): T => {
    const value = optional(name, setting)
    if (value === undefined) throw new Error(`the setting ${name} has no default`)
    return value
  }
  const config: Config = Object.freeze({
    host: required('host', SETTINGS.host),
    port: required('port', SETTINGS.port),
    threads: required('threads', SETTINGS.threads),
    database: required('database', SETTINGS.database),
    publicUrl: optional('publicUrl', SETTINGS.publicUrl),
    mode: required('mode', SETTINGS.mode),
    adminToken: optional('adminToken', SETTINGS.adminToken),
    oldAdminToken: optional('oldAdminToken', SETTINGS.oldAdminToken),
    secret: optional('secret', SETTINGS.secret),
    logLevel: required('logLevel', SETTINGS.logLevel),
    smtpUrl: optional('smtpUrl', SETTINGS.smtpUrl),
    mailFrom: optional('mailFrom', SETTINGS.mailFrom),
    oidcIssuer: optional('oidcIssuer', SETTINGS.oidcIssuer),
    oidcClientId: optional('oidcClientId', SETTINGS.oidcClientId),
    oidcClientSecret: optional('oidcClientSecret', SETTINGS.oidcClientSecret),
    rateLimit: required('rateLimit', SETTINGS.rateLimit),
    rowLimit: optional('rowLimit', SETTINGS.rowLimit),
    byteLimit: optional('byteLimit', SETTINGS.byteLimit),
    retentionDays: required('retentionDays', SETTINGS.retentionDays),
    trustedProxies: optional('trustedProxies', SETTINGS.trustedProxies),
    fixtures: optional('fixtures', SETTINGS.fixtures),
  })
  if (
    config.threads > 1 &&
    config.database.kind === 'sqlite' &&
    config.database.path === MEMORY_PATH
  )
    throw new ConfigError(
      `${nameOf('threads')} must be 1 with an in-memory database, which has one connection`,
    )
  if (config.mode === 'hosted' && config.fixtures !== undefined)
    throw new ConfigError(
      `${nameOf('fixtures')} fills the demo project, which hosted mode does not have`,
    )
  const missing = config.mode === 'hosted' ? REQUIRED_WHEN_HOSTED : []
  for (const name of missing)
    if (config[name] === undefined)
      throw new ConfigError(`${nameOf(name)} is required in hosted mode`)
  const asked = OF_SINGLE_SIGN_ON.filter((name) => config[name] !== undefined)
  for (const name of asked.length === 0 ? [] : OF_SINGLE_SIGN_ON)
    if (config[name] === undefined)
      throw new ConfigError(`${nameOf(name)} is required if ${nameOf(asked[0] ?? name)} is set`)
  return config
}

/** Parses a database URL, for callers without a service. */
export const parseDatabaseUrl = (database: string): DatabaseUrl => configOf({ database }).database

/** A value as shown in an error message. */
const said = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object' : String(value)

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${reason.replace(/\.?$/, '.')} Usage: ${COMMAND_USAGE}`)
  }
}
