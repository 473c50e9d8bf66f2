// Every refusal of interface A by response code: its format, the order of precedence, and that
// nothing changes.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testCard } from '../../../src/payments/methods/test-card.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  type IssuerV1,
  credit,
  EXPIRY,
  type IssuedCard,
  type Json,
  newCard,
  newIssuerV1,
  p2p,
  registration,
} from '../../kit/issuer-v1.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const UNKNOWN = '4000009999999992'
const STATES = ['active', 'blocked', 'lost', 'stolen', 'replaced'] as const
type State = (typeof STATES)[number]

/** A card in every state and another active one, each with 5,000.00. */
type Cards = Readonly<Record<State | 'other', IssuedCard>>

const PROCESSING_CODE: Readonly<Record<string, string>> = {
  changeCardLimit: '710000',
  blockCard: '910000',
  changeCardStatus: '950000',
  creditCard: '270000',
  p2pTransfer: '490000',
}

interface RefusedCase {
  readonly why: string
  readonly operation: string
  readonly body: (cards: Cards) => unknown
  readonly code: string
}

const by = (card: IssuedCard) => ({ cardIdentification: { cardId: Number(card.cardId) } })
const NOBODY = { cardIdentification: { cardId: 999 } }
const limit = (changes: Json) => ({
  limit: { name: 'LMTP0109', value: 1, cycleType: 0, cycleLength: 1, ...changes },
})
const between = (source: keyof Cards, destination: keyof Cards, changes: Json = {}) => ({
  why: `a transfer from a card that is ${source} to one that is ${destination}`,
  operation: 'p2pTransfer',
  body: (cards: Cards) =>
    p2p(cards[source].cardNumber, cards[destination].cardNumber, 100, changes),
})
const crediting = (state: keyof Cards, changes: Json = {}) => ({
  why: `a top-up of a card that is ${state}`,
  operation: 'creditCard',
  body: (cards: Cards) => credit(cards[state].cardNumber, 100, changes),
})
const wrongExpiry = (card: IssuedCard) => ({ cardNumber: card.cardNumber, expDate: 203112 })

// prettier-ignore
const RESULTS: readonly RefusedCase[] = [
  { why: 'an unknown cardId', operation: 'changeCardLimit', body: () => ({ ...NOBODY, ...limit({}) }), code: 'A8' },
  { why: 'an id too long for any card', operation: 'changeCardLimit', body: () => ({ cardIdentification: { cardId: '9999999999999999999' }, ...limit({}) }), code: 'A8' },
  { why: 'an unknown limit', operation: 'changeCardLimit', body: ({ active }) => ({ ...by(active), ...limit({ name: 'LMTP0999' }) }), code: 'A8' },
  { why: 'a name that every object inherits', operation: 'changeCardLimit', body: ({ active }) => ({ ...by(active), ...limit({ name: 'toString' }) }), code: 'A8' },
  { why: 'a negative limit', operation: 'changeCardLimit', body: ({ active }) => ({ ...by(active), ...limit({ value: -1 }) }), code: '13' },
  { why: 'half a cent as a limit', operation: 'changeCardLimit', body: ({ active }) => ({ ...by(active), ...limit({ value: 0.5 }) }), code: '13' },
  { why: 'an unknown cycle', operation: 'changeCardLimit', body: ({ active }) => ({ ...by(active), ...limit({ cycleType: 1 }) }), code: '12' },
  { why: 'a cycle of two days', operation: 'changeCardLimit', body: ({ active }) => ({ ...by(active), ...limit({ cycleLength: 2 }) }), code: '12' },

  { why: 'an unknown cardId', operation: 'blockCard', body: () => ({ ...NOBODY, hotCardStatus: 6 }), code: 'A8' },
  { why: 'an unknown cardId before an unsupported status', operation: 'blockCard', body: () => ({ ...NOBODY, hotCardStatus: 7 }), code: 'A8' },
  ...[0, 5, 7, 20, -1].map((hotCardStatus) => (
    { why: `hotCardStatus ${hotCardStatus}`, operation: 'blockCard', body: ({ active }: Cards) => ({ ...by(active), hotCardStatus }), code: '12' })),
  ...(['blocked', 'lost', 'stolen'] as const).map((state) => (
    { why: `a card that is ${state}`, operation: 'blockCard', body: (cards: Cards) => ({ ...by(cards[state]), hotCardStatus: 6 }), code: '57' })),

  { why: 'an unknown cardId', operation: 'changeCardStatus', body: () => ({ ...NOBODY, hotCardStatus: 0 }), code: 'A8' },
  ...[6, 1, 20].map((hotCardStatus) => (
    { why: `hotCardStatus ${hotCardStatus}`, operation: 'changeCardStatus', body: ({ blocked }: Cards) => ({ ...by(blocked), hotCardStatus }), code: '12' })),
  { why: 'a card that is active', operation: 'changeCardStatus', body: ({ active }) => ({ ...by(active), hotCardStatus: 0 }), code: '15' },
  ...(['lost', 'stolen'] as const).map((state) => (
    { why: `a card that is ${state}`, operation: 'changeCardStatus', body: (cards: Cards) => ({ ...by(cards[state]), hotCardStatus: 0 }), code: '57' })),

  { why: 'an unknown number', operation: 'creditCard', body: () => credit(UNKNOWN, 100), code: '14' },
  { why: 'a number of two digits', operation: 'creditCard', body: () => credit('12', 100), code: '14' },
  { ...crediting('active', { currency: 840 }), why: 'US dollars', code: '12' },
  ...[0, -1, 0.5, 1e12, 1e30, '-5', '1.5', '9'.repeat(200)].map((amount) => (
    { ...crediting('active', { amount }), why: `the amount ${String(amount).slice(0, 20)}`, code: '13' })),
  { ...crediting('active', { cardIdentification: wrongExpiry({ cardNumber: UNKNOWN, cardId: '' }) }), why: 'an unknown number before a wrong expiry', code: '14' },
  { why: 'another expiry date', operation: 'creditCard', body: ({ active }) => ({ ...credit('1', 100), cardIdentification: wrongExpiry(active) }), code: '54' },
  { why: 'another expiry date before the status', operation: 'creditCard', body: ({ blocked }) => ({ ...credit('1', 100), cardIdentification: wrongExpiry(blocked) }), code: '54' },
  { ...crediting('blocked'), code: '62' },
  { ...crediting('lost'), code: '41' },
  { ...crediting('stolen'), code: '43' },
  { ...crediting('replaced'), code: '41' },

  { why: 'an unknown source', operation: 'p2pTransfer', body: ({ active }) => p2p(UNKNOWN, active.cardNumber, 100), code: '14' },
  { why: 'an unknown destination', operation: 'p2pTransfer', body: ({ active }) => p2p(active.cardNumber, UNKNOWN, 100), code: '14' },
  { why: 'an unknown destination before the currency', operation: 'p2pTransfer', body: ({ active }) => p2p(active.cardNumber, UNKNOWN, 0, { currency: 840 }), code: '14' },
  { ...between('active', 'other', { currency: 840, amount: 0 }), why: 'US dollars before the amount', code: '12' },
  ...[0, -100, 99.5, 1e12, '-0.5'].map((amount) => (
    { ...between('active', 'other', { amount }), why: `the amount ${amount}`, code: '13' })),
  { ...between('active', 'active', { amount: 0 }), why: 'the amount before the same card', code: '13' },
  { ...between('active', 'active'), why: 'one card as source and destination', code: '12' },
  { why: 'the same card before a wrong expiry', operation: 'p2pTransfer', body: ({ active }) => p2p('1', active.cardNumber, 1, { sourceCardIdentification: wrongExpiry(active) }), code: '12' },
  { why: 'another expiry date', operation: 'p2pTransfer', body: ({ active, other }) => p2p('1', other.cardNumber, 1, { sourceCardIdentification: wrongExpiry(active) }), code: '54' },
  { why: 'another expiry date before the status', operation: 'p2pTransfer', body: ({ lost, other }) => p2p('1', other.cardNumber, 1, { sourceCardIdentification: wrongExpiry(lost) }), code: '54' },
  { ...between('blocked', 'other'), code: '62' },
  { ...between('lost', 'other'), code: '41' },
  { ...between('stolen', 'other'), code: '43' },
  { ...between('replaced', 'other'), code: '41' },
  { ...between('active', 'blocked'), code: '62' },
  { ...between('active', 'lost'), code: '41' },
  { ...between('active', 'stolen'), code: '43' },
  { ...between('active', 'replaced'), code: '41' },
  { ...between('blocked', 'stolen'), why: "the status of the source before the destination's", code: '62' },
  { ...between('active', 'stolen', { amount: 500_001 }), why: 'the status before the funds', code: '43' },
  { ...between('active', 'other', { amount: 500_001 }), why: 'more than the balance, before the limits', code: '51' },
  { ...between('active', 'other', { amount: 100_001 }), why: 'more than the daily limit', code: '61' },
]

/** Refused requests for a card or a customer. */
const CREATIONS: readonly (RefusedCase & { status: number })[] = (
  [
    ['an unknown customer', 'A8', 404, { cardIdentification: { customerId: 'nobody' } }],
    ['an unknown account', 'A8', 404, { accountNumber: '40000000000000099978' }],
    ['an account number that is not a number', 'A8', 404, { accountNumber: 'my account' }],
    ['US dollars', '12', 422, { currency: 840 }],
    ['a negative amount', '13', 422, { amount: -1 }],
    ['half a cent', '13', 422, { amount: 0.5 }],
    ['an amount beyond the largest', '13', 422, { amount: 1e12 }],
    ['a past expiry', '33', 422, { virtualCardIdentification: { expDate: 203104 } }],
  ] as const
).map(([why, code, status, changes]) => ({
  why,
  operation: 'createVirtualCard',
  code,
  status,
  body: () => changes,
}))

onEveryDatabase('Refusals of interface A', (database) => {
  let sandbox: Sandbox
  let a: IssuerV1
  let cards: Cards
  before(async () => {
    sandbox = await startSandbox(database)
    a = await newIssuerV1(sandbox)
    const issued: Partial<Record<State | 'other', IssuedCard>> = {}
    for (const state of [...STATES, 'other'] as const) {
      const card = (issued[state] = await a.card(500_000))
      if (state === 'active' || state === 'other') continue
      const status = state === 'replaced' ? 'lost' : state
      await sandbox.sandcard.service.execute(a.project, 'setCardStatus', {
        cardId: Number(card.cardId),
        status,
      })
    }
    cards = issued as Cards
    const { vault } = a.project
    const candidates = [
      { hash: vault.numberHash('1'), sealed: vault.seal('1'), mask: '400000******0000' },
    ]
    await sandbox.sandcard.service.execute(a.project, 'reissueCard', {
      cardId: Number(cards.replaced.cardId),
      reason: 'lost',
      candidates,
    })
  })
  after(() => sandbox.close())
  const balances = () => Promise.all(Object.values(cards).map(({ cardId }) => a.balance(cardId)))

  describe('Refusals with an operation result', () => {
    for (const { why, operation, body, code } of RESULTS)
      test(`${operation} returns ${code} for ${why}`, async () => {
        const before = await balances()
        const answer = await a.callOk(operation, body(cards))
        const { message, systemTraceAuditNumber: stan, ...rest } = answer
        assert.deepEqual(rest, {
          responseCode: code,
          processingCode: PROCESSING_CODE[operation],
          localTransactionDate: '2031-05-10T10:00:00',
        })
        assert.ok(typeof message === 'string' && message.length > 0)
        assert.ok(Number.isInteger(stan) && Number(stan) >= 1 && Number(stan) <= 999_999)
        assert.deepEqual(await balances(), before)
      })

    test('a declined transfer is one NOOP record with the requested amount', async () => {
      const [source, destination] = [await a.card(1_000), await a.card()]
      const answer = await a.callOk(
        'p2pTransfer',
        p2p(source.cardNumber, destination.cardNumber, 9e5),
      )
      assert.equal(answer['responseCode'], '51')
      const declined = (await a.records(source.cardId)).at(-1)
      assert.deepEqual(
        ['transactionType', 'operationDirection', 'amount', 'requestAmount'].map(
          (name) => declined?.[name],
        ),
        ['781', 'NOOP', 0, 900_000],
      )
      assert.equal(declined?.['internalResponseCode'], 116)
      assert.ok(declined !== undefined && !('authorizationIdResponse' in declined))
      assert.deepEqual(await a.records(destination.cardId), [])
    })

    test('a request for an unknown card leaves no record', async () => {
      const card = await a.card()
      await a.callOk('p2pTransfer', p2p(card.cardNumber, UNKNOWN, 100))
      await a.callOk('creditCard', credit(card.cardNumber, 0))
      await a.callOk('blockCard', { ...by(card), hotCardStatus: 3 })
      assert.deepEqual(await a.records(card.cardId), [])
    })
  })

  describe('Refusals with an HTTP status', () => {
    for (const { why, code, status, body } of CREATIONS)
      test(`createVirtualCard returns ${status} and ${code} for ${why}`, async () => {
        const customer = { number: `for ${why}`, account: await a.register(`for ${why}`) }
        const request: Json = newCard(customer, 900_000_000, 0)
        const changes = body(cards) as Record<string, Json>
        const merged = Object.fromEntries(
          Object.entries({ ...request, ...changes }).map(([name, value]) => [
            name,
            typeof value === 'object' ? { ...(request[name] as Json), ...(value as Json) } : value,
          ]),
        )
        const answer = await a.call('createVirtualCard', merged)
        assertRefusal(answer, status, code)
      })

    test('createVirtualCard returns 409 and AA if the card number exists', async () => {
      const customer = { number: 'twice', account: await a.register('twice') }
      await a.callOk('createVirtualCard', newCard(customer, 800_000_001, 0))
      const again = await a.call('createVirtualCard', newCard(customer, 800_000_001, 0))
      assertRefusal(again, 409, 'AA')
    })

    test('createVirtualCard returns 404 and A8 for the account of another customer', async () => {
      const account = await a.register('owner')
      await a.register('stranger')
      const answer = await a.call(
        'createVirtualCard',
        newCard({ number: 'stranger', account }, 5, 0),
      )
      assertRefusal(answer, 404, 'A8')
    })

    test('registerCustomer returns 409 and AA if the customer number exists', async () => {
      await a.register('same')
      assertRefusal(await a.call('registerCustomer', registration(a.project, 'same')), 409, 'AA')
    })

    for (const name of ['institutionId', 'agent_number', 'product_id', 'service_id_acc'])
      test(`registerCustomer returns 404 and A8 for another ${name}`, async () => {
        const body = registration(a.project, 'new', { [name]: '7' })
        assertRefusal(await a.call('registerCustomer', body), 404, 'A8')
      })

    test('registerCustomer returns 404 and A8 for another product', async () => {
      const body = { ...registration(a.project, 'new'), productName: 'OTHER' }
      assertRefusal(await a.call('registerCustomer', body), 404, 'A8')
    })

    for (const operation of ['getCardLimits', 'getCardData', 'getTransactions'])
      test(`${operation} returns 404 and A8 for an unknown card`, async () => {
        const period = { start: '2031-01-01', end: '2031-01-01' }
        for (const cardId of [1, -5, 999999999999, '9999999999999999999', 1e300])
          assertRefusal(
            await a.call(operation, { cardIdentification: { cardId }, period }),
            404,
            'A8',
          )
      })

    test('a card of another project is reported as unknown', async () => {
      const stranger = await newIssuerV1(sandbox)
      assertRefusal(await stranger.call('getCardData', by(cards.active)), 404, 'A8')
      const transfer = p2p(cards.active.cardNumber, cards.other.cardNumber, 1)
      assert.equal((await stranger.callOk('p2pTransfer', transfer))['responseCode'], '14')
    })
  })

  test('an expired card is declined with 33, after a wrong expiry date but before a wrong status', async () => {
    const own = await newIssuerV1(sandbox)
    const account = await own.register('N')
    const expiring = newCard({ number: 'N', account }, 500, 1_000)
    const made = await own.callOk('createVirtualCard', {
      ...expiring,
      virtualCardIdentification: { expDate: 203105, productType: 1 },
    })
    const card = made['virtualCardIdentification'] as IssuedCard
    const other = await own.card(1_000)
    const sent = (expDate: number) => ({ cardNumber: card.cardNumber, expDate })
    const from = (expDate: number) =>
      own.callOk('p2pTransfer', {
        ...p2p(card.cardNumber, other.cardNumber, 1),
        sourceCardIdentification: sent(expDate),
      })
    assert.equal((await from(203105))['responseCode'], '00')
    await own.callOk('blockCard', { ...by(card), hotCardStatus: 6 })
    await own.advanceClock(31 * 86_400_000)
    assert.equal((await from(203106))['responseCode'], '54')
    assert.equal((await from(203105))['responseCode'], '33')
    const to = await own.callOk('p2pTransfer', p2p(other.cardNumber, card.cardNumber, 1))
    assert.equal(to['responseCode'], '33')
    const credited = await own.callOk('creditCard', {
      ...credit('1', 1),
      cardIdentification: sent(203105),
    })
    assert.equal(credited['responseCode'], '33')
  })

  test('the number of a published test card is never issued: 409 and AA', async () => {
    const known = TEST_CARDS.approvedWellKnown
    assert.ok(testCard(known))
    const { secrets } = a.project
    const product = { ...secrets.product, bin: known.slice(0, 6) }
    const { directory } = sandbox.sandcard.service
    const login = { login: 'reserved', password: 'reserved' }
    const project = await directory.createWith('reserved', {
      ...secrets,
      product,
      interfaceA: login,
      interfaceB: { apiKey: 'reserved' },
      interfaceC: { ...secrets.interfaceC, userName: 'reserved-api', token: 'reserved' },
    })
    assert.ok(project)
    const headers = { authorization: `Basic ${btoa('reserved:reserved')}` }
    const call = (operation: string, body: unknown) =>
      sandbox.call('POST', `/v1/apigate/ws/rest/${operation}`, { headers, body })
    const registered = await call('registerCustomer', registration(project, 'N'))
    const { accountNumber } = registered.json as { accountNumber: string }
    const request = newCard({ number: 'N', account: accountNumber }, Number(known.slice(6, 15)), 0)
    assertRefusal(await call('createVirtualCard', request), 409, 'AA')
    assert.equal(request.virtualCardIdentification.expDate, EXPIRY)
  })
})

function assertRefusal(
  answer: { status: number; json: unknown; text: string },
  status: number,
  code: string,
): void {
  const { responseCode, message, ...rest } = answer.json as Record<string, unknown>
  assert.deepEqual([answer.status, responseCode, rest], [status, code, {}], answer.text)
  assert.ok(typeof message === 'string' && message.length > 0)
}
