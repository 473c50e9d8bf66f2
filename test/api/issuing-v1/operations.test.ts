// Interface A over HTTP: the specification's scenario, and the exact type of every response field.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isLuhnValid } from '../../../src/issuing/pan.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  type IssuedCard,
  type IssuerV1,
  credit,
  EXPIRY,
  type Json,
  newCard,
  newIssuerV1,
  p2p,
} from '../../kit/issuer-v1.ts'

const DAY = 86_400_000
const AT = '2031-05-10T10:00:00'

/** The types of the fields of a response. */
const typesOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(typesOf)
  if (value === null || typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typesOf(each)]))
}

onEveryDatabase('Interface A', (database) => {
  let sandbox: Sandbox
  let a: IssuerV1
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())
  const fresh = async (): Promise<IssuerV1> => (a = await newIssuerV1(sandbox))

  test('runs the suggested scenario: register, issue, set limits, credit, transfer, list, block', async () => {
    await fresh()
    const annAccount = await a.register('ANN')
    const bobAccount = await a.register('BOB')
    const ann = await a.issue({ number: 'ANN', account: annAccount })
    const bob = await a.issue({ number: 'BOB', account: bobAccount })
    const limit = { name: 'LMTP0109', value: 20_000, cycleType: 0, cycleLength: 1 }
    const onAnn = { cardIdentification: { cardId: Number(ann.cardId) } }
    assert.deepEqual(await a.callOk('changeCardLimit', { ...onAnn, limit }), {
      responseCode: '00',
      processingCode: '710000',
      systemTraceAuditNumber: 1,
      localTransactionDate: AT,
    })
    assert.deepEqual(await a.callOk('creditCard', credit(ann.cardNumber, 10_000)), {
      responseCode: '00',
      processingCode: '270000',
      systemTraceAuditNumber: 2,
      localTransactionDate: AT,
      rrn: '000001600001',
      authorizationIdResponse: '600001',
      paymentSpecificData: {},
    })
    assert.deepEqual(await a.callOk('p2pTransfer', p2p(ann.cardNumber, bob.cardNumber, 2_500)), {
      responseCode: '00',
      processingCode: '490000',
      systemTraceAuditNumber: 3,
      localTransactionDate: AT,
      rrn: '000001600002',
      authorizationIdResponse: '600004',
      paymentSpecificData: {},
    })
    assert.equal(await a.balance(ann.cardId), 7_500)
    assert.equal(await a.balance(bob.cardId), 2_500)
    const { limits } = (await a.callOk('getCardLimits', onAnn)) as { limits: Json[] }
    assert.deepEqual(
      limits.find(({ name }) => name === 'LMTP0109'),
      { ...limit, currency: 978, currentValue: 2_500, limitExceptions: [] },
    )
    const blocked = await a.callOk('blockCard', { ...onAnn, hotCardStatus: 6 })
    assert.deepEqual([blocked['responseCode'], blocked['processingCode']], ['00', '910000'])
    const lifted = await a.callOk('changeCardStatus', { ...onAnn, hotCardStatus: 0 })
    assert.deepEqual([lifted['responseCode'], lifted['processingCode']], ['00', '950000'])

    const summary = (records: readonly Json[]) =>
      records.map((record) =>
        ['transactionType', 'operationDirection', 'amount', 'utrnno'].map((name) => record[name]),
      )
    assert.deepEqual(summary(await a.records(ann.cardId)), [
      ['578', 'NOOP', 0, 1_600_000],
      ['760', 'CREDIT', 10_000, 1_600_001],
      ['689', 'NOOP', 0, 1_600_002],
      ['781', 'DEBIT', 2_500, 1_600_003],
      ['493', 'NOOP', 0, 1_600_005],
      ['672', 'NOOP', 0, 1_600_006],
    ])
    assert.deepEqual(summary(await a.records(bob.cardId)), [['785', 'CREDIT', 2_500, 1_600_004]])
  })

  test('registerCustomer returns the customer number and an account number of 20 digits', async () => {
    await fresh()
    assert.match(await a.register('N-1'), /^\d{20}$/)
  })

  test('createVirtualCard keeps digits 7 to 15, puts the BIN in front and returns strings', async () => {
    await fresh()
    const account = await a.register('N')
    const answer = await a.callOk(
      'createVirtualCard',
      newCard({ number: 'N', account }, 123456789, 0),
    )
    const card = answer['virtualCardIdentification'] as Record<string, string>
    assert.deepEqual(Object.keys(answer), ['virtualCardIdentification'])
    assert.deepEqual(typesOf(card), {
      cardNumber: 'string',
      cardId: 'string',
      expDate: 'string',
      productType: 'string',
    })
    const number = card['cardNumber'] ?? ''
    assert.equal(number.slice(0, 15), `${a.project.secrets.product.bin}123456789`)
    assert.ok(isLuhnValid(number))
    assert.deepEqual([card['cardId'], card['expDate']], ['100000000001', String(EXPIRY)])
    assert.equal(card['productType'], '1')
  })

  test('an initial amount is credited to the account and leaves a 760 CREDIT record', async () => {
    await fresh()
    const card = await a.card(10_000)
    assert.equal(await a.balance(card.cardId), 10_000)
    const records = await a.records(card.cardId)
    assert.deepEqual(
      records.map((record) => [record['transactionType'], record['operationDirection']]),
      [['760', 'CREDIT']],
    )
  })

  test("several cards share their customer's only account", async () => {
    await fresh()
    const customer = { number: 'N', account: await a.register('N') }
    const [first, second] = [await a.issue(customer, 700), await a.issue(customer, 300)]
    assert.equal(await a.balance(first.cardId), 1_000)
    assert.equal(await a.balance(second.cardId), 1_000)
    await a.callOk('p2pTransfer', p2p(first.cardNumber, second.cardNumber, 400))
    assert.equal(await a.balance(first.cardId), 1_000)
  })

  test('createVirtualCard without an accountNumber uses the account of the customer', async () => {
    await fresh()
    const customer = { number: 'N', account: await a.register('N') }
    const { accountNumber, ...request } = newCard(customer, 7, 700)
    const answer = await a.callOk('createVirtualCard', request)
    const { cardId } = answer['virtualCardIdentification'] as IssuedCard
    const data = await a.callOk('getCardData', { cardIdentification: { cardId } })
    const { accounts } = data['cardData'] as { accounts: Json[] }
    assert.deepEqual(
      accounts.map(({ number, balance }) => [number, balance]),
      [[accountNumber, 700]],
    )
  })

  // prettier-ignore
  const CYCLES = [
    ['without a cycle keeps the current one', { cycleType: 4, cycleLength: 1 }, {},                 4],
    ['without a cycle keeps the initial one', { value: 800 },                   {},                 0],
    ['without a cycleLength uses 1',          {},                               { cycleType: 3 },   3],
    ['without a cycleType keeps it',          { cycleType: 3, cycleLength: 1 }, { cycleLength: 1 }, 3],
  ] as const
  for (const [title, before, change, cycleType] of CYCLES)
    test(`changeCardLimit ${title}`, async () => {
      await fresh()
      const { cardId } = await a.card()
      const cardIdentification = { cardId }
      for (const fields of [before, { value: 900, ...change }]) {
        const limit = { name: 'LMTP0109', value: 1, ...fields }
        const { responseCode } = await a.callOk('changeCardLimit', { cardIdentification, limit })
        assert.equal(responseCode, '00')
      }
      const { limits } = (await a.callOk('getCardLimits', { cardIdentification })) as {
        limits: Json[]
      }
      const found = limits.find(({ name }) => name === 'LMTP0109')
      assert.deepEqual(
        [found?.['value'], found?.['cycleType'], found?.['cycleLength']],
        [900, cycleType, 1],
      )
    })

  test('getCardLimits returns six limits with the initial values of the product', async () => {
    await fresh()
    const { cardId } = await a.card()
    const day = (name: string) => ({ name, value: 100_000, cycleType: 0 })
    const month = (name: string) => ({ name, value: 1_000_000, cycleType: 3 })
    const rest = { cycleLength: 1, currency: 978, currentValue: 0, limitExceptions: [] }
    assert.deepEqual(await a.callOk('getCardLimits', { cardIdentification: { cardId } }), {
      limits: [
        { ...day('LMTP0107'), ...rest },
        { ...month('LMTP0108'), ...rest },
        { ...day('LMTP0109'), ...rest },
        { ...month('LMTP0110'), ...rest },
        { ...day('LMTP0111'), ...rest },
        { ...month('LMTP0112'), ...rest },
      ],
    })
  })

  test('getCardData returns every field of the specification with its type', async () => {
    await fresh()
    const account = await a.register('N')
    const card = await a.issue({ number: 'N', account }, 1_234)
    const answer = await a.callOk('getCardData', {
      cardIdentification: { cardId: Number(card.cardId) },
    })
    const { personId, ...cardData } = answer['cardData'] as Json
    assert.match(String(personId), /^\d+$/)
    assert.equal(typeof personId, 'string')
    assert.deepEqual(cardData, {
      cardNumber: card.cardNumber,
      expiryDate: String(EXPIRY),
      cardId: card.cardId,
      hotCardStatus: 0,
      hotCardStatusDescription: 'VALID CARD',
      cardTypeName: 'VIRTUAL CLASSIC',
      embossedName: 'ANN DOE',
      customerId: 'N',
      pinDenialCounter: 0,
      plasticNumber: 1,
      cardIsPrimary: true,
      cardBindToCustomer: true,
      customerIsCardholder: true,
      accounts: [
        {
          number: account,
          accountType: 20,
          currency: 978,
          currencyAlphaCode: 'EUR',
          balance: 1_234,
          creditLimit: 0,
          customerId: 'N',
          defaultAccount: true,
        },
      ],
      customParameters: [],
    })
  })

  const statuses = [
    { status: 'active', code: 0, description: 'VALID CARD' },
    { status: 'blocked', code: 6, description: 'BLOCKED CARD' },
    { status: 'lost', code: 10, description: 'PICK UP CARD, SPECIAL CONDITION' },
    { status: 'stolen', code: 7, description: 'STOLEN CARD, CAPTURE' },
  ] as const
  for (const { status, code, description } of statuses)
    test(`a card that is ${status} has hotCardStatus ${code}`, async () => {
      await fresh()
      const { cardId } = await a.card()
      await sandbox.sandcard.service.execute(a.project, 'setCardStatus', {
        cardId: Number(cardId),
        status,
      })
      const answer = await a.callOk('getCardData', { cardIdentification: { cardId } })
      const data = answer['cardData'] as Json
      assert.deepEqual(
        [data['hotCardStatus'], data['hotCardStatusDescription']],
        [code, description],
      )
    })

  test('digits in strings are accepted as numbers, and unknown fields are ignored', async () => {
    await fresh()
    const account = await a.register('N')
    const request = newCard({ number: 'N', account }, 7, 0)
    const created = await a.callOk('createVirtualCard', {
      ...request,
      cardIdentification: {
        ...request.cardIdentification,
        cardNumber: String(request.cardIdentification.cardNumber),
        unknown: [1],
      },
      virtualCardIdentification: { expDate: String(EXPIRY), productType: '17', other: null },
      amount: '2500',
      currency: '978',
      extra: { deep: true },
    })
    const card = created['virtualCardIdentification'] as Record<string, string>
    assert.equal(card['productType'], '17')
    const other = await a.card()
    const cardIdentification = { cardId: card['cardId'] }
    const steps: readonly (readonly [operation: string, body: Json])[] = [
      ['getCardData', { cardIdentification }],
      ['getCardLimits', { cardIdentification }],
      [
        'changeCardLimit',
        {
          cardIdentification,
          limit: { name: 'LMTP0109', value: '900', cycleType: '3', cycleLength: '1' },
        },
      ],
      ['creditCard', credit('1', '10', { cardIdentification: { cardNumber: card['cardNumber'] } })],
      [
        'p2pTransfer',
        {
          sourceCardIdentification: { cardNumber: card['cardNumber'], expDate: String(EXPIRY) },
          destinationCardIdentification: { cardNumber: other.cardNumber },
          amount: '500',
          currency: '978',
          pointOfServiceDataCode: '130',
        },
      ],
      ['blockCard', { cardIdentification, hotCardStatus: '6' }],
      ['changeCardStatus', { cardIdentification, hotCardStatus: '0' }],
    ]
    for (const [operation, body] of steps) {
      const answer = await a.callOk(operation, body)
      assert.equal(answer['responseCode'] ?? '00', '00', operation)
    }
    assert.equal(await a.balance(card['cardId'] ?? ''), 2_010)
    const { limits } = (await a.callOk('getCardLimits', { cardIdentification })) as {
      limits: Json[]
    }
    assert.deepEqual(
      limits
        .filter(({ name }) => name === 'LMTP0109')
        .map(({ value, cycleType }) => [value, cycleType]),
      [[900, 3]],
    )
  })

  test('changeCardState is an older name of changeCardStatus', async () => {
    await fresh()
    const { cardId } = await a.card()
    const cardIdentification = { cardId }
    await a.callOk('blockCard', { cardIdentification, hotCardStatus: 6 })
    const lifted = await a.callOk('changeCardState', { cardIdentification, hotCardStatus: 0 })
    assert.deepEqual([lifted['responseCode'], lifted['processingCode']], ['00', '950000'])
  })

  test('a spent daily limit is reset on the next day', async () => {
    await fresh()
    const [source, destination] = [await a.card(300_000), await a.card()]
    const transfer = (amount: number) =>
      a.callOk('p2pTransfer', p2p(source.cardNumber, destination.cardNumber, amount))
    const used = async () => {
      const cardIdentification = { cardId: source.cardId }
      const { limits } = (await a.callOk('getCardLimits', { cardIdentification })) as {
        limits: Json[]
      }
      return limits.slice(2, 4).map(({ currentValue }) => currentValue)
    }
    assert.equal((await transfer(100_000))['responseCode'], '00')
    assert.equal((await transfer(1))['responseCode'], '61')
    assert.deepEqual(await used(), [100_000, 100_000])
    await a.advanceClock(DAY)
    assert.deepEqual(await used(), [0, 100_000])
    assert.equal((await transfer(1))['responseCode'], '00')
    assert.deepEqual(await used(), [1, 100_001])
  })
})
