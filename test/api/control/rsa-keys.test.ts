// The RSA keys of a project in the control API: listed, and rotated with overlap.

import assert from 'node:assert/strict'
import { createHash, createPublicKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isRsaChecksum } from '../../../src/callbacks/checksum.ts'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { Receiver } from '../../kit/callback-receiver.ts'
import { bodyOf, projectCall, type ProjectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { assertProblem, IssuerV2 } from '../../kit/issuer-v2.ts'
import { anotherProcess, type Sandbox, startSandbox } from '../../kit/sandbox.ts'

interface RsaKeysShape {
  readonly use: string
  readonly keys: readonly {
    readonly publicKey: string
    readonly fingerprint: string
    readonly createdAt: string | null
    readonly endsAt: string | null
  }[]
}

const DAY_MS = 86_400_000

onEveryDatabase('The RSA keys of a project', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const keysOf = async (call: ProjectCall, use: string) => {
    const answer = await call('GET', '/control/v1/rsa-keys')
    const { items } = bodyOf<{ items: readonly RsaKeysShape[] }>(answer, 200)
    return items.find((item) => item.use === use)?.keys ?? []
  }
  const rotate = async (call: ProjectCall, body: object) =>
    bodyOf<RsaKeysShape>(await call('POST', '/control/v1/rsa-keys', body), 201).keys

  test('are listed by use, with one key each before a rotation', async () => {
    const before = Date.now()
    const { secrets } = await sandbox.newProject()
    const call = projectCall(sandbox, secrets.interfaceB.apiKey)
    for (const use of ['pin', 'callbacks']) {
      const keys = await keysOf(call, use)
      assert.deepEqual(
        keys.map(({ endsAt }) => endsAt),
        [null],
      )
      const [{ publicKey = '', fingerprint = '', createdAt } = {}] = keys
      assert.match(publicKey, /^-----BEGIN PUBLIC KEY-----/)
      const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
      const sha256 = createHash('sha256').update(der).digest('base64')
      assert.equal(fingerprint, `SHA256:${sha256.replaceAll('=', '')}`)
      const created = Date.parse(createdAt ?? '')
      assert.ok(created >= before && created <= Date.now(), String(createdAt))
      assert.deepEqual(await keysOf(call, use), keys)
    }
  })

  test('for PINs are published immediately; the previous key works until it expires', async () => {
    const issuer = new IssuerV2(sandbox, await sandbox.newProject())
    const call = projectCall(sandbox, issuer.project.secrets.interfaceB.apiKey)
    const card = await issuer.newCard()
    const block = (nonce: number) => issuer.pinBlock(`{"nonce": ${nonce}, "pin": "4071"}`)
    const taken = async (pin: string) =>
      assert.equal((await issuer.patch(card, { pin })).status, 200)
    const refused = async (pin: string) =>
      assertProblem(await issuer.patch(card, { pin }), 422, 'pin-not-decryptable')
    const first = [await block(10_000_001), await block(10_000_002)] as const
    const began = Date.now()
    const [old, published] = await rotate(call, { use: 'pin' })
    const endsAt = Date.parse(old?.endsAt ?? '')
    assert.ok(
      endsAt >= began + DAY_MS && endsAt <= Date.now() + DAY_MS,
      'a day where nothing is said',
    )
    const { pem } = (await issuer.call('GET', '/keys/pin')).json as { pem: string }
    assert.equal(pem, published?.publicKey)
    assert.notEqual(pem, old?.publicKey)
    await taken(first[0])
    const second = [await block(20_000_001), await block(20_000_002)] as const
    await taken(second[0])
    // The previous key expires immediately, and so do older ones.
    assert.equal((await rotate(call, { use: 'pin', overlapSeconds: 0 })).length, 1)
    await refused(first[1])
    await refused(second[1])
    await taken(await block(30_000_001))
  })

  test('for callbacks are published in advance, and sign when the previous key expires', async () => {
    const receiver = await Receiver.open()
    const settings = { callbackUrl: receiver.url(), callbackSignature: 'rsa' }
    const merchant = await CallbackMerchant.open(sandbox, settings)
    const signedBy = async (count: number, publicKey = '') => {
      await merchant.pay()
      const received = (await receiver.until(count)).at(-1)
      const checksum = received?.parameters.get('checksum') ?? ''
      return isRsaChecksum(received?.parameters ?? [], publicKey, checksum)
    }
    const [first] = await keysOf(merchant.call, 'callbacks')
    const [old, next] = await rotate(merchant.call, { use: 'callbacks', overlapSeconds: 3600 })
    assert.equal(old?.publicKey, first?.publicKey)
    assert.ok(await signedBy(1, first?.publicKey))
    const { rsa } = bodyOf<{ rsa: { publicKey: string } }>(
      await merchant.call('GET', '/control/v1/callback-keys'),
      200,
    )
    assert.equal(rsa.publicKey, first?.publicKey)
    // A key that has never signed needs no overlap.
    const [signs, ...none] = await rotate(merchant.call, { use: 'callbacks', overlapSeconds: 0 })
    assert.deepEqual(none, [])
    assert.ok(![first?.publicKey, next?.publicKey].includes(signs?.publicKey))
    assert.ok(await signedBy(2, signs?.publicKey))
    // A callback signed with the previous key is verified with that key.
    const [sent] = receiver.received
    const received = new URLSearchParams([...(sent?.parameters ?? [])]).toString()
    const judged = await merchant.call('POST', '/control/v1/callbacks/verify', { received })
    assert.equal(bodyOf<{ verdict: string }>(judged, 200).verdict, 'right')
    await receiver.close()
  })

  test('are rotated one after the other if requests are concurrent', async () => {
    const { secrets } = await sandbox.newProject()
    const call = projectCall(sandbox, secrets.interfaceB.apiKey)
    const made = await Promise.all(
      [1, 2, 3].map(() => rotate(call, { use: 'pin', overlapSeconds: 60 })),
    )
    const left = (await keysOf(call, 'pin')).map(({ publicKey }) => publicKey)
    assert.equal(left.length, 2)
    const newest = made.map((keys) => keys.at(-1)?.publicKey)
    for (const key of left) assert.ok(newest.includes(key))
  })

  test('cannot be rotated for an unknown use or with an overlap that is too long', async () => {
    const { secrets } = await sandbox.newProject()
    const call = projectCall(sandbox, secrets.interfaceB.apiKey)
    for (const body of [
      {},
      { use: 'all' },
      { use: 'pin', overlapSeconds: -1 },
      { use: 'pin', overlapSeconds: 2_592_001 },
      { use: 'pin', more: 1 },
    ])
      assert.equal((await call('POST', '/control/v1/rsa-keys', body)).status, 422)
    assert.equal((await keysOf(call, 'pin')).length, 1)
  })

  if (database.name === 'postgres')
    test('are the same in a second process that did not create them', async () => {
      const issuer = new IssuerV2(sandbox, await sandbox.newProject())
      const call = projectCall(sandbox, issuer.project.secrets.interfaceB.apiKey)
      const [, newest] = await rotate(call, { use: 'pin' })
      const other = await anotherProcess(sandbox)
      const pem = await other.service.directory.rsaKeys(issuer.project.number, 'pin')
      assert.equal(pem.length, 2)
      assert.equal((await keysOf(call, 'pin')).at(-1)?.publicKey, newest?.publicKey)
      await other.close()
    })
})
