// Accounts close to the maximum balance: every interface declines a movement that would exceed it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountIdOf, BALANCE_MAX, systemAccountId } from '../../src/ledger/account.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { runSql } from '../kit/sql.ts'
import { DemoProject, type Form, type Json } from '../kit/demo-project.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

/** How far the balance is from its limit. */
const ROOM = 1_000
const TEST_CARD = {
  $PAN: TEST_CARDS.approved,
  $CVC: '123',
  YYYY: '2034',
  MM: '12',
  TEXT: 'ANN DOE',
}
const [FUNDING, MERCHANT, SUSPENSE, NETWORK] = (
  ['funding', 'merchant', 'suspense', 'network'] as const
).map((kind) => systemAccountId(kind, 978)) as [number, number, number, number]
/** Accounts of current datasets, without those from before a reset. */
const CURRENT = 'project_id in (select dataset_id from project)'
/** The code of the processor and the gateway (ISO 8583:1993). */
const ACCOUNT_FULL = 123

interface CardOfB {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
  readonly cvc: string
  readonly cardholder: string
  readonly account: { readonly accountNumber: string; readonly balance: number }
}
/** Its account's id. */
const accountOf = (card: CardOfB): number => accountIdOf(card.account.accountNumber) ?? Number.NaN

interface LedgerAccount {
  readonly kind: string
  readonly posted: number
  readonly held: number
}

onEveryDatabase('An account that is nearly full', (database) => {
  let sandbox: Sandbox
  let demo: DemoProject
  before(async () => {
    sandbox = await startSandbox(database)
    demo = new DemoProject(sandbox.url)
  })
  after(() => sandbox.close())

  const sql = (text: string) => runSql(sandbox.sandcard.service.config.database, text)

  async function newCard(): Promise<CardOfB> {
    const cardholder = await demo.issuingV2('POST', '/cardholders', {
      firstName: 'Ann',
      lastName: 'Doe',
      phoneNumber: '+35700000001',
      billingAddress: { country: 'CY', postalCode: '3000' },
    })
    const product = { productName: 'VISA_CLASSIC_VIRTUAL', cardholder: cardholder['id'] }
    const { id } = await demo.issuingV2<{ id: string }>('POST', '/cards', product)
    return read(id)
  }
  const read = (id: string) => demo.issuingV2<CardOfB>('GET', `/cards/${id}`)

  const topUp = (card: CardOfB, amount: number) =>
    demo.issuingV2('POST', '/topups', {
      amount,
      currency: 'EUR',
      destinationCard: { cardNumber: card.number },
    })

  /** Changes balances in the database; the suspense account keeps the sum at zero. */
  async function setBalances(balances: ReadonlyMap<number, number>): Promise<void> {
    await sql(`delete from account where id = ${SUSPENSE} and ${CURRENT}`)
    let rest = 0
    for (const row of await sql(`select id, posted from account where ${CURRENT}`)) {
      const posted = balances.get(Number(row['id'])) ?? Number(row['posted'])
      await sql(
        `update account set posted = ${posted} where id = ${Number(row['id'])} and ${CURRENT}`,
      )
      rest -= posted
    }
    await sql(`insert into account (project_id, id, kind, currency, posted, held)
      select dataset_id, ${SUSPENSE}, 'suspense', 978, ${rest}, 0 from project`)
    // The service drops its cached rows when another writer has committed.
    await sql(`update dataset set recent_batches = '[]' where ${CURRENT}`)
  }

  async function accounts(): Promise<readonly LedgerAccount[]> {
    const ledger = await demo.control<{ trialBalance: number; accounts: LedgerAccount[] }>(
      'GET',
      '/ledger',
    )
    assert.equal(ledger.trialBalance, 0)
    return ledger.accounts
  }

  async function paid(stages: string, card: Form, amount: number, form: Form = {}) {
    const order = { amount, currency: 978, returnUrl: 'https://a.example', ...form }
    const { orderId } = await demo.gateway<{ orderId: string }>(stages, order)
    await demo.gateway('paymentorder', { MDORDER: orderId, TEXT: 'ANN DOE', ...card })
    const { orderStatus, actionCode } = await demo.gateway('getOrderStatusExtended', { orderId })
    return { orderId, orderStatus, actionCode }
  }

  const errorOf = ({ errorCode, errorMessage }: Json): Json => ({ errorCode, errorMessage })

  test('accepts a top-up or a transfer up to the last cent, and declines one cent more', async () => {
    await demo.control('POST', '/reset')
    const [full, other] = [await newCard(), await newCard()]
    await topUp(other, 1)
    await topUp(full, 1)
    await setBalances(
      new Map([
        [accountOf(full), BALANCE_MAX - ROOM],
        [accountOf(other), 2],
        [FUNDING, -BALANCE_MAX + ROOM],
      ]),
    )
    const declined = await topUp(full, ROOM + 1)
    assert.deepEqual([declined['status'], declined['statusMessage']], ['declined', 'account full'])
    const move = (amount: number) =>
      demo.issuingV2('POST', '/transfers', {
        amount,
        currency: 'EUR',
        sourceCard: { cardNumber: other.number, expiryDate: other.expiryDate },
        destinationCard: { cardNumber: full.number },
      })
    assert.equal((await topUp(full, ROOM - 1))['status'], 'approved')
    assert.equal((await move(1))['status'], 'approved')
    const refused = await move(1)
    assert.deepEqual([refused['status'], refused['statusMessage']], ['declined', 'account full'])
    assert.equal((await read(full.id)).account.balance, BALANCE_MAX)
    assert.ok((await accounts()).some(({ posted }) => posted === BALANCE_MAX))
    await assertFullAtInterfaceA(full)
  })

  /**
   * Interface A returns 13, and lists the decline. A new card on a full account gets no first
   * amount either.
   */
  async function assertFullAtInterfaceA(full: CardOfB): Promise<void> {
    const authorization = `Basic ${Buffer.from('demo:demo-password').toString('base64')}`
    const { cardholder } = await read(full.id)
    const answer = await sandbox.call('POST', '/v1/apigate/ws/rest/creditCard', {
      headers: { authorization },
      body: {
        cardIdentification: { cardNumber: Number(full.number), expDate: Number(full.expiryDate) },
        amount: 1,
        currency: 978,
      },
    })
    assert.equal((answer.json as Json)['responseCode'], '13', answer.text)
    const card = await sandbox.call('POST', '/v1/apigate/ws/rest/createVirtualCard', {
      headers: { authorization },
      body: {
        cardIdentification: {
          cardNumber: 4_000_000_000_000_070,
          phoneNumber: '35700000001',
          customerId: cardholder,
        },
        virtualCardIdentification: { expDate: 204_912, productType: 1 },
        amount: 1,
        currency: 978,
        accountNumber: full.account.accountNumber,
        deliveryMethod: 'WS',
      },
    })
    assert.equal((card.json as Json)['responseCode'], '13', card.text)
    const { now } = await demo.control<{ now: string }>('GET', '/clock')
    const day = now.slice(0, 10)
    const { transactions } = await demo.issuingV1<{ transactions: Json[] }>('getTransactions', {
      cardIdentification: { cardId: Number(full.id) },
      period: { start: day, end: day },
    })
    const last = transactions.at(-1)
    assert.deepEqual(
      [last?.['operationDirection'], last?.['internalResponseCode']],
      ['NOOP', ACCOUNT_FULL],
    )
  }

  test('declines a payment with 123, posted or held', async () => {
    await demo.control('POST', '/reset')
    assert.equal((await paid('register', TEST_CARD, 1)).actionCode, 0)
    await setBalances(
      new Map([
        [NETWORK, -BALANCE_MAX + ROOM],
        [MERCHANT, BALANCE_MAX - ROOM],
      ]),
    )
    const over = await paid('register', TEST_CARD, ROOM + 1)
    assert.deepEqual([over.orderStatus, over.actionCode], [0, ACCOUNT_FULL])
    const held = await paid('registerPreAuth', TEST_CARD, ROOM + 1)
    assert.deepEqual([held.orderStatus, held.actionCode], [0, ACCOUNT_FULL])
    assert.equal((await paid('register', TEST_CARD, ROOM)).actionCode, 0)
    assert.deepEqual(
      (await accounts()).map(({ posted }) => posted),
      [-BALANCE_MAX, 0, BALANCE_MAX],
    )
  })

  test('refuses a capture or a refund that would exceed it, and the order does not change', async () => {
    await demo.control('POST', '/reset')
    const card = await newCard()
    await topUp(card, 9_000)
    const { number, cvc, expiryDate } = await read(card.id)
    const own = { $PAN: number, $CVC: cvc, YYYY: expiryDate.slice(0, 4), MM: expiryDate.slice(4) }
    const bought = await paid('register', own, 3_000)
    const held = await paid('registerPreAuth', own, 2_000)
    assert.deepEqual([bought.orderStatus, held.orderStatus], [2, 1])
    await setBalances(new Map([[MERCHANT, BALANCE_MAX - ROOM]]))
    const capture = await demo.gateway('deposit', { orderId: held.orderId, amount: 2_000 })
    assert.deepEqual(errorOf(capture), { errorCode: '7', errorMessage: 'Account full' })
    await setBalances(
      new Map([
        [accountOf(card), BALANCE_MAX - ROOM],
        [MERCHANT, 3_000],
        [FUNDING, -BALANCE_MAX + ROOM],
      ]),
    )
    const refund = await demo.gateway('refund', { orderId: bought.orderId, amount: ROOM + 1 })
    assert.deepEqual(errorOf(refund), { errorCode: '7', errorMessage: 'Account full' })
    for (const [{ orderId }, status] of [
      [held, 1],
      [bought, 2],
    ] as const) {
      const { orderStatus } = await demo.gateway('getOrderStatusExtended', { orderId })
      assert.equal(orderStatus, status)
    }
    const returned = await demo.gateway('refund', { orderId: bought.orderId, amount: ROOM })
    assert.equal(returned['errorCode'], '0')
    assert.ok((await accounts()).some(({ posted }) => posted === BALANCE_MAX))
  })

  test('cannot exceed the limit in the database either', async () => {
    for (const change of [
      `posted = ${BALANCE_MAX} + 1`,
      `posted = -${BALANCE_MAX} - 1`,
      `held = ${BALANCE_MAX} + 1`,
    ])
      await assert.rejects(sql(`update account set ${change} where kind = 'merchant'`), /check/i)
  })
})
