// A preview of callbacks: the request that these settings would produce for the newest paid order.

import { Type } from '../../../web/http/schemas/type.ts'
import { signingAlias } from '../../../callbacks/callback.ts'
import type { CallbackEvent } from '../../../callbacks/callback-schedule.ts'
import { callbackUrlFault } from '../../../delivery/address.ts'
import { callbackRequest, sentParameters, UNSET_URL } from '../../../delivery/signing.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import {
  CALLBACK_PARAMETERS,
  callbackParameters,
} from '../../../payments/orders/callback-parameters.ts'
import { callbackUrlOf } from '../../../payments/orders/order-callbacks.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { ORDER_STATUS, type OrderStatus } from '../../../payments/orders/order-status.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { realNow } from '../../../time.ts'
import { operation } from '../api.ts'
import { unacceptable } from '../problems.ts'
import { SettingsChangeBody } from '../projects/project-view.ts'
import { orNull } from '../schemas.ts'

const PreviewBody = Type.Pick(SettingsChangeBody, [
  'callbackUrl',
  'callbackMethod',
  'callbackSignature',
  'callbackParameters',
])

/** The event that led to each state of an order. */
const LAST_EVENTS: Readonly<Record<OrderStatus, CallbackEvent>> = {
  [ORDER_STATUS.registered]: 'charged',
  [ORDER_STATUS.held]: 'held',
  [ORDER_STATUS.deposited]: 'charged',
  [ORDER_STATUS.reversed]: 'reversed',
  [ORDER_STATUS.refunded]: 'refunded',
  [ORDER_STATUS.authenticating]: 'charged',
  [ORDER_STATUS.declined]: 'charge-failed',
}

/** For a project without orders. */
const EXAMPLE = [
  ['mdOrder', '0196b0a0-0000-7000-8000-000000000001'],
  ['orderNumber', 'A-1'],
  ['operation', 'deposited'],
  ['status', '1'],
] as const

export const previewCallback = operation({
  name: 'previewCallback',
  method: 'POST',
  path: '/callbacks/preview',
  repeats: 'nothing',
  summary: 'Preview a callback',
  description:
    "Returns the callback that these settings would send, for the newest paid order or otherwise the newest order. For omitted settings, the project's values are used. Nothing is changed or sent.",
  body: PreviewBody,
  examples: [{ callbackMethod: 'POST', callbackParameters: ['amount', 'maskedPan'] }],
  answer: Type.Object({
    orderNumber: orNull(
      Type.String(),
      'Number of the order; null for the example of a project without orders',
    ),
    method: Type.Enum(['GET', 'POST']),
    url: Type.String({
      description: "URL with its query: the order's own callback URL if it names one",
    }),
    body: Type.String({ description: 'Form of a POST' }),
    parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'Parameters in the order sent, with the signature',
    }),
    omitted: Type.Array(Type.String(), {
      description: 'Chosen parameters without a value for this order',
    }),
  }),
  async handle({ service, project, body, read }) {
    const dataset = await read(datasetById)
    const settings = { ...dataset.settings, ...body }
    const fault =
      settings.callbackUrl === null
        ? undefined
        : callbackUrlFault(settings.callbackUrl, service.config)
    if (fault !== undefined) throw unacceptable('/callbackUrl', fault)
    const newest = async (status?: OrderStatus): Promise<Order | undefined> =>
      (await read(ordersPage, { status, limit: 1 })).items[0]
    const order = (await newest(ORDER_STATUS.deposited)) ?? (await newest())
    const message = {
      parameters:
        order === undefined
          ? EXAMPLE
          : callbackParameters({
              order,
              settings,
              event: LAST_EVENTS[order.status],
              at: batchTime(dataset, realNow()),
            }),
      method: settings.callbackMethod,
      signature: settings.callbackSignature,
      keyAlias: signingAlias(settings),
    }
    const event = LAST_EVENTS[order?.status ?? ORDER_STATUS.deposited]
    const url =
      (order === undefined
        ? settings.callbackUrl
        : callbackUrlOf(event, settings.callbackUrl, order)) ?? UNSET_URL
    const { callbackKeys } = dataset.settings
    const request = await callbackRequest(
      { url, message },
      project,
      callbackKeys,
      service.directory,
    )
    const sent = sentParameters(request)
    const names = new Set(sent.map(([name]) => name))
    return {
      orderNumber: order?.number ?? null,
      ...request,
      parameters: sent.map(([name, value]) => ({ name, value })),
      omitted: CALLBACK_PARAMETERS.filter(
        (name) => settings.callbackParameters.includes(name) && !names.has(name),
      ),
    }
  },
})
