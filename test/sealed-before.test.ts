// A database of the first releases, which sealed by AES-256-GCM under an initialisation vector made from the text: today's service
// reads it. Their form is spelled out here once more, and every sealed value of a database is put back into it.

import assert from 'node:assert/strict'
import { createCipheriv, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { configOf, parseDatabaseUrl } from '../src/config.ts'
import { deriveKey, open, sealKeys } from '../src/projects/vault.ts'
import type { Project } from '../src/engine/directory.ts'
import { type RunningService, startService } from '../src/start.ts'
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

onEveryDatabase('A database of the first releases', (database) => {
  test('opens: its credentials and keys, its cards and its stored answers', async () => {
    const opened = await database.open()
    try {
      const before = await withService(opened.url, useWhatIsSealed)
      const values = await withService(opened.url, async ({ service }) => {
        const project = await service.directory.authenticate('b', API_KEY)
        assert.ok(project !== undefined)
        return sealAsBefore(opened.url, project)
      })
      assert.equal(values, 6)
      assert.deepEqual(await withService(opened.url, useWhatIsSealed), before)
    } finally {
      await opened.drop()
    }
  })
})

async function withService<T>(
  url: string,
  work: (sandcard: RunningService) => Promise<T>,
): Promise<T> {
  const settings = { database: url, port: 0, secret: SECRET, logLevel: 'silent' } as const
  const sandcard = await startService(configOf(settings))
  try {
    return await work(sandcard)
  } finally {
    await sandcard.close()
  }
}

/** Everything that opens a sealed value. The second time, every POST is answered from its sealed answer. */
async function useWhatIsSealed({ url }: RunningService): Promise<readonly unknown[]> {
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

/** Puts what is sealed back into the first form; returns how many values that were. */
async function sealAsBefore(url: string, { secrets, vault }: Project): Promise<number> {
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
      assert.match(value, /^2\./)
      const before = sealFirst(keys, open(sealKeys(keys.key), value))
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

interface FirstKeys {
  readonly key: Buffer
  readonly ivKey: Buffer
}

const keysOf = (master: Buffer, purpose: string): FirstKeys => ({
  key: deriveKey(master, purpose),
  ivKey: deriveKey(master, `${purpose}-iv`),
})

function sealFirst({ key, ivKey }: FirstKeys, text: string): string {
  const iv = createHmac('sha256', ivKey).update(text).digest().subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}
