// Every setting with its smallest and largest value, and values beyond them, which are refused.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Config, ConfigError, configOf, readConfig } from '../src/config.ts'
import { isLoopback } from '../src/setting-values.ts'

type Row = {
  readonly variable: string
  /** Other settings that it requires. */
  readonly beside?: Readonly<Record<string, string>>
  readonly taken: readonly (string | readonly [text: string, value: Config[keyof Config]])[]
  readonly refused: readonly string[]
  /** The end of the error message, which does not repeat a secret. */
  readonly must: string
  readonly isSecret?: boolean
}

const SIXTEEN = 'sixteen-letters!'
const FIFTEEN = 'fifteen-letters'
const DOMAIN_253 = `${'d'.repeat(249)}.com`
const ISSUER = 'https://id.example'
/** The settings for a registration with a provider. */
const REGISTRATION = { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
const besides = (variable: keyof typeof REGISTRATION) =>
  Object.fromEntries(Object.entries(REGISTRATION).filter(([name]) => name !== variable))

/** The texts that can be a bearer token in a header (RFC 6750, 2.1). */
const BEARER_TOKEN = {
  taken: [SIXTEEN, '!~'.repeat(8), 'a'.repeat(500)],
  refused: [
    '',
    FIFTEEN,
    `${FIFTEEN} x`,
    ` ${SIXTEEN}`,
    `${SIXTEEN} `,
    `${SIXTEEN}é`,
    `é${SIXTEEN}`,
    `${SIXTEEN}\x7f`,
  ],
  must: 'have at least 16 ASCII characters without spaces',
  isSecret: true,
}

const BOUNDS: { readonly [N in keyof Config]: Row } = {
  host: {
    variable: 'HOST',
    taken: ['0.0.0.0', '::', 'x', 'sandbox.example'],
    refused: [''],
    must: 'be a host name or an IP address of this machine',
  },
  port: {
    variable: 'PORT',
    taken: [
      ['0', 0],
      ['1', 1],
      ['8583', 8583],
      ['00080', 80],
      ['65535', 65_535],
    ],
    refused: ['', '-1', '65536', '99999', '065535', '8583x', 'x8583', '8 583', '1.5', '+1', '0x50'],
    must: 'be an integer from 0 to 65535',
  },
  threads: {
    variable: 'THREADS',
    taken: [
      ['1', 1],
      ['2', 2],
      ['16', 16],
    ],
    refused: ['0', '17', '-1', '1.5', 'two', ' 2'],
    must: 'be an integer from 1 to 16',
  },
  database: {
    variable: 'DATABASE_URL',
    taken: [
      ['sqlite::memory:', { kind: 'sqlite', path: ':memory:' }],
      ['sqlite:x', { kind: 'sqlite', path: 'x' }],
      ['sqlite:///data/x.db', { kind: 'sqlite', path: '/data/x.db' }],
      ['sqlite://x.db', { kind: 'sqlite', path: 'x.db' }],
      ['postgres://h', { kind: 'postgres', url: 'postgres://h' }],
      ['postgresql://h/d', { kind: 'postgres', url: 'postgresql://h/d' }],
    ],
    refused: [
      '',
      'sqlite:',
      'sqlite',
      'xsqlite:x',
      'postgres://',
      'xpostgres://h',
      'postgres:h',
      'postgres://h:port',
      'http://h',
    ],
    must: 'be sqlite:PATH, sqlite::memory: or postgres://...',
    isSecret: true,
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    taken: [
      'http://h',
      ['https://h/', 'https://h'],
      ['HTTPS://H.example:443', 'https://h.example'],
      'https://h:8443',
    ],
    refused: [
      '',
      'h',
      'ftp://h',
      'httpsx://h',
      'xhttp://h',
      'https://',
      'https://h/path',
      'https://h/?a=1',
      'https://h/#part',
      'https://h//',
    ],
    must: 'be an http(s) origin without a path',
  },
  mode: {
    variable: 'SANDCARD_MODE',
    beside: { SANDCARD_SECRET: SIXTEEN, PUBLIC_URL: 'https://h' },
    taken: ['local', 'hosted'],
    refused: ['', 'Local', 'local ', 'hostedx'],
    must: 'be one of local, hosted',
  },
  adminToken: { variable: 'SANDCARD_ADMIN_TOKEN', ...BEARER_TOKEN },
  oldAdminToken: { variable: 'SANDCARD_OLD_ADMIN_TOKEN', ...BEARER_TOKEN },
  secret: {
    variable: 'SANDCARD_SECRET',
    taken: [SIXTEEN, ' '.repeat(16), 'é'.repeat(16)],
    refused: ['', FIFTEEN],
    must: 'have at least 16 characters',
    isSecret: true,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    taken: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    refused: ['', 'INFO', 'infox', 'off'],
    must: 'be one of fatal, error, warn, info, debug, trace, silent',
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    taken: ['smtp://h', 'smtps://h', 'smtp://user:password@h:25'],
    refused: ['', 'h:25', 'smtp://', 'smtp:/h', 'xsmtp://h', 'smtpss://h', 'smtp://h:port'],
    must: 'be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host if the server requires it',
    isSecret: true,
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    taken: ['a@b', 'Name <a@b>', `${'n'.repeat(100)}a@${DOMAIN_253}`, `Name <a@${DOMAIN_253}>`],
    refused: [
      '',
      'a',
      'a@',
      '@b',
      'a@b>>',
      'a@b c',
      'Name <@b>',
      'a@b@c@',
      `${'n'.repeat(101)}a@b`,
      `a@${DOMAIN_253}x`,
      'a\r\nb@c',
      'a@b\nx',
    ],
    must: 'be an email address such as a@example.com, or NAME <a@example.com>',
  },
  oidcIssuer: {
    variable: 'OIDC_ISSUER',
    beside: besides('OIDC_ISSUER'),
    taken: [ISSUER, 'http://h', 'https://h/realms/x'],
    refused: ['', 'h', 'https://', 'https:/h', 'xhttps://h', 'httpss://h', 'https://h:port'],
    must: 'be the URL of an OpenID Connect provider',
  },
  oidcClientId: {
    variable: 'OIDC_CLIENT_ID',
    beside: besides('OIDC_CLIENT_ID'),
    taken: ['x', 'any text'],
    refused: [''],
    must: 'be this service’s client ID at the provider',
  },
  oidcClientSecret: {
    variable: 'OIDC_CLIENT_SECRET',
    beside: besides('OIDC_CLIENT_SECRET'),
    taken: ['x', 'any text'],
    refused: [''],
    must: 'be the secret of OIDC_CLIENT_ID',
    isSecret: true,
  },
  rateLimit: {
    variable: 'RATE_LIMIT',
    taken: [
      ['0', 0],
      ['1', 1],
      ['000050', 50],
      ['100000', 100_000],
    ],
    refused: ['', '-1', '100001', '999999', '0100000', '1.5', '5x', 'x5'],
    must: 'be the number of requests per second of a project, up to 100000, or 0',
  },
  rowLimit: {
    variable: 'ROW_LIMIT',
    taken: [
      ['0', 0],
      ['1', 1],
      ['1000000000', 1_000_000_000],
    ],
    refused: ['', '-1', '1000000001', '9999999999', '01000000000', '1.5', '5x', 'x5'],
    must: 'be the number of rows of a project, up to 1000000000, or 0',
  },
  byteLimit: {
    variable: 'BYTE_LIMIT',
    taken: [
      ['0', 0],
      ['1', 1],
      ['1000000000000', 1_000_000_000_000],
    ],
    refused: ['', '-1', '1000000000001', '9999999999999', '01000000000000', '1.5', '1GB'],
    must: 'be the number of bytes of a project, up to 1000000000000, or 0',
  },
  retentionDays: {
    variable: 'RETENTION_DAYS',
    taken: [
      ['0', 0],
      ['1', 1],
      ['3650', 3650],
    ],
    refused: ['', '-1', '3651', '9999', '03650', '1.5', 'P90D'],
    must: 'be the number of days for which projects may keep their data, up to 3650, or 0',
  },
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    taken: [
      'loopback',
      'linklocal',
      'uniquelocal',
      '10.0.0.1',
      '10.0.0.0/0',
      '10.0.0.0/32',
      '::1',
      '::/0',
      '2001:db8::/128',
      ' loopback , ::1 ',
    ],
    refused: [
      '',
      ',',
      'loopbackx',
      'xloopback',
      'loopback/8',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/',
      '10.0.0.0/008x',
      '10.0.0.0/x8',
      '10.0.0.0/0008',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0',
      'loopback,',
      'loopback;::1',
    ],
    must: 'be IP addresses or networks separated by commas, or loopback, linklocal or uniquelocal',
  },
  fixtures: {
    variable: 'SANDCARD_CONFIG',
    taken: [
      ['a.json', { path: 'a.json' }],
      ['{"orders": []}', { text: '{"orders": []}' }],
    ],
    refused: [''],
    must: 'be the path of a sandcard.config.json',
  },
}
const SETTINGS = Object.entries(BOUNDS) as [keyof Config, Row][]

const configWith = ({ variable, beside }: Row, text: string): Config => {
  const config = readConfig([], { ...beside, [variable]: text })
  assert.ok(config !== undefined)
  return config
}
const settingsWith = (name: keyof Config, { beside = {} }: Row, text: string): unknown => {
  const names = new Map(SETTINGS.map(([each, { variable }]) => [variable, each]))
  const others = Object.entries(beside).map(([variable, value]) => [names.get(variable), value])
  return { ...(Object.fromEntries(others) as object), [name]: text }
}

describe('The bounds of settings', () => {
  for (const [name, row] of SETTINGS) {
    test(`${row.variable} accepts valid values`, () => {
      for (const each of row.taken) {
        const [text, value] = typeof each === 'string' ? [each, each] : each
        assert.deepEqual(configWith(row, text)[name], value, text)
      }
    })

    test(`an invalid ${row.variable} is refused with a message that ${row.isSecret === true ? 'does not contain' : 'quotes'} the value`, () => {
      for (const text of row.refused) {
        const repeated = row.isSecret === true ? '' : `, not "${text}"`
        const refusal = (given: string) => ({
          name: 'ConfigError',
          message: `${given} must ${row.must}${repeated}`,
        })
        const given = settingsWith(name, row, text) as Parameters<typeof configOf>[0]
        assert.throws(() => configOf(given), refusal(name), text)
        // An empty environment variable counts as not set.
        if (text === '') continue
        assert.throws(() => configWith(row, text), refusal(row.variable), text)
      }
    })
  }

  test('an empty flag counts as set', () => {
    assert.throws(() => readConfig(['--host', ''], { HOST: '::' }), ConfigError)
  })

  test('each variable of a registration with a provider is required if another is set', () => {
    for (const [variable, text] of Object.entries(REGISTRATION))
      for (const missing of Object.keys(REGISTRATION)) {
        if (missing === variable) continue
        const both = { ...REGISTRATION, [missing]: undefined }
        assert.throws(() => readConfig([], both), { name: 'ConfigError' }, missing)
        assert.throws(
          () => readConfig([], { [variable]: text }),
          /^ConfigError: OIDC_\w+ is required if OIDC_\w+ is set$/,
        )
      }
    assert.throws(() => readConfig([], { OIDC_CLIENT_ID: 'id' }), {
      message: 'OIDC_ISSUER is required if OIDC_CLIENT_ID is set',
    })
  })

  test('the settings that hosted mode requires are optional in local mode', () => {
    const hosted = { SANDCARD_MODE: 'hosted', SANDCARD_SECRET: SIXTEEN, PUBLIC_URL: 'https://h' }
    assert.equal(readConfig([], hosted)?.mode, 'hosted')
    assert.equal(readConfig([], { SANDCARD_MODE: 'local' })?.mode, 'local')
    for (const name of ['SANDCARD_SECRET', 'PUBLIC_URL'])
      assert.throws(() => readConfig([], { ...hosted, [name]: undefined }), {
        message: `${name} is required in hosted mode`,
      })
  })

  test('code may pass numbers only for numeric settings', () => {
    const taken = SETTINGS.filter(([name]) => {
      try {
        return typeof configOf({ [name]: 5 })[name] === 'number'
      } catch (error) {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, new RegExp(`^${name} must .*, not 5$`))
        return false
      }
    })
    assert.deepEqual(
      taken.map(([name]) => name),
      ['port', 'threads', 'rateLimit', 'rowLimit', 'byteLimit', 'retentionDays'],
    )
  })
})

test('Only loopback IP addresses and localhost, in any letter case, are local to this machine', () => {
  // prettier-ignore
  const HOSTS: Readonly<Record<string, boolean>> = {
    LocalHost: true, '127.255.255.255': true, '127.0.0.1': true, '::1': true,
    'xlocalhost': false, localhostx: false, '127.0.0': false, '127.0.0.1.1': false, '127.0.0.1111': false, 'x127.0.0.1': false, '::11': false, '1::1': false,
  }
  for (const [host, expected] of Object.entries(HOSTS))
    assert.equal(isLoopback(host), expected, host)
})
