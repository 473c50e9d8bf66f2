// Settings: their sources, accepted values, and the one-sentence error for an invalid one.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Config, ConfigError, configOf, readConfig } from '../src/config.ts'
import { isLoopback } from '../src/setting-values.ts'

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 8583,
  threads: 1,
  database: { kind: 'sqlite', path: './data/sandcard.db' },
  publicUrl: undefined,
  mode: 'local',
  adminToken: undefined,
  oldAdminToken: undefined,
  secret: undefined,
  logLevel: 'info',
  smtpUrl: undefined,
  mailFrom: undefined,
  oidcIssuer: undefined,
  oidcClientId: undefined,
  oidcClientSecret: undefined,
  rateLimit: 0,
  rowLimit: undefined,
  byteLimit: undefined,
  retentionDays: 0,
  trustedProxies: undefined,
  fixtures: undefined,
}
const SECRET = 'sixteen-letters!'
const SMTP = 'smtps://user:password@mail.example:465'
const MAIL_FROM = 'Sandcard <sandcard@mail.example>'
const PROXIES = 'loopback, 10.0.0.0/8, 2001:db8::1'
const POSTGRES = 'postgres://user:password@127.0.0.1:5432/sandcard'

/** Each setting by its three names, with a valid text and its value. */
const TAKEN: readonly {
  readonly name: keyof Config
  readonly variable: string
  readonly flag?: string
  readonly given: string | number
  readonly value: Config[keyof Config]
}[] = [
  {
    name: 'fixtures',
    variable: 'SANDCARD_CONFIG',
    flag: '--config',
    given: 'a/b.json',
    value: { path: 'a/b.json' },
  },
  { name: 'host', variable: 'HOST', flag: '--host', given: '0.0.0.0', value: '0.0.0.0' },
  { name: 'port', variable: 'PORT', flag: '--port', given: 0, value: 0 },
  { name: 'port', variable: 'PORT', flag: '--port', given: 65_535, value: 65_535 },
  {
    name: 'database',
    variable: 'DATABASE_URL',
    flag: '--database',
    given: 'sqlite::memory:',
    value: { kind: 'sqlite', path: ':memory:' },
  },
  {
    name: 'database',
    variable: 'DATABASE_URL',
    flag: '--database',
    given: POSTGRES,
    value: { kind: 'postgres', url: POSTGRES },
  },
  {
    name: 'publicUrl',
    variable: 'PUBLIC_URL',
    flag: '--public-url',
    given: 'https://sandcard.example/',
    value: 'https://sandcard.example',
  },
  {
    name: 'logLevel',
    variable: 'LOG_LEVEL',
    flag: '--log-level',
    given: 'silent',
    value: 'silent',
  },
  { name: 'threads', variable: 'THREADS', flag: '--threads', given: 2, value: 2 },
  { name: 'mode', variable: 'SANDCARD_MODE', flag: '--mode', given: 'local', value: 'local' },
  { name: 'adminToken', variable: 'SANDCARD_ADMIN_TOKEN', given: SECRET, value: SECRET },
  {
    name: 'oldAdminToken',
    variable: 'SANDCARD_OLD_ADMIN_TOKEN',
    given: SECRET,
    value: SECRET,
  },
  { name: 'smtpUrl', variable: 'SMTP_URL', given: SMTP, value: SMTP },
  { name: 'mailFrom', variable: 'MAIL_FROM', given: MAIL_FROM, value: MAIL_FROM },
  { name: 'rateLimit', variable: 'RATE_LIMIT', given: 50, value: 50 },
  { name: 'rowLimit', variable: 'ROW_LIMIT', given: 20_000, value: 20_000 },
  { name: 'rowLimit', variable: 'ROW_LIMIT', given: 0, value: 0 },
  { name: 'byteLimit', variable: 'BYTE_LIMIT', given: 5_000_000, value: 5_000_000 },
  { name: 'retentionDays', variable: 'RETENTION_DAYS', given: 90, value: 90 },
  { name: 'trustedProxies', variable: 'TRUSTED_PROXIES', given: PROXIES, value: PROXIES },
  { name: 'secret', variable: 'SANDCARD_SECRET', given: SECRET, value: SECRET },
]

/** Invalid values by the name of the setting in code; the error starts with that name. */
const REFUSED: readonly {
  readonly name: keyof Config
  readonly variable: string
  readonly given: string
  readonly says: string
}[] = [
  {
    name: 'smtpUrl',
    variable: 'SMTP_URL',
    given: 'https://mail.example',
    says: 'must be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host if the server requires it',
  },
  {
    name: 'mailFrom',
    variable: 'MAIL_FROM',
    given: 'support',
    says: 'must be an email address such as a@example.com, or NAME <a@example.com>, not "support"',
  },
  {
    name: 'rateLimit',
    variable: 'RATE_LIMIT',
    given: '100001',
    says: 'must be the number of requests per second of a project, up to 100000, or 0, not "100001"',
  },
  {
    name: 'rowLimit',
    variable: 'ROW_LIMIT',
    given: '1000000001',
    says: 'must be the number of rows of a project, up to 1000000000, or 0, not "1000000001"',
  },
  {
    name: 'byteLimit',
    variable: 'BYTE_LIMIT',
    given: '1GB',
    says: 'must be the number of bytes of a project, up to 1000000000000, or 0, not "1GB"',
  },
  {
    name: 'retentionDays',
    variable: 'RETENTION_DAYS',
    given: '3651',
    says: 'must be the number of days for which projects may keep their data, up to 3650, or 0, not "3651"',
  },
  ...['proxy', '10.0.0.0/33', '10.0.0.0/8/1', '10.0.0.1,', '2001:db8::/129'].map((given) => ({
    name: 'trustedProxies' as const,
    variable: 'TRUSTED_PROXIES',
    given,
    says: `must be IP addresses or networks separated by commas, or loopback, linklocal or uniquelocal, not "${given}"`,
  })),
  {
    name: 'port',
    variable: 'PORT',
    given: '65536',
    says: 'must be an integer from 0 to 65535, not "65536"',
  },
  {
    name: 'port',
    variable: 'PORT',
    given: '-1',
    says: 'must be an integer from 0 to 65535, not "-1"',
  },
  {
    name: 'database',
    variable: 'DATABASE_URL',
    given: 'mysql://user:password@host/x',
    says: 'must be sqlite:PATH, sqlite::memory: or postgres://...',
  },
  {
    name: 'publicUrl',
    variable: 'PUBLIC_URL',
    given: 'https://sandcard.example/path',
    says: 'must be an http(s) origin without a path, not "https://sandcard.example/path"',
  },
  {
    name: 'publicUrl',
    variable: 'PUBLIC_URL',
    given: 'ftp://sandcard.example',
    says: 'must be an http(s) origin without a path, not "ftp://sandcard.example"',
  },
  {
    name: 'mode',
    variable: 'SANDCARD_MODE',
    given: 'cloud',
    says: 'must be one of local, hosted, not "cloud"',
  },
  {
    name: 'adminToken',
    variable: 'SANDCARD_ADMIN_TOKEN',
    given: 'fifteen-letters',
    says: 'must have at least 16 ASCII characters without spaces',
  },
  {
    name: 'adminToken',
    variable: 'SANDCARD_ADMIN_TOKEN',
    given: 'many letters but also spaces',
    says: 'must have at least 16 ASCII characters without spaces',
  },
  {
    name: 'secret',
    variable: 'SANDCARD_SECRET',
    given: 'fifteen letters',
    says: 'must have at least 16 characters',
  },
  {
    name: 'logLevel',
    variable: 'LOG_LEVEL',
    given: 'loud',
    says: 'must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
  },
]

const refusal = (message: string) => ({ name: 'ConfigError', message })

describe('Settings', () => {
  test('have their defaults if they are not set, in every source', () => {
    assert.deepEqual(readConfig([], {}), DEFAULTS)
    assert.deepEqual(configOf({}), DEFAULTS)
    assert.deepEqual(configOf({ port: undefined, secret: undefined }), DEFAULTS)
    assert.deepEqual(readConfig([], { PORT: '', SANDCARD_SECRET: '' }), DEFAULTS)
  })

  for (const { name, variable, flag, given, value } of TAKEN) {
    test(`${variable}=${given} is accepted from the environment, a flag and code`, () => {
      const expected = { ...DEFAULTS, [name]: value }
      assert.deepEqual(readConfig([], { [variable]: String(given) }), expected)
      assert.deepEqual(configOf({ [name]: given }), expected)
      if (flag === undefined) return
      assert.deepEqual(readConfig([flag, String(given)], {}), expected)
      assert.deepEqual(readConfig([`${flag}=${given}`], { [variable]: 'not looked at' }), expected)
    })
  }

  for (const { name, variable, given, says } of REFUSED)
    test(`${variable}=${given} is refused in one sentence`, () => {
      assert.throws(() => readConfig([], { [variable]: given }), refusal(`${variable} ${says}`))
      assert.throws(() => configOf({ [name]: given }), refusal(`${name} ${says}`))
    })

  test('hosted mode requires a master key and a public URL', () => {
    const hosted = { mode: 'hosted', secret: SECRET, publicUrl: 'https://x.example' } as const
    assert.equal(configOf(hosted).mode, 'hosted')
    for (const name of ['secret', 'publicUrl'] as const)
      assert.throws(
        () => configOf({ ...hosted, [name]: undefined }),
        refusal(`${name} is required in hosted mode`),
      )
    assert.throws(
      () => readConfig(['--mode', 'hosted'], { SANDCARD_SECRET: SECRET }),
      refusal('PUBLIC_URL is required in hosted mode'),
    )
  })

  test('of single sign-on are only valid together', () => {
    const provider = { oidcIssuer: 'https://id.example', oidcClientId: 'sandcard' }
    assert.throws(
      () => configOf(provider),
      refusal('oidcClientSecret is required if oidcIssuer is set'),
    )
    const config = configOf({ ...provider, oidcClientSecret: 'secret' })
    assert.equal(config.oidcIssuer, 'https://id.example')
  })

  test('do not change after they are read', () => {
    assert.ok(Object.isFrozen(configOf({})))
  })
})

describe('Settings from untyped code', () => {
  const wrong: readonly { readonly given: unknown; readonly says: string }[] = [
    {
      given: { config: { port: 0 } },
      // prose-ignore
      says: 'unknown setting "config"; the settings are host, port, threads, database, publicUrl, mode, adminToken, oldAdminToken, secret, logLevel, smtpUrl, mailFrom, oidcIssuer, oidcClientId, oidcClientSecret, rateLimit, rowLimit, byteLimit, retentionDays, trustedProxies, fixtures',
    },
    {
      given: { database: { kind: 'sqlite', path: ':memory:' } },
      says: 'database must be sqlite:PATH, sqlite::memory: or postgres://..., not an object',
    },
    { given: { port: 1.5 }, says: 'port must be an integer from 0 to 65535, not "1.5"' },
    { given: { port: null }, says: 'port must be an integer from 0 to 65535, not null' },
    {
      given: { host: 1 },
      says: 'host must be a host name or an IP address of this machine, not 1',
    },
    {
      given: 'sqlite::memory:',
      says: 'the settings must be an object such as { port: 0 }, not sqlite::memory:',
    },
    { given: null, says: 'the settings must be an object such as { port: 0 }, not null' },
  ]
  for (const { given, says } of wrong)
    test(`invalid settings are refused in one sentence: ${JSON.stringify(given)}`, () => {
      const untyped: (settings: unknown) => unknown = configOf as (settings: unknown) => unknown
      assert.throws(() => untyped(given), refusal(says))
    })
})

describe('The command', () => {
  test('starts nothing with --help', () => {
    assert.equal(readConfig(['--help'], { PORT: 'nonsense' }), undefined)
    assert.equal(readConfig(['-h'], {}), undefined)
  })

  test('refuses an unknown flag, and lists the known ones', () => {
    assert.throws(
      () => readConfig(['--colour'], {}),
      (error) =>
        error instanceof ConfigError && /--colour.*\. Usage: sandcard \[--host/.test(error.message),
    )
  })
})

for (const [host, expected] of Object.entries({
  localhost: true,
  '127.0.0.1': true,
  '127.1.2.3': true,
  '::1': true,
  '0.0.0.0': false,
  '::': false,
  '192.168.1.5': false,
  'localhost.example': false,
}))
  test(`The setting HOST ${host} is ${expected ? '' : 'not '}local to this machine`, () => {
    assert.equal(isLoopback(host), expected)
  })
