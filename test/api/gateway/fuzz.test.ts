// Every operation of interface C with random input. The response always has one of the declared
// schemas, no card number reaches the log, and the ledger stays balanced.

import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { ENDPOINTS } from '../../../src/api/gateway/plugin.ts'
import { accountsOf } from '../../../src/store/reads/ledger.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { anyCharacter, assertProperty, fc } from '../../kit/property.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  cardForm,
  type Merchant,
  type Form,
  type Json,
  newMerchant,
  orderForm,
} from '../../kit/merchant.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { fuzzRuns } from '../../kit/fuzz-runs.ts'

/** Operations of a payer's browser, which are not in the tables. */
const OF_BROWSERS = ['acsRedirect', 'finish3ds']

/** Operations that take JSON. */
const IN_JSON = /^(recurrent|installment)Payment$|^(applepay|google|samsung|mir)\//
const RUNS_NEAR = fuzzRuns(12)
const RUNS_FAR = fuzzRuns(6)

const awkward: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.integer().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    ...['0', '-0', '-1', '1e5', '0x10', '999999999999', '1000000000000', '978', '203112'],
    ...['\u0000', '\ud800', '__proto__', 'constructor', '<b>', '{"__proto__":1}', '[', '{"a":'],
    ...[
      TEST_CARDS.approved,
      '4111111111111112',
      'true',
      'https://',
      'javascript:1',
      '2031-02-30T00:00:00',
    ],
    '{"a":'.repeat(60) + '1' + '}'.repeat(60),
  ),
)

/** A valid form with some fields replaced, removed or added. */
const near = (good: Form): fc.Arbitrary<Form> =>
  fc.record(
    Object.fromEntries(
      Object.entries(good).map(([name, value]) => [
        name,
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(value) },
          { weight: 1, arbitrary: awkward },
          { weight: 1, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.array(awkward, { maxLength: 3 }) },
        ),
      ]),
    ),
  )

const far = fc.dictionary(fc.string({ maxLength: 12 }), awkward, { maxKeys: 12 })

onEveryDatabase('Interface C with random input', (database) => {
  let sandbox: Sandbox
  let merchant: Merchant
  let logged = ''
  before(async () => {
    const logs = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString('utf8')
        done()
      },
    })
    sandbox = await startSandbox(database, { config: { logLevel: 'trace' }, logs })
    merchant = await newMerchant(sandbox)
  })
  after(() => sandbox.close())

  test('never fails, logs no card number and keeps the ledger balanced', async (context) => {
    const bound = await merchant.paidOrder({ clientId: 'client' })
    const { bindingId } = (await merchant.status(bound))['bindingInfo'] as { bindingId: string }
    const unpaid = await merchant.register({ clientId: 'client' })
    const held = await merchant.heldOrder()
    const challenged = await merchant.register()
    await merchant.pay(challenged, { $PAN: TEST_CARDS.challengeV1 })
    const card = { pan: TEST_CARDS.approved, cvc: '123', expiry: 203412, cardholderName: 'ANN DOE' }
    const paymentToken = Buffer.from(
      JSON.stringify({ pan: card.pan, expiry: '203412', amount: 5 }),
    ).toString('base64')
    const optional = {
      language: 'en',
      currency: '978',
      description: 'shoes',
      clientId: 'client',
      jsonParams: '{"recurringFrequency":"10","recurringExpiry":"20991001"}',
      features: ['FORCE_SSL'],
      sessionTimeoutSecs: 600,
      dynamicCallbackUrl: 'https://shop.example/callback',
      orderBundle: '{"cartItems":{}}',
      orderNumber: undefined,
      ip: '::1',
    }
    const goods: Readonly<Record<string, Form>> = {
      register: { ...orderForm, ...optional, bindingId: undefined, pageView: 'MOBILE' },
      registerPreAuth: { ...orderForm, ...optional, autocompletionDate: '2031-06-01T00:00:00' },
      getOrderStatusExtended: { orderId: bound, orderNumber: 'n', language: 'ru' },
      getOrderStatus: { orderId: bound, language: 'ru' },
      getLastOrdersForMerchants: {
        from: '20310101000000',
        to: '20320101000000',
        size: 5,
        page: 0,
        transactionStates: 'CREATED,APPROVED',
      },
      addParams: { orderId: unpaid, params: '{"a":"b"}' },
      paymentorder: { ...cardForm(unpaid, TEST_CARDS.declined), threeDSServerTransId: undefined },
      paymentOrder: cardForm(unpaid, TEST_CARDS.noFunds),
      paymentOrderBinding: { mdOrder: unpaid, bindingId, cvc: '123', ip: '127.0.0.1' },
      deposit: { orderId: held, amount: 1 },
      refund: { orderId: bound, amount: 1, externalRefundId: 'r', expectedDepositedAmount: 2000 },
      reverse: { orderId: held, amount: 0 },
      decline: { orderId: challenged },
      finish3dsPayment: { mdOrder: challenged, paRes: 'eJw=' },
      finish3dsVer2Payment: { threeDSServerTransId: serverTransIdOf(challenged) },
      finish3ds: { MD: challenged, PaRes: 'eJw=', lang: 'ru' },
      acsRedirect: { orderId: challenged },
      getBindings: { clientId: 'client', bindingType: 'C', showExpired: 'true' },
      getBindingsByCardOrId: { pan: TEST_CARDS.approved, bindingId },
      bindCard: { bindingId },
      unBindCard: { bindingId },
      extendBinding: { bindingId, newExpiry: '203512' },
      verifyEnrollment: { pan: TEST_CARDS.challengeV1 },
      instantPayment: { ...orderForm, ...card, ...optional },
      motoPayment: { amount: 5, ...card },
      verifyCard: { ...card, amount: 0 },
      getAllBindings: { clientId: 'client', bindingId },
      createBindingNoPayment: {
        clientId: 'client',
        pan: TEST_CARDS.approved,
        expiryDate: '203412',
        cardholderName: 'ANN DOE',
        bindingStrength: 'TDS',
        additionalParameters: '{"a":"b"}',
      },
      instantRefund: { amount: 5, ...card, currency: '978', jsonParams: '{"a":"b"}' },
      autoCompletion: { orderId: held, compositeCompletionAmount: 1 },
      autoRefund: { orderId: bound, compositeRefundAmount: 1 },
      getReceiptStatus: { orderId: bound, uuid: 'x' },
      updateSSLCardList: { mdorder: bound },
      '3ds/continue': { mdOrder: unpaid },
      installmentPayment: { bindingId, amount: '5' },
      'applepay/payment': { paymentToken, amount: '5', description: 'shoes' },
      'google/paymentDirect': { paymentToken, amount: '5', clientId: 'client' },
      'samsung/paymentDirect': { paymentToken, preAuth: 'true' },
      'mir/payment': { paymentToken, currencyCode: '978' },
      'applepay/paymentDirect': { paymentToken, failUrl: 'https://shop.example/failed' },
      'google/payment': { paymentToken, additionalParameters: '{"a":"b"}' },
      'samsung/payment': { paymentToken, autoReverseDate: '2031-06-01T00:00:00' },
      'mir/paymentDirect': { paymentToken, merchant: 'x' },
      getSessionStatus: { MDORDER: unpaid, informRbsOnLoad: 'true' },
      processform: { ...cardForm(unpaid, TEST_CARDS.declined), bindingNotNeeded: 'true' },
      processBindingForm: { orderId: unpaid, bindingId, cvc: '123' },
      getFinishedPaymentInfo: { orderId: bound, withCart: 'false' },
      declineByClient: { mdOrder: unpaid },
      recurrentPayment: { bindingId, amount: '5', additionalParameters: '{"a":"b"}' },
    }
    assert.deepEqual(
      Object.keys(goods).sort(),
      [...ENDPOINTS.map(({ name }) => name.replace('.do', '')), ...OF_BROWSERS].sort(),
    )
    const answers = new Map<string, number>()
    for (const [operation, good] of Object.entries(goods)) {
      const tried = async (form: Form): Promise<void> => {
        const { status, text, json } = await call(operation, form)
        const body = json as Json | undefined
        const code = JSON.stringify(body?.['errorCode'] ?? body?.['ErrorCode'] ?? null)
        const key = `${status} ${code}`
        answers.set(key, (answers.get(key) ?? 0) + 1)
        assert.ok([200, 302, 303].includes(status), `${operation}: ${status} ${text}`)
        assert.ok(status !== 200 || operation === 'acsRedirect' || body !== undefined, text)
      }
      await assertProperty(fc.asyncProperty(near(good), tried), { numRuns: RUNS_NEAR })
      await assertProperty(fc.asyncProperty(far, tried), { numRuns: RUNS_FAR })
    }
    const accounts = await sandbox.sandcard.service.read(merchant.project, accountsOf)
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
    )
    assert.ok(logged.includes('answered'), 'nothing was logged')
    for (const pan of Object.values(TEST_CARDS))
      assert.ok(!logged.includes(pan), 'a number was logged')
    assert.ok(!/"cvc"|\$CVC|\$PAN/i.test(logged))
    const count = [...answers.values()].reduce((sum, each) => sum + each, 0)
    const spread = [...answers].map(([key, times]) => `${times} times ${key}`).join(', ')
    context.diagnostic(`${count} inputs were tried: ${spread}`)
  })

  /**
   * JSON if the operation accepts it: lists stay lists, and strings are parsed as numbers and
   * objects.
   */
  async function call(operation: string, form: Form) {
    if (!IN_JSON.test(operation)) return merchant.call(operation, form)
    const { userName, password } = merchant.project.secrets.interfaceC
    const body = { userName, password, ...form }
    return sandbox.call('POST', `/payment/${operation}.do`, { body })
  }
})
