import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  type CardJson,
  type MovementJson,
  CARDHOLDER,
  PRODUCT,
  issuerV2On,
} from '../../kit/issuer-v2.ts'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
const CARD_MEMBERS = [
  'account',
  'blockingDate',
  'cardholder',
  'creationDate',
  'embossedName',
  'expiryDate',
  'id',
  'numberMask',
  'pinDenialCounter',
  'productName',
  'spendingLimits',
  'status',
]
const members = (value: unknown): string[] => Object.keys(value as object).toSorted()

onEveryDatabase('The scenario of the specification at interface B', (database) => {
  const open = issuerV2On(database)

  test('creates two cardholders with cards, sets limits, tops up, transfers, lists and blocks', async () => {
    const issuer = await open()
    const ann = await issuer.newCard()
    const bob = await issuer.newCard()
    const limits = [
      { amount: 50_000, interval: 'daily' },
      { amount: 60_000, interval: 'monthly' },
    ]
    const limited = await issuer.patch(ann, { spendingLimits: limits })
    assert.deepEqual((limited.json as CardJson).spendingLimits, limits)
    assert.equal((await issuer.topup(ann, 5000)).status, 201)
    assert.equal(await issuer.balance(ann), 5000)
    const transfer = await issuer.transfer(ann, bob, 2000)
    assert.equal(transfer.status, 'approved')
    assert.deepEqual([await issuer.balance(ann), await issuer.balance(bob)], [3000, 2000])
    const debited = await issuer.list({ cardNumberFltr: ann.number })
    const credited = await issuer.list({ cardNumberFltr: bob.number })
    assert.deepEqual(debited.transfers, [transfer])
    assert.deepEqual(credited.transfers, [transfer])
    const blocked = await issuer.patch(ann, { status: 'blocked' })
    assert.equal((blocked.json as CardJson).status, 'blocked')
  })

  test('a registration returns the fields of the request, an id and the status', async () => {
    const issuer = await open()
    const full = {
      ...CARDHOLDER,
      email: 'ann@example.com',
      dateOfBirth: '1992-02-29',
      billingAddress: {
        country: 'CY',
        postalCode: '3000',
        city: 'Limassol',
        line1: 'Main Street 1',
        line2: '',
        state: 'Limassol',
      },
      verification: { idType: 'residence_permit', documentId: 'K1' },
    }
    for (const given of [CARDHOLDER, full]) {
      const created = await issuer.call('POST', '/cardholders', given)
      assert.equal(created.status, 201)
      const { id, ...others } = created.json as { id: string }
      assert.match(id, /^\d+$/)
      assert.deepEqual(others, { ...given, status: 'active' })
      const read = await issuer.call('GET', `/cardholders/${id}`)
      assert.equal(read.status, 200)
      assert.deepEqual(read.json, created.json)
    }
  })

  test('unknown fields are ignored', async () => {
    const issuer = await open()
    const given = {
      ...CARDHOLDER,
      id: '5',
      nickname: 'A',
      billingAddress: { ...CARDHOLDER.billingAddress, planet: 'Earth' },
    }
    const { json } = await issuer.call('POST', '/cardholders', given)
    assert.notEqual((json as { id: string }).id, '5')
    assert.deepEqual(members(json), [
      'billingAddress',
      'firstName',
      'id',
      'lastName',
      'phoneNumber',
      'status',
    ])
    assert.deepEqual(members((json as typeof CARDHOLDER).billingAddress), ['country', 'postalCode'])
  })

  test('only reading a card returns its number and CVC', async () => {
    const issuer = await open()
    const cardholder = await issuer.newCardholder()
    const created = await issuer.call('POST', '/cards', { productName: PRODUCT, cardholder })
    assert.equal(created.status, 201)
    assert.deepEqual(members(created.json), CARD_MEMBERS)
    const { id } = created.json as CardJson
    const open1 = await issuer.call('GET', `/cards/${id}`)
    assert.deepEqual(members(open1.json), [...CARD_MEMBERS, 'cvc', 'number'].toSorted())
    const { number, cvc, ...shown } = open1.json as CardJson
    assert.deepEqual(shown, created.json)
    const { bin } = issuer.project.secrets.product
    assert.match(number, new RegExp(`^${bin}\\d{10}$`))
    assert.match(cvc, /^\d{3}$/)
    const changes = [
      { status: 'active' },
      { spendingLimits: [{ amount: 1, interval: 'daily' }] },
      { resetPinCounter: true },
      { reissueCard: 'damaged' },
    ]
    for (const change of changes) {
      const changed = await issuer.call('PATCH', `/cards/${id}`, change)
      assert.deepEqual(members(changed.json), CARD_MEMBERS)
      assert.ok(!changed.text.includes(number))
    }
  })

  test("a new card is active, valid for five years, never blocked, with the product's limits", async () => {
    const issuer = await open()
    await issuer.freezeClock('2030-03-10T10:00:00Z')
    const { id, number, cvc, ...card } = await issuer.newCard()
    assert.match(id, /^\d{12}$/)
    assert.match(cvc, /^\d{3}$/)
    const { creationDate, cardholder, ...others } = card as typeof card & {
      creationDate: string
      cardholder: string
    }
    assert.equal(creationDate, '2030-03-10T10:00:00')
    assert.match(cardholder, /^\d+$/)
    assert.deepEqual(others, {
      status: 'active',
      productName: PRODUCT,
      account: { accountNumber: card.account.accountNumber, balance: 0, currency: 'EUR' },
      embossedName: 'ANN DOE',
      expiryDate: '203503',
      numberMask: `${number.slice(0, 6)}******${number.slice(-4)}`,
      blockingDate: '',
      pinDenialCounter: '0',
      spendingLimits: [
        { amount: 100_000, interval: 'daily' },
        { amount: 1_000_000, interval: 'monthly' },
      ],
    })
    assert.match(card.account.accountNumber, /^\d{20}$/)
  })

  test('a top-up and a transfer have exactly the specified fields', async () => {
    const issuer = await open()
    const [ann, bob] = [await issuer.newCard(), await issuer.newCard()]
    const topup = (await issuer.topup(ann, 700)).json as MovementJson
    const { id, creationDate, rrn, ...topupOthers } = topup
    assert.match(id, /^\d+$/)
    assert.match(creationDate, DATE_TIME)
    assert.match(rrn, /^\d{12}$/)
    assert.deepEqual(topupOthers, {
      amount: 700,
      currency: 'EUR',
      destinationCard: { cardNumber: ann.number },
      status: 'approved',
      statusMessage: '',
    })
    const transfer = await issuer.transfer(ann, bob, 300)
    assert.match(transfer.creationDate, DATE_TIME)
    assert.notEqual(transfer.rrn, rrn)
    const { id: transferId, creationDate: at, rrn: reference, ...transferOthers } = transfer
    assert.ok(transferId !== '' && at !== '' && reference !== '')
    assert.deepEqual(transferOthers, {
      amount: 300,
      currency: 'EUR',
      sourceCard: { cardNumber: ann.number, expiryDate: ann.expiryDate },
      destinationCard: { cardNumber: bob.number },
      status: 'approved',
      statusMessage: '',
    })
  })

  test("a project cannot access another project's data", async () => {
    const [mine, theirs] = [await open(), await open()]
    const card = await mine.newCard()
    assert.equal((await theirs.call('GET', `/cards/${card.id}`)).status, 404)
    assert.equal((await theirs.topup(card, 100)).status, 422)
    assert.deepEqual(await theirs.list({ cardNumberFltr: card.number }), { transfers: [] })
  })
})
