// The settings of a service: one table says where each is read, what stands in for it and what it must be. The `sandcard` command takes
// them from flags first and the environment second, `startSandcard()` from its argument. The only reader of process.env.

import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { DatabaseUrl } from './store/database-url.ts'

export type Mode = 'local' | 'hosted'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The settings that a service runs with. */
export interface Config {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  readonly database: DatabaseUrl
  /** Origin used in addresses that are handed out; undefined: the one under which the caller reached us. */
  readonly publicUrl: string | undefined
  readonly mode: Mode
  readonly adminToken: string | undefined
  /** The admin token before, which is good beside the other one while a new one is handed out. */
  readonly oldAdminToken: string | undefined
  /** Master key for card data at rest, as given; undefined: a key file is used. */
  readonly secret: string | undefined
  readonly logLevel: LogLevel
  /** Mail server of accounts, `smtp://user:password@host:port`; undefined: links are printed to the log. */
  readonly smtpUrl: string | undefined
  /** Sender of the mails of accounts. */
  readonly mailFrom: string | undefined
  /** OpenID Connect provider that people may log in by, and this service's registration there. */
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  /** Requests a second that a project may make, over a short while; 0: as many as it likes. */
  readonly rateLimit: number
  /** Rows that a project may store; 0: as many as it likes. Undefined where nothing is said: `rowLimitOf` tells. */
  readonly rowLimit: number | undefined
  /** Proxies whose `X-Forwarded-For` is believed: addresses, networks, or names such as `loopback`. */
  readonly trustedProxies: string | undefined
}

/** The same settings as code gives them: by the names of the flags, in camelCase. What is left out has the default of the command. */
export interface ServiceSettings {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string | undefined
  /** Port to listen on; 0 takes a free one. Default 8583. */
  readonly port?: number | undefined
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://...`; default `sqlite:./data/sandcard.db`. */
  readonly database?: string | undefined
  /** Origin used in addresses that are handed out; default: the one under which the caller reached the service. */
  readonly publicUrl?: string | undefined
  /** Default `local`. */
  readonly mode?: Mode | undefined
  /** Bearer token that makes projects in hosted mode, at least 16 characters. */
  readonly adminToken?: string | undefined
  /** The admin token before, good beside `adminToken` while a new one is handed out. */
  readonly oldAdminToken?: string | undefined
  /** Master key for card data at rest, at least 16 characters; default: a key file beside the database. */
  readonly secret?: string | undefined
  /** Default `info`. Logs go to standard error. */
  readonly logLevel?: LogLevel | undefined
  /** Hosted mode: mail server of accounts, `smtp://user:password@host:port`; default: links are printed to the log. */
  readonly smtpUrl?: string | undefined
  /** Hosted mode: sender of the mails of accounts; default `sandcard@` and the host of `publicUrl`. */
  readonly mailFrom?: string | undefined
  /** Hosted mode: OpenID Connect provider that people may log in by. */
  readonly oidcIssuer?: string | undefined
  readonly oidcClientId?: string | undefined
  readonly oidcClientSecret?: string | undefined
  /** Requests a second that a project may make; 0 for as many as it likes. Default 0. */
  readonly rateLimit?: number | undefined
  /** Rows that a project may store; 0 for as many as it likes. Default 0 in local mode, 1,000,000 in hosted mode. */
  readonly rowLimit?: number | undefined
  /** Proxies whose `X-Forwarded-For` is believed: addresses and networks with commas between them, or `loopback`. */
  readonly trustedProxies?: string | undefined
}

/** A setting that cannot be used. The command prints its one line and ends with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** A key or token shorter than this can be guessed. */
const SECRET_CHARACTERS = 16

type SettingName = keyof Config
type ValueOf<N extends SettingName> = Exclude<Config[N], undefined>

/** One setting of the command: its names, its default, and how its text becomes a value. */
interface Setting<T> {
  readonly variable: string
  /** None for secrets: the arguments of a process are seen by every user of the machine. */
  readonly flag?: 'host' | 'port' | 'database' | 'public-url' | 'mode' | 'log-level'
  readonly fallback?: string
  /** Ends the sentence that begins with the name of the setting. */
  readonly must: string
  /** The text may hold a password: the message does not repeat it. */
  readonly isSecret?: boolean
  /** The value; undefined where the text is none. */
  readonly parse: (text: string) => T | undefined
}

/** A header could not carry another (RFC 6750, 2.1). */
const TOKEN_SETTING: Omit<Setting<string>, 'variable'> = {
  must: `have at least ${SECRET_CHARACTERS} characters, of ASCII and without spaces`,
  isSecret: true,
  parse: (text) => (/^[\x21-\x7e]+$/.test(text) ? parseSecret(text) : undefined),
}

const SETTINGS: { readonly [N in SettingName]: Setting<ValueOf<N>> } = {
  host: {
    variable: 'HOST',
    flag: 'host',
    fallback: '127.0.0.1',
    must: 'be an address or name of this machine',
    parse: (text) => (text === '' ? undefined : text),
  },
  port: {
    variable: 'PORT',
    flag: 'port',
    fallback: '8583',
    must: 'be an integer from 0 to 65535',
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
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
    must: 'be smtp://HOST:PORT or smtps://HOST:PORT, with user and password before the host where it asks for them',
    isSecret: true,
    parse: (text) => (/^smtps?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    must: 'be a mail address, or a name with one in angle brackets',
    parse: (text) => (/^[^\r\n]{0,100}[^\s@<]@[^\s@>]{1,253}>?$/.test(text) ? text : undefined),
  },
  oidcIssuer: {
    variable: 'OIDC_ISSUER',
    must: 'be the https address of an OpenID Connect provider',
    parse: (text) => (/^https?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  },
  oidcClientId: {
    variable: 'OIDC_CLIENT_ID',
    must: 'be the id that the provider knows this service by',
    parse: (text) => (text === '' ? undefined : text),
  },
  oidcClientSecret: {
    variable: 'OIDC_CLIENT_SECRET',
    must: 'be the secret of that id',
    isSecret: true,
    parse: (text) => (text === '' ? undefined : text),
  },
  rateLimit: {
    variable: 'RATE_LIMIT',
    fallback: '0',
    must: 'be the requests a second that a project may make, up to 100000, or 0',
    parse: (text) => (/^\d{1,6}$/.test(text) && Number(text) <= 100_000 ? Number(text) : undefined),
  },
  rowLimit: {
    variable: 'ROW_LIMIT',
    must: 'be the rows that a project may store, up to 1000000000, or 0',
    parse: (text) =>
      /^\d{1,10}$/.test(text) && Number(text) <= 1_000_000_000 ? Number(text) : undefined,
  },
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    must: 'be addresses or networks with commas between them, or loopback, linklocal or uniquelocal',
    parse: (text) => (text.split(',').every(isProxy) ? text : undefined),
  },
}
const NAMES = Object.keys(SETTINGS) as SettingName[]

/** Without the one a key file of some machine would decide, without the other the Host header of some caller. */
const REQUIRED_WHEN_HOSTED = ['secret', 'publicUrl'] as const

/** One without the others is a registration that nobody could log in by. */
const OF_SINGLE_SIGN_ON = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const

const NUMERIC: readonly SettingName[] = ['port', 'rateLimit', 'rowLimit']

const FLAGS = {
  host: { type: 'string' },
  port: { type: 'string' },
  database: { type: 'string' },
  'public-url': { type: 'string' },
  mode: { type: 'string' },
  'log-level': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const COMMAND_USAGE = `sandcard [--host HOST] [--port PORT] [--database URL] [--public-url URL] [--mode local|hosted] [--log-level LEVEL]`

/** Reads flags and environment; undefined when only the usage was asked for. */
export function readConfig(
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config | undefined {
  const flags = parseFlags(args)
  if (flags.help === true) return undefined
  return configFrom({
    nameOf: (name) => SETTINGS[name].variable,
    textOf: (name) => {
      const { flag, variable } = SETTINGS[name]
      const fromFlag = flag === undefined ? undefined : flags[flag]
      // An empty variable is one that is not set.
      return fromFlag ?? (env[variable] === '' ? undefined : env[variable])
    },
  })
}

/** Judges settings that come from code. Callers without types may hand over anything, so that is judged, too. */
export function configOf(settings: ServiceSettings): Config {
  const given: unknown = settings
  if (typeof given !== 'object' || given === null)
    throw new ConfigError(`the settings must be an object such as { port: 0 }, not ${said(given)}`)
  const values = new Map<string, unknown>(Object.entries(given))
  for (const name of values.keys())
    if (!Object.hasOwn(SETTINGS, name))
      throw new ConfigError(`there is no setting "${name}"; there are ${NAMES.join(', ')}`)
  return configFrom({
    nameOf: (name) => name,
    textOf: (name) => {
      const value = values.get(name)
      const isNumeric = NUMERIC.includes(name)
      if (isNumeric && typeof value === 'string' && SETTINGS[name].parse(value) !== undefined)
        throw new ConfigError(`${name} must be a number, not the string "${value}"`)
      if (value === undefined || typeof value === 'string') return value
      if (isNumeric && typeof value === 'number') return String(value)
      throw new ConfigError(`${name} must ${SETTINGS[name].must}, not ${said(value)}`)
    },
  })
}

/** Where settings come from: how each is called there, and its text, undefined where it was not given. */
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
    trustedProxies: optional('trustedProxies', SETTINGS.trustedProxies),
  })
  const missing = config.mode === 'hosted' ? REQUIRED_WHEN_HOSTED : []
  for (const name of missing)
    if (config[name] === undefined)
      throw new ConfigError(`${nameOf(name)} is required in hosted mode`)
  const asked = OF_SINGLE_SIGN_ON.filter((name) => config[name] !== undefined)
  for (const name of asked.length === 0 ? [] : OF_SINGLE_SIGN_ON)
    if (config[name] === undefined)
      throw new ConfigError(`${nameOf(name)} is required where ${nameOf(asked[0] ?? name)} is set`)
  return config
}

/** Hundreds of projects share a hosted service; a local one is its user's own. */
const HOSTED_ROW_LIMIT = 1_000_000

/** Rows that a project may store; 0: as many as it likes. */
export const rowLimitOf = ({ rowLimit, mode }: Pick<Config, 'rowLimit' | 'mode'>): number =>
  rowLimit ?? (mode === 'hosted' ? HOSTED_ROW_LIMIT : 0)

/** The database that an address names, for whoever opens one without a service. */
export const parseDatabaseUrl = (database: string): DatabaseUrl => configOf({ database }).database

/** A value as a message repeats it. */
const said = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object' : String(value)

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values
  } catch (error) {
    throw new ConfigError(
      `${error instanceof Error ? error.message : String(error)} Usage: ${COMMAND_USAGE}`,
    )
  }
}

function oneOf<T extends string>(allowed: readonly T[]): (text: string) => T | undefined {
  return (text) => allowed.find((candidate) => candidate === text)
}

function databaseOf(text: string): DatabaseUrl | undefined {
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text))
    return { kind: 'postgres', url: text }
  const path = /^sqlite:(?:\/\/)?(.+)/.exec(text)?.[1]
  return path === undefined ? undefined : { kind: 'sqlite', path }
}

function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

/** One entry of a list of proxies: an address, a network, or a name that stands for some. */
function isProxy(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.trim().split('/')
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry.trim())) return true
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function parseSecret(text: string): string | undefined {
  return text.length < SECRET_CHARACTERS ? undefined : text
}
