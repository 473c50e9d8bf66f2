// Databases of earlier versions, which encrypted values in other formats: the service can read
// them. The test implements both formats and converts every encrypted value of a database to them.

import assert from 'node:assert/strict'
import { type CipherGCM, createCipheriv, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { ConfigError, configOf, parseDatabaseUrl } from '../src/config.ts'
import { deriveKey, open, sealKeys } from '../src/projects/vault.ts'
import type { Service } from '../src/service.ts'
import { type RunningService, startService, type StartParts } from '../src/start.ts'
import { onEveryDatabase } from './kit/databases.ts'
import { runSql } from './kit/sql.ts'

const SECRET = 'a secret that was set long ago'
const API_KEY = 'demo-api-key'
const PERSON = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  billingAddress: { country: 'CY', postalCode: '3000' },
}

onEveryDatabase('A database of an earlier version', (database) => {
  for (const [form, reseal] of [
    ['by AES-256-GCM with an IV derived from the text', sealDerived],
    ['by AES-256-GCM-SIV', sealSiv],
  ] as const)
    test(`can be read if it was encrypted ${form}`, async () => {
      const opened = await database.open()
      try {
        const before = await withService(opened.url, useSealedValues)
        const values = await withService(opened.url, ({ service }) =>
          resealAll(opened.url, service, reseal),
        )
        assert.equal(values, 6)
        assert.deepEqual(await withService(opened.url, useSealedValues), before)
      } finally {
        await opened.drop()
      }
    })

  test('is refused on a version of Node.js without its cipher, and the error names the required version', async () => {
    const opened = await database.open()
    try {
      await withService(opened.url, useSealedValues, { opensSiv: false })
      await withService(opened.url, ({ service }) => resealAll(opened.url, service, sealSiv))
      await assert.rejects(
        withService(opened.url, () => Promise.resolve(), { opensSiv: false }),
        (error) =>
          error instanceof ConfigError && error.message.endsWith('use Node.js 26.8 or newer'),
      )
    } finally {
      await opened.drop()
    }
  })
})

async function withService<T>(
  url: string,
  work: (sandcard: RunningService) => Promise<T>,
  parts: StartParts = {},
): Promise<T> {
  const settings = { database: url, port: 0, secret: SECRET, logLevel: 'silent' } as const
  const sandcard = await startService(configOf(settings), parts)
  try {
    return await work(sandcard)
  } finally {
    await sandcard.close()
  }
}

/** Decrypts every encrypted value. The second time, each POST replays its stored response. */
async function useSealedValues({ url }: RunningService): Promise<readonly unknown[]> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-api-key': API_KEY,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(path.startsWith('/v2') && method === 'POST' ? { 'idempotency-key': 'once' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
  const cardholder = await call<{ id: string }>('POST', '/v2/cardholders', PERSON)
  const order = { productName: 'VISA_CLASSIC_VIRTUAL', cardholder: cardholder.id }
  const { id } = await call<{ id: string }>('POST', '/v2/cards', order)
  const card = await call<{ number: string; cvc: string }>('GET', `/v2/cards/${id}`)
  return [
    cardholder,
    card,
    await call('GET', '/v2/keys/pin'),
    await call('GET', '/control/v1/project'),
    await call('GET', '/control/v1/callback-keys'),
  ]
}

/** Encrypts every value again in the format of an earlier version; returns how many there were. */
async function resealAll(url: string, service: Service, reseal: Reseal): Promise<number> {
  const project = await service.directory.authenticate('b', API_KEY)
  assert.ok(project !== undefined)
  const { secrets, vault } = project
  const dataKey = Buffer.from(secrets.dataKey, 'base64url')
  const master = deriveKey(Buffer.from(SECRET), 'master')
  const ofProject = keysOf(master, 'project-seal')
  const ofVault = keysOf(dataKey, 'seal')
  const answers = ['POST /v2/cardholders once', 'POST /v2/cards once'].map((scope) => {
    const key = Buffer.from(vault.answerKey(scope), 'base64url')
    return { where: vault.scopeHash(scope), keys: { key, ivKey: key } }
  })
  const target = parseDatabaseUrl(url)
  let count = 0
  const rewrite = async (table: string, column: string, keys: FirstKeys, scope?: string) => {
    const filter = scope === undefined ? '' : ` and scope = '${scope}'`
    const rows = await runSql(
      target,
      `select ${column} as value from ${table} where ${column} is not null${filter}`,
    )
    for (const row of rows) {
      const value = String(row['value'])
      const before = reseal(keys, open(sealKeys(keys.key), value))
      await runSql(
        target,
        `update ${table} set ${column} = '${before}' where ${column} = '${value}'`,
      )
      count += 1
    }
  }
  for (const column of ['sealed', 'pin_key', 'callback_key'])
    await rewrite('project', column, ofProject)
  await rewrite('card_number', 'sealed', ofVault)
  for (const { where, keys } of answers) await rewrite('idempotency', 'answer', keys, where)
  return count
}

type Reseal = (keys: FirstKeys, text: string) => string

interface FirstKeys {
  readonly key: Buffer
  readonly ivKey: Buffer
}

const keysOf = (master: Buffer, purpose: string): FirstKeys => ({
  key: deriveKey(master, purpose),
  ivKey: deriveKey(master, `${purpose}-iv`),
})

function sealDerived({ key, ivKey }: FirstKeys, text: string): string {
  const iv = createHmac('sha256', ivKey).update(text).digest().subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function sealSiv({ key }: FirstKeys, text: string): string {
  const cipher = createCipheriv(
    'aes-256-gcm-siv',
    createHmac('sha256', key).update('aes-256-gcm-siv').digest(),
    Buffer.alloc(12),
  ) as CipherGCM
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `2.${body.toString('base64url')}`
}
