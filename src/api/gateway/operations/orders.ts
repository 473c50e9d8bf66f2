// Operations on orders: register, read, list, decline, add parameters.

import type { Order } from '../../../payments/orders/order.ts'
import { ORDER_STATUS, PAYMENT_STATE } from '../../../payments/orders/order-status.ts'
import { pageLanguage } from '../../../web/http/requests/page-language.ts'
import { lastOrders } from '../../../store/reads/orders.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { merchantLogin } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import { isOwn } from '../caller.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import {
  numberForm,
  shortStatusForm,
  statusForm,
  textForm,
  numberedSuccess,
  success,
} from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { currentOrder, ORDER_NAMES, orderRefOf, readOrder } from '../parameters/order-of.ts'
import {
  amountOfOrder,
  HOLD_PARAMETERS,
  ORDER_PARAMETERS,
  registerInput,
  returnUrl,
} from '../parameters/order-parameters.ts'
import { mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import { shortStatusView, statusView } from '../answers/status-view.ts'

const REGISTRATION = {
  amount: amountOfOrder,
  returnUrl,
  ...ORDER_PARAMETERS,
  bindingId: optional(types.id, 'The only stored card that may pay the order'),
  pageView: optional(types.text(20), 'Kind of payment page: DESKTOP or MOBILE'),
} as const satisfies ParameterTable

type RegistrationCall = Call<typeof REGISTRATION & Partial<typeof HOLD_PARAMETERS>>

async function register(call: RegistrationCall, twoStage: boolean) {
  const { service, project, values } = call
  const input = registerInput(call, values, { ...values, twoStage })
  const { order, settings } = await service.execute(project, 'registerOrder', input)
  const { registerErrorCode } = settings
  return {
    ...(registerErrorCode !== 'absent' && { errorCode: registerErrorCode }),
    orderId: order.id,
    formUrl: formUrlOf(call, order, values.pageView),
  }
}

function formUrlOf(
  { origin, project }: Pick<RegistrationCall, 'origin' | 'project'>,
  { id, request: { language } }: Order,
  pageView: string | undefined,
): string {
  const device = pageView?.toUpperCase() === 'MOBILE' ? 'mobile_' : ''
  const page = `${device}payment_${pageLanguage(language)}.html`
  return `${origin}/payment/merchants/${merchantLogin(project)}/${page}?mdOrder=${id}`
}

const registration: readonly Endpoint[] = [
  endpoint({
    name: 'register.do',
    summary: 'Register an order',
    description: 'Registers an order that is paid in one stage. Send the payer to `formUrl`.',
    parameters: REGISTRATION,
    example: examples.order,
    answer: examples.registered,
    answers: [answers.RegisteredOrder],
    family: 'registration',
    form: textForm,
    handle: (call) => register(call, false),
  }),
  endpoint({
    name: 'registerPreAuth.do',
    summary: 'Register an order for a hold',
    description:
      'Registers an order whose payment holds the amount. `deposit.do` captures the hold, `reverse.do` reverses it.',
    parameters: { ...REGISTRATION, ...HOLD_PARAMETERS },
    example: examples.recurringOrder,
    answer: examples.registered,
    answers: [answers.RegisteredOrder],
    family: 'registration',
    form: textForm,
    handle: (call) => register(call, true),
  }),
]

const RECEIPT_NAMES = {
  ...ORDER_NAMES,
  orderId: optional(types.id, 'Id of the order', { unless: ['orderNumber', 'uuid'] }),
  uuid: optional(types.text(36), 'Id of a receipt, instead of an order'),
} as const satisfies ParameterTable

/** The sandbox has no fiscal register, so an order has no receipts. */
async function receiptStatus(call: Call<typeof RECEIPT_NAMES>) {
  const { orderId, orderNumber } = call.values
  if (orderId === undefined && orderNumber === undefined) throw new GatewayError('data-not-found')
  const { order } = await readOrder(call, orderRefOf(call.values))
  return {
    ...success(call.language),
    orderId: order.id,
    orderNumber: order.number,
    receipt: [],
  }
}

const reading: readonly Endpoint[] = [
  endpoint({
    name: 'getOrderStatusExtended.do',
    summary: 'Read an order',
    description:
      "Returns an order's full status. Some fields appear only once the order has been paid.",
    parameters: {
      ...ORDER_NAMES,
      orderId: { ...ORDER_NAMES.orderId, missing: 'order-expected' },
    },
    example: examples.ofOrder,
    answer: examples.status,
    answers: [answers.OrderStatus],
    family: 'status',
    form: statusForm,
    async handle(call) {
      const ref = orderRefOf(call.values)
      const { order, settings } = await currentOrder(call, ref)
      return statusView(order, { language: call.language, terminalId: settings.terminalId })
    },
  }),
  endpoint({
    name: 'getOrderStatus.do',
    summary: 'Read the short status of an order',
    description: 'Returns the short status that older clients read, with capitalised field names.',
    parameters: ORDER_NAMES,
    example: examples.ofOrder,
    answer: examples.shortStatus,
    answers: [answers.ShortOrderStatus],
    family: 'short-status',
    form: shortStatusForm,
    async handle(call) {
      const { order } = await currentOrder(call, orderRefOf(call.values))
      return shortStatusView(order, call.language)
    },
  }),
  endpoint({
    name: 'getReceiptStatus.do',
    summary: 'Read the receipts of an order',
    description:
      "Lists an order's receipts. The sandbox has no fiscal register: the list is empty, and a receipt is not found by its `uuid`.",
    parameters: RECEIPT_NAMES,
    example: examples.ofOrder,
    answer: {
      ...examples.success,
      orderId: examples.ORDER_ID,
      orderNumber: 'shop-1001',
      receipt: [],
    },
    answers: [answers.OrderReceipts],
    family: 'status',
    form: textForm,
    handle: receiptStatus,
  }),
]

/** Fields that the operations on an existing order have in common. */
const CHANGED = {
  family: 'capture',
  form: textForm,
  answer: examples.success,
  answers: [answers.Success],
} as const

const changing: readonly Endpoint[] = [
  endpoint({
    name: 'decline.do',
    summary: 'Withdraw an order',
    description: 'Withdraws an unpaid order. It can no longer be paid.',
    parameters: ORDER_NAMES,
    example: examples.ofOrder,
    ...CHANGED,
    async handle({ service, project, values, language }) {
      await service.execute(project, 'declineOrder', { order: orderRefOf(values) })
      return success(language)
    },
  }),
  endpoint({
    name: 'addParams.do',
    summary: 'Add parameters to an order',
    description:
      'Adds parameters to `merchantOrderParams`, or changes the value of those that exist.',
    parameters: {
      ...ORDER_NAMES,
      params: mandatory(types.params, 'Parameters to add, as a JSON object', {
        invalid: 'json-invalid',
      }),
    },
    example: { ...examples.ofOrder, params: '{"courier":"bicycle"}' },
    ...CHANGED,
    async handle({ service, project, values, language }) {
      const { params } = values
      await service.execute(project, 'addOrderParams', { order: orderRefOf(values), params })
      return success(language)
    },
  }),
  endpoint({
    name: 'updateSSLCardList.do',
    summary: 'Let a card pay without 3-D Secure',
    description:
      "Adds an order's card to `sslCards`, the project setting that lists cards that pay without 3-D Secure.",
    parameters: { mdorder: mandatory(types.id, 'Id of an order that was paid with the card') },
    example: { mdorder: examples.ORDER_ID },
    ...CHANGED,
    async handle({ service, project, values, language }) {
      await service.execute(project, 'addSslCard', { order: { id: values.mdorder } })
      return success(language)
    },
  }),
]

const LIST_PAGE_MAX = 200
/** The highest page of a list. */
const LIST_PAGES_MAX = 100_000

/** Payment states of the gateway family that no order has in the sandbox. */
const STATES_OF_NO_ORDER = ['PENDING', 'MULTIPLE_INTERMEDIATE_DEPOSITED']

const KNOWN_STATES = [...new Set([...Object.values(PAYMENT_STATE), ...STATES_OF_NO_ORDER])]

/** Parses a comma-separated list of payment states. */
const statusesOf: types.ParameterType<readonly number[]> = {
  read(text) {
    const names = text.split(',').map((name) => name.trim())
    return names.every((name) => KNOWN_STATES.includes(name))
      ? Object.values(ORDER_STATUS).filter((each) => names.includes(PAYMENT_STATE[each]))
      : undefined
  },
  schema: { type: 'string' },
  expected: types.expect(
    `a comma-separated list of ${KNOWN_STATES.join(', ')}`,
    `список через запятую из ${KNOWN_STATES.join(', ')}`,
  ),
}

const ORDER_LIST = {
  from: mandatory(types.compactDateTime, 'Start of the period, yyyyMMddHHmmss, UTC'),
  to: mandatory(types.compactDateTime, 'End of the period, yyyyMMddHHmmss, UTC'),
  size: optional(types.integer(1, LIST_PAGE_MAX), 'Orders per page, at most 200'),
  page: optional(types.integer(0, LIST_PAGES_MAX), 'Number of the page, counted from 0'),
  transactionStates: optional(
    statusesOf,
    'States of the orders to list, separated by commas: CREATED, APPROVED, DEPOSITED, DECLINED, REVERSED, REFUNDED',
  ),
  merchants: optional(
    types.names,
    'Logins of merchants, separated by commas. Only your own merchant has orders',
  ),
  searchByCreatedDate: optional(
    types.boolean,
    'Has no effect: orders are always selected by their time of registration',
  ),
} as const satisfies ParameterTable

const listing: readonly Endpoint[] = [
  endpoint({
    name: 'getLastOrdersForMerchants.do',
    summary: 'List orders',
    description: 'Lists the orders registered in a period, newest first.',
    parameters: ORDER_LIST,
    example: { from: '20260101000000', to: '20991231235959', size: '20' },
    answer: {
      errorCode: 0,
      errorMessage: 'Success',
      orderStatuses: [examples.status],
      totalCount: 1,
      page: 0,
      pageSize: 20,
    },
    answers: [answers.OrderStatusList],
    family: 'status',
    form: numberForm,
    handle: listOrders,
  }),
]

async function listOrders({ service, project, values, language }: Call<typeof ORDER_LIST>) {
  const {
    from,
    to,
    size = LIST_PAGE_MAX,
    page = 0,
    transactionStates: statuses,
    merchants,
  } = values
  const form = numberedSuccess(language)
  if (merchants?.some((each) => isOwn(project, each)) === false || statuses?.length === 0)
    return { ...form, orderStatuses: [], totalCount: 0, page, pageSize: size }
  const [{ orders, total }, { settings }] = await service.read(project, (reads, datasetId) =>
    Promise.all([
      lastOrders(reads, datasetId, {
        from,
        // The period includes its last second.
        until: to + 1000,
        statuses: statuses ?? [],
        limit: size,
        offset: page * size,
      }),
      datasetById(reads, datasetId),
    ]),
  )
  const { terminalId } = settings
  return {
    ...form,
    orderStatuses: orders.map((order) => statusView(order, { language, terminalId })),
    totalCount: total,
    page,
    pageSize: size,
  }
}

export const orderEndpoints: readonly Endpoint[] = [
  ...registration,
  ...reading,
  ...changing,
  ...listing,
]
