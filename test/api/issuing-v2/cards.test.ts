import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { CARD_STATUSES, isFinal } from '../../../src/issuing/card.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type CardJson, assertProblem, PRODUCT, issuerV2On } from '../../kit/issuer-v2.ts'

onEveryDatabase('Cards of interface B', (database) => {
  const open = issuerV2On(database)

  test('the pool has 20 cards, and a reissue does not use one', async () => {
    const issuer = await open()
    const cards: CardJson[] = []
    for (let count = 0; count < 20; count++) cards.push(await issuer.newCard())
    assert.equal(new Set(cards.map(({ number }) => number)).size, 20)
    const cardholder = await issuer.newCardholder()
    const refused = await issuer.call('POST', '/cards', { productName: PRODUCT, cardholder })
    assertProblem(refused, 409, 'card-pool-exhausted')
    const [first] = cards
    assert.ok(first)
    assert.equal((await issuer.patch(first, { reissueCard: 'lost' })).status, 200)
  })

  test('a cardholder can have only one card', async () => {
    const issuer = await open()
    const body = { productName: PRODUCT, cardholder: await issuer.newCardholder() }
    const answers = await Promise.all([1, 2, 3].map(() => issuer.call('POST', '/cards', body)))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [201, 409, 409])
    assertProblem(await issuer.call('POST', '/cards', body), 409, 'cardholder-already-has-card')
  })

  test('lost and stolen are final; setting the current status changes nothing', async () => {
    for (const from of CARD_STATUSES) {
      const issuer = await open()
      for (const to of CARD_STATUSES) {
        const card = await issuer.newCardIn(from)
        const answer = await issuer.patch(card, { status: to })
        if (isFinal(from)) assertProblem(answer, 409, 'card-status-final')
        else assert.equal(answer.status, 200)
        assert.equal(
          (await issuer.card(card.id)).status,
          isFinal(from) ? from : to,
          `${from} to ${to}`,
        )
      }
    }
  })

  test('limits, PIN and its counter can be changed in every status', async () => {
    const issuer = await open()
    for (const [index, status] of CARD_STATUSES.entries()) {
      const card = await issuer.newCardIn(status)
      for (const change of [
        { spendingLimits: [{ amount: 7, interval: 'daily' }] },
        { pin: await issuer.pinBlock(`{"nonce": 1234567${index}, "pin": "4071"}`) },
        { resetPinCounter: true },
      ]) {
        const answer = await issuer.patch(card, change)
        assert.equal(answer.status, 200, answer.text)
        assert.equal((answer.json as CardJson).status, status)
      }
      assert.equal((await issuer.card(card.id)).spendingLimits[0]?.amount, 7)
    }
  })

  test('blockingDate is the last time the card became blocked', async () => {
    const issuer = await open()
    await issuer.freezeClock('2030-03-10T10:00:00Z')
    const card = await issuer.newCard()
    const steps = [
      ['lost-free', '2030-03-10T10:00:00Z', { status: 'active' }, /^$/],
      ['blocked', '2030-03-11T10:00:00Z', { status: 'blocked' }, /^2030-03-11T10:00:00$/],
      ['again', '2030-03-12T10:00:00Z', { status: 'blocked' }, /^2030-03-11T10:00:00$/],
      ['active', '2030-03-13T10:00:00Z', { status: 'active' }, /^2030-03-11T10:00:00$/],
      ['anew', '2030-03-14T10:00:00Z', { status: 'blocked' }, /^2030-03-14T10:00:00$/],
      ['lost', '2030-03-15T10:00:00Z', { status: 'lost' }, /^2030-03-14T10:00:00$/],
    ] as const
    for (const [name, at, change, expected] of steps) {
      if (name !== 'lost-free') await issuer.freezeClock(at)
      assert.match(
        ((await issuer.patch(card, change)).json as CardJson).blockingDate,
        expected,
        name,
      )
    }
  })

  test('exactly one parameter is changed at a time; unknown fields are ignored', async () => {
    const issuer = await open()
    const card = await issuer.newCard()
    const limits = [{ amount: 1, interval: 'daily' }]
    const rows = [
      [{}, 'no-parameter'],
      [{ colour: 'red' }, 'no-parameter'],
      [{ status: 'blocked', resetPinCounter: true }, 'too-many-parameters'],
      [{ status: 'blocked', spendingLimits: limits }, 'too-many-parameters'],
      [{ reissueCard: 'lost', pin: 'AAAA' }, 'too-many-parameters'],
    ] as const
    for (const [body, code] of rows) assertProblem(await issuer.patch(card, body), 422, code)
    assert.deepEqual(await issuer.card(card.id), card)
    assert.equal((await issuer.patch(card, { status: 'blocked', colour: 'red' })).status, 200)
  })

  test('limits in the request change; the others stay unchanged', async () => {
    const issuer = await open()
    const card = await issuer.newCard()
    const rows = [
      [[{ amount: 0, interval: 'daily' }], [0, 1_000_000]],
      [[{ amount: 999_999_999_999, interval: 'monthly' }], [0, 999_999_999_999]],
      [
        [
          { amount: 7, interval: 'monthly' },
          { amount: 5, interval: 'daily' },
        ],
        [5, 7],
      ],
    ] as const
    for (const [spendingLimits, [daily, monthly]] of rows) {
      const { json } = await issuer.patch(card, { spendingLimits })
      assert.deepEqual(json, {
        ...withoutSecrets(card),
        spendingLimits: [
          { amount: daily, interval: 'daily' },
          { amount: monthly, interval: 'monthly' },
        ],
      })
    }
  })

  test('a PIN is set encrypted, once per nonce, and never shown', async () => {
    const issuer = await open()
    const [card, other] = [await issuer.newCard(), await issuer.newCard()]
    const pin = await issuer.pinBlock('{"nonce": 12345678, "pin": "4071"}')
    const set = await issuer.patch(card, { pin })
    assert.equal(set.status, 200, set.text)
    assert.deepEqual(set.json, withoutSecrets(card))
    assertProblem(await issuer.patch(card, { pin }), 409, 'pin-nonce-used')
    const again = await issuer.pinBlock('{"nonce": 12345678, "pin": "0000"}')
    assertProblem(await issuer.patch(other, { pin: again }), 409, 'pin-nonce-used')
    const longest = await issuer.pinBlock('{"nonce": 12345679, "pin": "123456789012"}')
    assert.equal((await issuer.patch(other, { pin: longest })).status, 200)
    assert.equal((await issuer.patch(card, { resetPinCounter: true })).status, 200)
  })

  test('a PIN that cannot be decrypted or is invalid is refused', async () => {
    const issuer = await open()
    const card = await issuer.newCard()
    const foreign = await open()
    const rows = [
      ['AAAA', 'pin-not-decryptable'],
      ['not base64 at all', 'pin-not-decryptable'],
      [Buffer.alloc(256, 1).toString('base64'), 'pin-not-decryptable'],
      [await foreign.pinBlock('{"nonce": 12345678, "pin": "1234"}'), 'pin-not-decryptable'],
      [await issuer.pinBlock('1234'), 'invalid-pin'],
      [await issuer.pinBlock('null'), 'invalid-pin'],
      [await issuer.pinBlock('no json'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": 1234567, "pin": "1234"}'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": "12345678", "pin": "1234"}'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": 12345678.5, "pin": "1234"}'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": 12345678, "pin": 1234}'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": 12345678, "pin": "123"}'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": 12345678, "pin": "1234567890123"}'), 'invalid-pin'],
      [await issuer.pinBlock('{"nonce": 12345678, "pin": "12a4"}'), 'invalid-pin'],
    ] as const
    for (const [pin, code] of rows) {
      const { errors } = assertProblem(await issuer.patch(card, { pin }), 422, code)
      assert.equal(errors?.[0]?.pointer, '/pin')
    }
  })

  test('only the public PIN key is published', async () => {
    const issuer = await open()
    const answer = await issuer.call('GET', '/keys/pin')
    assert.equal(answer.status, 200)
    const { kid, alg, jwk, pem } = answer.json as Record<string, string>
    assert.equal(alg, 'RSA-OAEP-256')
    assert.match(String(kid), /^[\w-]{43}$/)
    assert.match(String(pem), /^-----BEGIN PUBLIC KEY-----/)
    assert.deepEqual(Object.keys(Object(jwk) as object).toSorted(), [
      'alg',
      'e',
      'kid',
      'kty',
      'n',
      'use',
    ])
    assert.equal(createPublicKey(String(pem)).asymmetricKeyDetails?.modulusLength, 2048)
    assert.deepEqual((await issuer.call('GET', '/keys/pin')).json, answer.json)
  })

  test('a reissue in any status keeps id, account and limits, with a new number and expiry', async () => {
    for (const [reason, status, message] of [
      ['lost', 'lost', 'Card is lost'],
      ['stolen', 'stolen', 'Card is stolen'],
      ['damaged', 'blocked', 'Card is replaced'],
      ['expired', 'active', 'Card is replaced'],
    ] as const) {
      const issuer = await open()
      await issuer.freezeClock('2030-03-10T10:00:00Z')
      const old = await issuer.fundedCard(1000)
      const other = await issuer.fundedCard(1000)
      const before = await issuer.transfer(old, other, 100)
      await issuer.patch(old, { status })
      await issuer.freezeClock('2031-05-10T10:00:00Z')
      const answer = await issuer.patch(old, { reissueCard: reason })
      assert.equal(answer.status, 200)
      const card = await issuer.card(old.id)
      assert.notEqual(card.number, old.number)
      assert.equal(card.expiryDate, '203605')
      assert.deepEqual([card.status, card.account.balance], ['active', 900])
      assert.equal(card.account.accountNumber, old.account.accountNumber)
      assert.deepEqual(card.spendingLimits, old.spendingLimits)
      const declines = [
        await issuer.transfer(old, other, 10),
        await issuer.transfer(other, old, 10),
        (await issuer.topup(old, 10)).json as { status: string; statusMessage: string },
      ]
      for (const decline of declines)
        assert.deepEqual([decline.status, decline.statusMessage], ['declined', message])
      const after = await issuer.transfer(card, other, 50)
      assert.equal(after.status, 'approved')
      const listed = await issuer.list({ cardNumberFltr: old.number })
      assert.deepEqual(listed.transfers.at(-1), before)
      assert.equal(listed.transfers.length, 3)
      assert.deepEqual((await issuer.list({ cardNumberFltr: card.number })).transfers, [after])
    }
  })
})

function withoutSecrets({ number, cvc, ...card }: CardJson): Omit<CardJson, 'number' | 'cvc'> {
  assert.ok(number !== '' && cvc !== '')
  return card
}
