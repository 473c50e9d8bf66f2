// The secrets of a project, from random bytes that the test knows, and the public demo credentials.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  base32,
  CREDENTIAL_INTERFACES,
  type CredentialKind,
  credentialText,
  DEMO_CREDENTIALS,
  DEMO_NAME,
  DEMO_PRODUCT,
  demoSecrets,
  isDemoCredential,
  newProjectSecrets,
  PROJECT_ENTROPY_BYTES,
  ROTATION_ENTROPY_BYTES,
  rotatedSecrets,
} from '../../src/projects/project.ts'

const bytes = (count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => (index * 37 + 11) % 256)

test('Random bytes become base32 in lower case without padding (RFC 4648, 10)', () => {
  // prettier-ignore
  const VECTORS = { '': '', f: 'my', fo: 'mzxq', foo: 'mzxw6', foob: 'mzxw6yq', fooba: 'mzxw6ytb', foobar: 'mzxw6ytboi', '\xff\xff\xff\xff\xff\xff': '7777777774' }
  for (const [text, written] of Object.entries(VECTORS))
    assert.equal(base32(Buffer.from(text, 'latin1')), written)
})

test('The secrets of a project use each random byte once', () => {
  const secrets = newProjectSecrets(bytes(PROJECT_ENTROPY_BYTES))
  assert.deepEqual(secrets, {
    interfaceA: { login: 'bmyfk6u7', password: 'lb62fr7mce3fxaffzlxriok6' },
    interfaceB: { apiKey: 'bmyfk6u7-qoum34qxhrqynk6q6und6zejv3j7qhkc' },
    interfaceC: {
      userName: 'bmyfk6u7-api',
      password: 'm6gldvx3ebcwvd5u3h7cgsdn',
      token: 'bmyfk6u7-sk35yajgjnyjlow7aquu444yxxraolcr',
      callbackKey: 'o2n4bzikf5khthwd5agtev34',
    },
    dataKey: 'ocbrEDVaf6TJ7hM4XYKnzPEWO2CFqs_0GT5jiK3S9xw',
    product: { ...DEMO_PRODUCT, institutionId: '707859', agentNumber: '707859', bin: '459472' },
  })
})

test('Changing any random byte changes the secrets', () => {
  const made = JSON.stringify(newProjectSecrets(bytes(PROJECT_ENTROPY_BYTES)))
  const count = (length: number, make: (random: Uint8Array) => unknown): number[] => {
    const whole = JSON.stringify(make(bytes(length)))
    return Array.from({ length }, (_, index) => index).filter((index) => {
      const random = bytes(length)
      random[index] = 255 - (random[index] ?? 0)
      return JSON.stringify(make(random)) === whole
    })
  }
  assert.deepEqual(count(PROJECT_ENTROPY_BYTES, newProjectSecrets), [])
  assert.equal(made, JSON.stringify(newProjectSecrets(bytes(PROJECT_ENTROPY_BYTES + 9))))
  const secrets = newProjectSecrets(bytes(PROJECT_ENTROPY_BYTES))
  const rotated = count(ROTATION_ENTROPY_BYTES, (random) =>
    CREDENTIAL_INTERFACES.map((which) => rotatedSecrets(secrets, which, random)),
  )
  assert.deepEqual(rotated, [])
})

test('A rotation only changes the secrets of one interface', () => {
  const secrets = newProjectSecrets(bytes(PROJECT_ENTROPY_BYTES))
  const random = bytes(ROTATION_ENTROPY_BYTES)
  const { interfaceA, interfaceC } = secrets
  const [password, key] = [
    base32(random.subarray(0, 15)),
    `${interfaceA.login}-${base32(random.subarray(15))}`,
  ]
  assert.deepEqual([password.length, key.length], [24, 41])
  assert.deepEqual(rotatedSecrets(secrets, 'A', random), {
    ...secrets,
    interfaceA: { ...interfaceA, password },
  })
  assert.deepEqual(rotatedSecrets(secrets, 'B', random), {
    ...secrets,
    interfaceB: { apiKey: key },
  })
  assert.deepEqual(rotatedSecrets(secrets, 'C', random), {
    ...secrets,
    interfaceC: { ...interfaceC, password, token: key },
  })
})

test('The demo project has the documented credentials', () => {
  const secrets = demoSecrets(bytes(PROJECT_ENTROPY_BYTES))
  const { dataKey } = newProjectSecrets(bytes(PROJECT_ENTROPY_BYTES))
  assert.deepEqual(secrets, { ...DEMO_CREDENTIALS, dataKey, product: DEMO_PRODUCT })
  assert.equal(DEMO_NAME, 'demo')
  assert.deepEqual(DEMO_CREDENTIALS, {
    interfaceA: { login: 'demo', password: 'demo-password' },
    interfaceB: { apiKey: 'demo-api-key' },
    interfaceC: {
      userName: 'demo-api',
      password: 'demo-password',
      token: 'demo-token',
      callbackKey: 'demo-callback-key',
    },
  })
  assert.deepEqual(DEMO_PRODUCT, {
    institutionId: '1001',
    agentNumber: '1001',
    productId: '70000001',
    serviceIdAcc: '70000011',
    productName: 'CRCU1001',
    cardProductName: 'VISA_CLASSIC_VIRTUAL',
    bin: '400000',
  })
})

test('Demo credentials are recognised, each at its interface and with its password', () => {
  // prettier-ignore
  const KNOWN: readonly (readonly [CredentialKind, string, string?])[] = [['a', 'demo', 'demo-password'], ['b', 'demo-api-key'], ['c', 'demo-api', 'demo-password'], ['c-token', 'demo-token']]
  for (const [kind, login, password] of KNOWN) {
    assert.ok(isDemoCredential(kind, login, password), kind)
    assert.ok(!isDemoCredential(kind, `${login}x`, password), kind)
    assert.ok(!isDemoCredential(kind, login, `${password ?? ''}x`), kind)
    for (const [other] of KNOWN)
      assert.equal(isDemoCredential(other, login, password), other === kind)
    assert.equal(credentialText(kind, login), `${kind}:${login}`)
  }
})
