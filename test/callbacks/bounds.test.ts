// Callbacks as rows at the bounds of what is kept and read: attempts, claims, keys, what was pasted of one, and the request that is made of it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  afterAttempt,
  type Callback,
  type CallbackAttempt,
  CALLBACK_STATES,
  holdsUpTheNext,
  isLeased,
  isTest,
  LEASE_MS,
  originOf,
  requeued,
  signingAlias,
} from '../../src/callbacks/callback.ts'
import {
  CALLBACK_OPERATIONS,
  DELIVERED_HTTP_STATUS,
  DELIVERY_TIMEOUT_MS,
  eventOf,
  GIVE_UP_AFTER_MS,
} from '../../src/callbacks/callback-schedule.ts'
import { hmacChecksum, isHmacChecksum } from '../../src/callbacks/checksum.ts'
import { readReceived } from '../../src/callbacks/received-callback.ts'
import { CALLBACK_DEFAULTS } from '../../src/callbacks/settings.ts'
import { callbackRequest } from '../../src/delivery/signing.ts'
import type { Directory } from '../../src/engine/directory.ts'
import { newProjectSecrets, PROJECT_ENTROPY_BYTES } from '../../src/projects/project.ts'
import { Vault } from '../../src/projects/vault.ts'

const AT = Date.UTC(2032, 0, 30, 12)
const REQUEST = { method: 'GET', url: 'https://shop.example', body: '' } as const

const attempt = (over: Partial<CallbackAttempt> = {}): CallbackAttempt => ({
  at: AT,
  httpStatus: 500,
  durationMs: 1,
  error: null,
  request: REQUEST,
  answer: '',
  ...over,
})
const callback = (over: Partial<Callback> = {}): Callback => ({
  id: 1,
  orderId: null,
  orderNumber: null,
  bindingId: null,
  operation: 'deposited',
  status: 1,
  state: 'waiting',
  url: 'https://shop.example/callback',
  origin: 'https://shop.example',
  message: {
    parameters: [
      ['operation', 'deposited'],
      ['status', '1'],
    ],
    method: 'GET',
    signature: 'hmac',
    keyAlias: 'callbackKey',
  },
  createdAt: AT,
  previousId: null,
  attempt: 1,
  failures: 0,
  firstAt: AT,
  dueAt: AT,
  leaseUntil: AT,
  attempts: [],
  ...over,
})

describe('A callback', () => {
  test('is delivered by 200 without an error, and by nothing else', () => {
    assert.deepEqual([DELIVERED_HTTP_STATUS, DELIVERY_TIMEOUT_MS, LEASE_MS], [200, 15_000, 30_000])
    const good = afterAttempt(callback(), attempt({ httpStatus: 200 }))
    assert.deepEqual(
      [good.state, good.failures, good.dueAt, good.leaseUntil],
      ['delivered', 0, null, null],
    )
    for (const over of [
      { httpStatus: 201 },
      { httpStatus: 199 },
      { httpStatus: null },
      { httpStatus: 200, error: 'cut' },
    ]) {
      const bad = afterAttempt(callback(), attempt(over))
      assert.deepEqual(
        [bad.state, bad.failures, bad.dueAt, bad.leaseUntil],
        ['waiting', 1, AT + 30_000, null],
      )
    }
  })

  test('is given up after 75 hours from its first attempt, or from this one where there was none', () => {
    const late = attempt({ at: AT + GIVE_UP_AFTER_MS })
    assert.equal(GIVE_UP_AFTER_MS, 270_000_000)
    assert.deepEqual(
      [
        afterAttempt(callback({ firstAt: AT }), late).state,
        afterAttempt(callback({ firstAt: AT + 1 }), late).state,
      ],
      ['failed', 'waiting'],
    )
    assert.equal(afterAttempt(callback({ firstAt: null }), late).dueAt, late.at + 30_000)
  })

  test('keeps its thirty latest attempts', () => {
    let kept = callback()
    for (let index = 0; index < 31; index++)
      kept = afterAttempt(kept, attempt({ durationMs: index }))
    assert.deepEqual(
      kept.attempts.map(({ durationMs }) => durationMs),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  test('holds up the next one of its order until it has failed three times', () => {
    assert.deepEqual(
      [0, 2, 3].map((failures) => holdsUpTheNext(callback({ failures }))),
      [true, true, false],
    )
    for (const state of CALLBACK_STATES)
      assert.equal(holdsUpTheNext(callback({ state })), state === 'waiting')
  })

  test('is held by its sender to the last millisecond of its claim', () => {
    assert.deepEqual(
      [AT - 1, AT, AT + 1].map((realNow) => isLeased({ leaseUntil: AT }, { realNow })),
      [true, true, false],
    )
    assert.equal(isLeased({ leaseUntil: null }, { realNow: AT }), false)
  })

  test('queued anew begins its schedule again, at once where nobody sends it', () => {
    const old = callback({ state: 'failed', failures: 9, firstAt: 1, dueAt: null })
    assert.deepEqual(requeued(old, AT, false), {
      ...old,
      state: 'waiting',
      failures: 0,
      firstAt: null,
      dueAt: AT,
      leaseUntil: null,
    })
    assert.deepEqual(requeued(old, AT, true), { ...old, failures: 0, firstAt: AT })
  })

  test('is signed by the key that was added last, or by the one RSA key', () => {
    const keys = [
      { alias: 'one', sealed: null, createdAt: null },
      { alias: 'two', sealed: null, createdAt: null },
    ]
    assert.equal(signingAlias({ callbackSignature: 'hmac', callbackKeys: keys }), 'two')
    assert.equal(signingAlias({ callbackSignature: 'hmac', callbackKeys: [] }), 'callbackKey')
    assert.equal(signingAlias({ callbackSignature: 'none', callbackKeys: keys }), 'two')
    assert.equal(signingAlias({ callbackSignature: 'rsa', callbackKeys: keys }), 'callbackRsaKey')
  })

  test('that only tries the receiver says so in a parameter', () => {
    const withNames = (...names: string[]) => ({
      message: { ...callback().message, parameters: names.map((name) => [name, 'true'] as const) },
    })
    assert.deepEqual(
      [
        isTest(withNames('sandcardTest')),
        isTest(withNames('status', 'sandcardTest')),
        isTest(withNames('status')),
      ],
      [true, true, false],
    )
  })

  test('belongs to the receiver of its address', () => {
    // prettier-ignore
    const ORIGINS = { 'https://shop.example/a?b': 'https://shop.example', 'http://shop.example:8080/': 'http://shop.example:8080', 'no address': null }
    for (const [url, origin] of Object.entries(ORIGINS)) assert.equal(originOf(url), origin)
    assert.equal(originOf(null), null)
  })

  test('is of an event by its operation and status', () => {
    assert.deepEqual(
      [
        eventOf('approved', 1),
        eventOf('approved', 0),
        eventOf('reversed', 1),
        eventOf('reversed', 0),
        eventOf('declinedCardPresent', 1),
      ],
      ['held', 'hold-failed', 'reversed', undefined, undefined],
    )
  })
})

test('A project has its callbacks in the inbox, signed and of every operation, until it says otherwise', () => {
  assert.deepEqual(CALLBACK_DEFAULTS, {
    callbackUrl: null,
    callbackMethod: 'GET',
    callbackOperations: CALLBACK_OPERATIONS,
    callbackSignature: 'hmac',
    callbackKeys: [{ alias: 'callbackKey', sealed: null, createdAt: null }],
  })
})

describe('A checksum', () => {
  const parameters = [
    ['operation', 'deposited'],
    ['status', '1'],
  ] as const
  const good = hmacChecksum(parameters, 'key')
  test('is upper-case hex, whole and alone', () => {
    assert.ok(isHmacChecksum(parameters, 'key', good))
    for (const text of [
      good.toLowerCase(),
      `${good}00`,
      `${good}x`,
      `x${good}`,
      good.slice(2),
      `${good}0`,
      `${good}\n`,
      '',
    ])
      assert.equal(isHmacChecksum(parameters, 'key', text), false, text)
  })
})

describe('What was received', () => {
  const received = (text: string) =>
    readReceived(text)
      ?.parameters.map(([name, value]) => `${name}=${value}`)
      .join(' ')

  // prettier-ignore
  const FORMS: readonly (readonly [what: string, text: string, read: string | undefined])[] = [
    ['an address', 'https://shop.example/callback?operation=deposited&status=1#top', 'operation=deposited status=1'],
    ['a line of a log', 'GET /callback?operation=deposited&status=1 HTTP/1.1', 'operation=deposited status=1'],
    ['a form behind its headers', 'POST /callback?a=1 HTTP/1.1\nHost: shop.example\n\noperation=deposited&status=1', 'operation=deposited status=1'],
    ['a form with codes in it', 'name=M%C3%BCller+%26+Co&empty&x=', 'name=Müller & Co empty= x='],
    ['JSON', ' {"operation":"deposited","status":1} ', 'operation=deposited status=1'],
    ['the signed text', 'operation;deposited;status;1;', 'operation=deposited status=1'],
    ['the signed text without its end', 'operation;deposited;status;1', 'operation=deposited status=1'],
    ['a signed text with a value too few', 'operation;deposited;status', undefined],
    ['broken JSON', '{"operation":', undefined],
    ['JSON that is a list', '[1]', undefined],
    ['nothing', '  ', undefined],
    ['words', 'it did not work', undefined],
    ['a checksum alone', 'checksum=00', undefined],
  ]
  for (const [what, text, read] of FORMS)
    test(`is read from ${what}${read === undefined ? ': nothing' : ''}`, () =>
      assert.equal(received(text), read))

  test('has a hundred parameters at most', () => {
    const form = (count: number) =>
      Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
    assert.equal(readReceived(form(100))?.parameters.length, 100)
    assert.equal(readReceived(form(101)), undefined)
    assert.equal(readReceived(`${form(100)}&checksum=00&sign_alias=a`)?.checksum, '00')
  })

  test('keeps apart what carries the signature, and the text as it was signed', () => {
    const { checksum, signAlias, coded, signedText } =
      readReceived('a=M%C3%BC&checksum=%2000%20&sign_alias=k') ?? {}
    assert.deepEqual(
      [checksum, signAlias, coded, signedText],
      ['00', 'k', [['a', 'M%C3%BC']], undefined],
    )
    assert.equal(readReceived('a;1;')?.signedText, 'a;1;')
    assert.equal(readReceived('a;b=1&c=2')?.signedText, undefined)
    assert.equal(readReceived('a b;1;')?.signedText, undefined)
  })
})

describe('The request of a callback', () => {
  const secrets = newProjectSecrets(new Uint8Array(PROJECT_ENTROPY_BYTES))
  const vault = new Vault(Buffer.alloc(32, 7), new Map<string, string>())
  const project = { number: 1, id: 'prj', name: 'p', datasetId: 1, secrets, vault, createdAt: AT }
  const own = { alias: 'callbackKey', sealed: null, createdAt: null }
  const later = { alias: 'later', sealed: vault.seal('opened'), createdAt: AT }
  const request = (
    over: { url?: string; method?: 'GET' | 'POST'; signature?: 'none' | 'hmac'; keyAlias?: string },
    keys = [own],
  ) => {
    const { url = 'https://shop.example/c', ...message } = over
    const of = { ...callback(), url, message: { ...callback().message, ...message } }
    return callbackRequest(of, project, keys, {} as Directory)
  }
  const told = 'operation=deposited&status=1'

  test('says what the gateway says, and of its address what that does not say', async () => {
    const url =
      'https://shop.example/c?tenant=7&status=9&checksum=00&sign_alias=x&operation=no#part'
    assert.equal(
      (await request({ url, signature: 'none' })).url,
      `https://shop.example/c?tenant=7&${told}`,
    )
    const posted = await request({ url, signature: 'none', method: 'POST' })
    assert.deepEqual(posted, { method: 'POST', url: 'https://shop.example/c?tenant=7', body: told })
    assert.deepEqual(await request({ signature: 'none' }), {
      method: 'GET',
      url: `https://shop.example/c?${told}`,
      body: '',
    })
  })

  test('names its key once a project has had another, and is signed by the newest where its own has ended', async () => {
    const checksumOf = (key: string) => hmacChecksum(callback().message.parameters, key)
    const signed = async (keyAlias: string, keys: (typeof own | typeof later)[]) =>
      (await request({ keyAlias }, keys as (typeof own)[])).url.replace(
        `https://shop.example/c?${told}&`,
        '',
      )
    assert.equal(
      await signed('callbackKey', [own]),
      `checksum=${checksumOf(secrets.interfaceC.callbackKey)}`,
    )
    assert.equal(
      await signed('callbackKey', [own, later]),
      `sign_alias=callbackKey&checksum=${checksumOf(secrets.interfaceC.callbackKey)}`,
    )
    assert.equal(
      await signed('later', [own, later]),
      `sign_alias=later&checksum=${checksumOf('opened')}`,
    )
    assert.equal(
      await signed('callbackKey', [later]),
      `sign_alias=later&checksum=${checksumOf('opened')}`,
    )
    await assert.rejects(signed('callbackKey', []), /always has a callback key/)
  })
})
