// Callbacks over TLS: trusted certificates, server names and IP addresses.

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Mode } from '../../src/config.ts'
import { databases } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'
import { Authority, type Identity, selfSigned } from '../kit/certificate.ts'
import { Receiver } from '../kit/callback-receiver.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'

const NAME = 'shop.example.com'
/** A public IP address for documentation, where nothing responds. Source: RFC 5737. */
const ADDRESS = '93.184.215.14'

const trusted = new Authority('An authority that the test trusts')
const unknown = new Authority('An unknown authority')

/**
 * Sends one callback to a receiver with this identity; returns the attempt and the requests
 * received.
 */
async function deliver(context: TestContext, mode: Mode, identity: Identity) {
  const receiver = await Receiver.open(0, identity)
  context.after(() => receiver.close())
  const asked: string[] = []
  const connected: string[] = []
  const [database] = databases
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database, {
    config: { mode, adminToken: 'a-token-of-the-admin' },
    delivery: {
      resolve: async (name) => {
        asked.push(name)
        return [{ address: ADDRESS, family: 4 }]
      },
      route: ({ address, family }) => {
        connected.push(address)
        return { address: '127.0.0.1', family }
      },
    },
  })
  context.after(() => sandbox.close())
  const merchant = await CallbackMerchant.open(sandbox, {
    callbackUrl: `https://${NAME}:${receiver.port}/paid`,
  })
  await merchant.pay()
  const [callback] = await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
  const [attempt] = callback?.attempts ?? []
  assert.ok(attempt !== undefined)
  return { attempt, state: callback?.state, receiver, asked, connected }
}

function trust(context: TestContext, ...authorities: readonly Authority[]): void {
  const before = getCACertificates('default')
  context.after(() => setDefaultCACertificates(before))
  setDefaultCACertificates([...before, ...authorities.map(({ cert }) => cert)])
}

// prettier-ignore
const BELIEVED: readonly { mode: Mode; what: string; identity: Identity }[] = [
  { mode: 'local',  what: 'is self-signed',               identity: selfSigned(NAME) },
  { mode: 'local',  what: 'is for another name',          identity: selfSigned('other.example.com') },
  { mode: 'local',  what: 'has expired',                  identity: trusted.identity(NAME, -1000) },
  { mode: 'hosted', what: 'a trusted authority signed',   identity: trusted.identity(NAME) },
]

for (const { mode, what, identity } of BELIEVED)
  test(`A ${mode} service sends to a receiver whose certificate ${what}`, async (t) => {
    trust(t, trusted)
    const { attempt, state, receiver, asked, connected } = await deliver(t, mode, identity)
    assert.deepEqual([attempt.httpStatus, attempt.error, state], [200, null, 'delivered'])
    const [received] = receiver.received
    assert.equal(received?.serverName, NAME)
    assert.equal(received.headers.host, `${NAME}:${receiver.port}`)
    assert.equal(received.parameters.get('operation'), 'deposited')
    assert.deepEqual([asked, connected], [[NAME], [ADDRESS]])
  })

// prettier-ignore
const REFUSED: readonly { what: string; identity: Identity; says: RegExp }[] = [
  { what: 'is self-signed',             identity: selfSigned(NAME),                        says: /self-signed certificate$/ },
  { what: 'an unknown authority signed', identity: unknown.identity(NAME),                 says: /unable to verify the first certificate$/ },
  { what: 'is for another name',        identity: trusted.identity('other.example.com'),   says: /shop\.example\.com.*other\.example\.com/ },
  { what: 'has expired',                identity: trusted.identity(NAME, -1000),           says: /certificate has expired$/ },
]

for (const { what, identity, says } of REFUSED)
  test(`A hosted service sends nothing to a receiver whose certificate ${what}, and records the reason`, async (t) => {
    trust(t, trusted)
    const { attempt, state, receiver, connected } = await deliver(t, 'hosted', identity)
    assert.match(attempt.error ?? '', /^the certificate is not trusted: /)
    assert.match(attempt.error ?? '', says)
    assert.deepEqual([attempt.httpStatus, attempt.answer, state], [null, '', 'waiting'])
    assert.deepEqual(connected, [ADDRESS])
    assert.equal(receiver.received.length, 0)
  })
