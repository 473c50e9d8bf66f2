// Creates the data for the examples of interface C: orders in the right state, a binding, a signed
// response of the issuer. Their random ids replace the ids in the examples.

import assert from 'node:assert/strict'
import { challengeXid } from '../../../src/web/redirects/acs-redirect.ts'
import { buildPaRes } from '../../../src/three-d-secure/challenge-v1.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import { currencyOfOrder } from '../../../src/payments/orders/order.ts'
import type { Project } from '../../../src/engine/directory.ts'
import * as shown from '../../../src/api/gateway/answers/examples.ts'
import { realNow } from '../../../src/time.ts'
import { orderById } from '../../../src/store/reads/orders.ts'
import type { Sandbox } from '../../kit/sandbox.ts'
import { type Merchant, merchantOf } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** The ids in an example, and their replacements. */
type Substitutions = readonly (readonly [shown: string, actual: string])[]

type Maker = (merchant: Merchant, sandbox: Sandbox) => Promise<Substitutions>

const asOrder =
  (make: (merchant: Merchant) => Promise<string>): Maker =>
  async (merchant) => [[shown.ORDER_ID, await make(merchant)]]

const OF_CLIENT = { clientId: 'client-1' }

const binding: Maker = async (merchant) => {
  const status = await merchant.status(await merchant.paidOrder(OF_CLIENT))
  const { bindingId } = status['bindingInfo'] as { bindingId: string }
  await merchant.callOk('bindCard', { bindingId })
  return [[shown.BINDING_ID, bindingId]]
}

const MAKERS: Readonly<Record<string, Maker>> = {
  paymentorder: asOrder((merchant) => merchant.register()),
  getOrderStatusExtended: asOrder((merchant) => merchant.paidOrder()),
  getOrderStatus: asOrder((merchant) => merchant.paidOrder()),
  addParams: asOrder((merchant) => merchant.register()),
  decline: asOrder((merchant) => merchant.register()),
  deposit: asOrder((merchant) => merchant.heldOrder()),
  reverse: asOrder((merchant) => merchant.heldOrder()),
  refund: asOrder((merchant) => merchant.paidOrder()),
  acsRedirect: asOrder(challenged),
  acsRedirectRest: asOrder(challenged),
  getReceiptStatus: asOrder((merchant) => merchant.paidOrder()),
  updateSSLCardList: asOrder((merchant) => merchant.paidOrder()),
  autoCompletion: asOrder((merchant) => merchant.heldOrder()),
  autoRefund: asOrder((merchant) => merchant.paidOrder()),
  getSessionStatus: asOrder((merchant) => merchant.register()),
  processform: asOrder((merchant) => merchant.register()),
  declineByClient: asOrder((merchant) => merchant.register()),
  getFinishedPaymentInfo: asOrder((merchant) => merchant.paidOrder()),
  continue3ds: asOrder(async (merchant) => {
    const orderId = await merchant.register()
    const $PAN = TEST_CARDS.frictionless
    await merchant.pay(orderId, { $PAN, threeDSVer2FinishUrl: 'https://shop.example/finish' })
    return orderId
  }),
  getAllBindings: binding,
  getBindings: binding,
  getBindingsByCardOrId: binding,
  unBindCard: binding,
  async bindCard(merchant, sandbox) {
    const standing = await binding(merchant, sandbox)
    await merchant.callOk('unBindCard', { bindingId: standing[0]?.[1] })
    return standing
  },
  extendBinding: binding,
  recurrentPayment: binding,
  installmentPayment: binding,
  async paymentOrderBinding(merchant, sandbox) {
    const orderId = await merchant.register(OF_CLIENT)
    return [[shown.ORDER_ID, orderId], ...(await binding(merchant, sandbox))]
  },
  async processBindingForm(merchant, sandbox) {
    const orderId = await merchant.register(OF_CLIENT)
    return [[shown.ORDER_ID, orderId], ...(await binding(merchant, sandbox))]
  },
  finish3ds: answeredVersion1,
  finish3dsPayment: answeredVersion1,
  async finish3dsVer2Payment(merchant, sandbox) {
    const orderId = await merchant.register()
    const form = {
      $PAN: TEST_CARDS.challengeV2,
      threeDSVer2FinishUrl: 'https://shop.example/finish',
    }
    await merchant.pay(orderId, form)
    await merchant.pay(orderId, { ...form, threeDSServerTransId: serverTransIdOf(orderId) })
    await answerChallenge(sandbox, merchant.project, orderId)
    return [[shown.SERVER_TRANS_ID, serverTransIdOf(orderId)]]
  },
}

/** Creates the data to which the example of an operation refers. */
export async function standFor(operationId: string, sandbox: Sandbox): Promise<Substitutions> {
  const project = await sandbox.sandcard.service.directory.authenticate(
    'c',
    'demo-api',
    'demo-password',
  )
  assert.ok(project)
  return (await MAKERS[operationId]?.(merchantOf(sandbox, project), sandbox)) ?? []
}

async function challenged(merchant: Merchant): Promise<string> {
  const orderId = await merchant.register()
  await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
  return orderId
}

async function answeredVersion1(merchant: Merchant, sandbox: Sandbox): Promise<Substitutions> {
  const orderId = await challenged(merchant)
  const paRes = await answerChallenge(sandbox, merchant.project, orderId)
  return [
    [shown.ORDER_ID, orderId],
    [shown.PA_RES, paRes],
  ]
}

/** Enters the right code at the issuer's page; returns the PaRes that the page would post. */
export async function answerChallenge(
  sandbox: Sandbox,
  project: Project,
  orderId: string,
  status: 'Y' | 'N' = 'Y',
): Promise<string> {
  const { service } = sandbox.sandcard
  const found = await service.read(project, (reads, datasetId) =>
    orderById(reads, datasetId, orderId, realNow()),
  )
  const challenge = found?.order.progress.challenge
  assert.ok(found && challenge)
  await service.execute(project, 'answerChallenge', {
    orderId,
    challengeId: challenge.id,
    answer: { kind: 'outcome', status },
  })
  return buildPaRes(
    {
      messageId: challenge.id,
      xid: challengeXid(challenge),
      merchantId: 'demo',
      at: challenge.startedAt,
      amount: found.order.amount,
      currency: currencyOfOrder(found.order),
      panLastFour: challenge.payment.card.mask.slice(-4),
      status,
      eci: '',
      cavv: '',
    },
    project.vault.messageKey(),
  )
}
