// What the examples of interface C need to find: orders in the right state, a binding, an issuer's signed answer. Their ids are chance,
// so each example shows one of each, and this says which of the demo project stands for it.

import assert from 'node:assert/strict'
import { challengeXid } from '../../../src/web/http/acs-redirect.ts'
import { buildPaRes } from '../../../src/three-d-secure/challenge-v1.ts'
import { serverTransIdOf } from '../../../src/payments/gateway-id.ts'
import { currencyOfOrder } from '../../../src/payments/order.ts'
import type { Project } from '../../../src/engine/directory.ts'
import * as shown from '../../../src/api/gateway/examples.ts'
import { realNow } from '../../../src/time.ts'
import { orderById } from '../../../src/store/reads/orders.ts'
import type { FrontDoor } from '../../front-door.ts'
import { CARDS, type Client, clientOf } from '../gateway/client.ts'

/** What an example shows to what stands for it. */
type Standing = readonly (readonly [shown: string, actual: string])[]

type Maker = (client: Client, door: FrontDoor) => Promise<Standing>

const asOrder =
  (make: (client: Client) => Promise<string>): Maker =>
  async (client) => [[shown.ORDER_ID, await make(client)]]

const OF_CLIENT = { clientId: 'client-1' }

const binding: Maker = async (client) => {
  const status = await client.status(await client.paid(OF_CLIENT))
  const { bindingId } = status['bindingInfo'] as { bindingId: string }
  await client.input('bindCard', { bindingId })
  return [[shown.BINDING_ID, bindingId]]
}

const MAKERS: Readonly<Record<string, Maker>> = {
  paymentorder: asOrder((client) => client.register()),
  getOrderStatusExtended: asOrder((client) => client.paid()),
  getOrderStatus: asOrder((client) => client.paid()),
  addParams: asOrder((client) => client.register()),
  decline: asOrder((client) => client.register()),
  deposit: asOrder((client) => client.held()),
  reverse: asOrder((client) => client.held()),
  refund: asOrder((client) => client.paid()),
  acsRedirect: asOrder(challenged),
  getBindings: binding,
  getBindingsByCardOrId: binding,
  unBindCard: binding,
  async bindCard(client, door) {
    const standing = await binding(client, door)
    await client.input('unBindCard', { bindingId: standing[0]?.[1] })
    return standing
  },
  extendBinding: binding,
  recurrentPayment: binding,
  async paymentOrderBinding(client, door) {
    const orderId = await client.register(OF_CLIENT)
    return [[shown.ORDER_ID, orderId], ...(await binding(client, door))]
  },
  finish3ds: answeredVersion1,
  finish3dsPayment: answeredVersion1,
  async finish3dsVer2Payment(client, door) {
    const orderId = await client.register()
    const form = { $PAN: CARDS.challenge2, threeDSVer2FinishUrl: 'https://shop.example/finish' }
    await client.pay(orderId, form)
    await client.pay(orderId, { ...form, threeDSServerTransId: serverTransIdOf(orderId) })
    await answerChallenge(door, client.project, orderId)
    return [[shown.SERVER_TRANS_ID, serverTransIdOf(orderId)]]
  },
}

/** Makes what the example of an operation names. */
export async function standFor(operationId: string, door: FrontDoor): Promise<Standing> {
  const project = await door.sandcard.service.directory.authenticate(
    'c',
    'demo-api',
    'demo-password',
  )
  assert.ok(project)
  return (await MAKERS[operationId]?.(clientOf(door, project), door)) ?? []
}

async function challenged(client: Client): Promise<string> {
  const orderId = await client.register()
  await client.pay(orderId, { $PAN: CARDS.challenge1 })
  return orderId
}

async function answeredVersion1(client: Client, door: FrontDoor): Promise<Standing> {
  const orderId = await challenged(client)
  const paRes = await answerChallenge(door, client.project, orderId)
  return [
    [shown.ORDER_ID, orderId],
    [shown.PA_RES, paRes],
  ]
}

/** Enters the right code at the issuer's page; gives the PaRes that the page would post. */
export async function answerChallenge(
  door: FrontDoor,
  project: Project,
  orderId: string,
  status: 'Y' | 'N' = 'Y',
): Promise<string> {
  const { service } = door.sandcard
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
