// Trying a receiver out: a callback that tells of something that did not happen, marked as a test.

import { TEST_PARAMETER } from '../../../callbacks/callback.ts'
import {
  CALLBACK_OPERATIONS,
  type CallbackEvent,
  type CallbackOperation,
  type CallbackStatus,
  eventOf,
} from '../../../callbacks/callback-schedule.ts'
import { Fault } from '../../../kernel/fault.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { orderById, orderByNumber } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { Onward, View, PageContext } from '../shell/screen.ts'

type TypedFields = Readonly<Record<string, string>>

interface TestEvent {
  readonly operation: CallbackOperation
  readonly status: CallbackStatus
  readonly event: CallbackEvent
}

/** All that may be told, the successes first. */
const TEST_EVENTS: readonly TestEvent[] = ([1, 0] as const).flatMap((status) =>
  CALLBACK_OPERATIONS.flatMap((operation) => {
    const event = eventOf(operation, status)
    return event === undefined ? [] : [{ operation, status, event }]
  }),
)

/** The longest number that a merchant may give an order, and every id. */
const ORDER_LENGTH = 64

export async function testSendPage(context: PageContext): Promise<View> {
  const order = (context.query.get('order') ?? '').slice(0, ORDER_LENGTH)
  if (order !== '') return testSendView(context, { order })
  const { items } = await context.read(ordersPage, { limit: 1 })
  return testSendView(context, { order: items[0]?.number ?? '' })
}

function testSendView(context: PageContext, typed: TypedFields, mistakes: Mistakes = {}): View {
  const { base } = context
  const isMistaken = Object.keys(mistakes).length > 0
  return {
    title: 'Send a test callback',
    ...(isMistaken && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: '/callbacks' },
    content: html`<p class="trail"><a href="${base}/callbacks">${icons.back}Callbacks</a></p>
      <header class="heading"><h1>Send a test</h1></header>
      ${mistakeSummary('test-send', mistakes, { order: 'Order', event: 'What it tells' })}
      <p class="lead">
        Your server is told of something that did not happen. Everything else is real: the address,
        the signature, the attempts. It carries <code>${TEST_PARAMETER.join('=')}</code>, and the
        order stays as it is.
      </p>
      <div class="sheet-of">
        ${form(
          {
            id: 'test-send',
            action: `${base}/callbacks/test`,
            fields: fieldsOf(typed),
            button: 'Send it',
            call: testCall(typed),
            mistakes,
          },
          callOptions(context),
        )}
      </div>`,
  }
}

const fieldsOf = ({ order = '', event = 'charged' }: TypedFields): readonly Field[] => [
  {
    kind: 'text',
    name: 'order',
    label: 'Order',
    hint: 'Its number or its id: the callback tells of it as it stands.',
    value: order,
    maxLength: ORDER_LENGTH,
  },
  {
    kind: 'choice',
    name: 'event',
    label: 'What it tells',
    value: event,
    options: TEST_EVENTS.map((each) => ({
      value: each.event,
      label: `${each.operation}, ${each.status === 1 ? 'it succeeded' : 'it failed'}`,
    })),
  },
]

function testCall({ order = '', event = 'charged' }: TypedFields): ApiCall {
  const testEvent = TEST_EVENTS.find((each) => each.event === event)
  const { operation, status } = testEvent ?? { operation: 'deposited', status: 1 }
  const orderId = order === '' ? 'ID_OF_THE_ORDER' : order
  return {
    api: 'control',
    method: 'POST',
    path: '/callbacks/test',
    body: { orderId, operation, status },
  }
}

export async function sendTest(context: PageContext): Promise<View | Onward> {
  const order = (context.form.get('order') ?? '').trim().slice(0, ORDER_LENGTH)
  const typed = { order, event: context.form.get('event') ?? '' }
  const testEvent = TEST_EVENTS.find(({ event }) => event === typed.event)
  const id = await orderIdOf(order, context)
  const mistakes: Mistakes = {
    ...(id === undefined && { order: 'The project has no such order.' }),
    ...(testEvent === undefined && { event: 'Choose one of the operations.' }),
  }
  if (id === undefined || testEvent === undefined) return testSendView(context, typed, mistakes)
  try {
    const { event } = testEvent
    const callback = await context.execute('sendTestCallback', { order: { id }, event })
    return { location: `/callbacks/${callback.id}?did=test` }
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'parameter-invalid')) throw error
    const field = error.member === 'operation' ? 'event' : 'order'
    return testSendView(context, typed, { [field]: error.message })
  }
}

async function orderIdOf(text: string, { read }: PageContext): Promise<string | undefined> {
  const byNumber = await read(orderByNumber, text, realNow())
  if (byNumber !== undefined) return byNumber.order.id
  const id = text.toLowerCase()
  return (await read(orderById, id, realNow())) && id
}
