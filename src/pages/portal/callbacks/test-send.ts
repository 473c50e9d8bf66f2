// Tests a receiver with a callback for an event that did not happen, marked as a test.

import { sendTestCallback } from '../../../api/control/callbacks/callback-trials.ts'
import { listOrders } from '../../../api/control/orders/orders.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { TEST_PARAMETER } from '../../../callbacks/callback.ts'
import {
  CALLBACK_OPERATIONS,
  type CallbackOperation,
  type CallbackStatus,
  eventOf,
} from '../../../callbacks/callback-schedule.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { backLink } from '../parts/back-link.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type TypedFields = Readonly<Record<'order' | 'event', string>>

interface TestEvent {
  readonly name: string
  readonly operation: CallbackOperation
  readonly status: CallbackStatus
}

/** Every event that can be reported, starting with the successes. */
const TEST_EVENTS: readonly TestEvent[] = ([1, 0] as const).flatMap((status) =>
  CALLBACK_OPERATIONS.flatMap((operation) => {
    const name = eventOf(operation, status)
    return name === undefined ? [] : [{ name, operation, status }]
  }),
)
const FIRST_EVENT = 'charged'

const ORDER_ID = /^[\da-f-]{36}$/i
/** The maximum length of an order number, which is longer than any id. */
const ORDER_LENGTH = 64

export const testSendPage = page(
  listOrders,
  {
    path: '/callbacks/test',
    operation: 'testCallbackPage',
    needs: 'change',
    of: 'page',
    sent: () => ({ query: { limit: '1' } }),
  },
  (newest, context, refused?: { readonly typed: TypedFields; readonly mistakes: Mistakes }) => {
    const { base, query } = context
    const asked = (query.get('order') ?? '').slice(0, ORDER_LENGTH)
    const typed = refused?.typed ?? {
      order: asked === '' ? (newest.items[0]?.number ?? '') : asked,
      event: FIRST_EVENT,
    }
    const mistakes = refused?.mistakes ?? {}
    return {
      title: 'Send a test callback',
      isStill: true,
      ...(refused && { status: 422 as const }),
      head: html`${backLink(`${base}/callbacks`, 'Callbacks')}
        <header class="heading"><h1>Send a test</h1></header>`,
      content: html`${mistakeSummary('test-send', mistakes, { order: 'Order', event: 'Event' })}
        <p class="lead">
          Sends a real, signed callback for an event that did not happen. It contains
          <code>${TEST_PARAMETER.join('=')}</code>, and the order does not change.
        </p>
        <div class="columns even">
          <section>
            ${form(
              {
                id: 'test-send',
                action: `${base}/callbacks/test`,
                fields: fieldsOf(typed),
                button: 'Send test callback',
                call: callOf(sendTestCallback, {
                  body: bodyOf(typed.order === '' ? 'ID_OF_THE_ORDER' : typed.order, typed.event),
                }),
                mistakes,
              },
              callOptions(context),
            )}
          </section>
          ${whatHappens(context)}
        </div>`,
    }
  },
)

const whatHappens = ({ base, dataset: { settings } }: PageContext): Html =>
  html`<section>
    <h2>After sending</h2>
    <ol class="will">
      <li>
        The callback is signed like a real one, as the
        <a href="${base}/callbacks/settings">settings</a> say.
      </li>
      <li>
        It goes to the order’s callback URL, otherwise to the
        ${
          settings.callbackUrl === null
            ? html`project’s, which is not <a href="${base}/callbacks/settings">set</a> yet.`
            : html`project’s, <span class="value">${settings.callbackUrl}</span>.`
        }
      </li>
      <li>Its page shows each attempt with the response of your server.</li>
    </ol>
  </section>`

const fieldsOf = ({ order, event }: TypedFields): readonly Field[] => [
  {
    kind: 'text',
    name: 'order',
    label: 'Order',
    hint: 'Order number or id. The callback reports the order’s current state.',
    value: order,
    maxLength: ORDER_LENGTH,
  },
  {
    kind: 'choice',
    name: 'event',
    label: 'Event',
    value: event,
    options: TEST_EVENTS.map(({ name, operation, status }) => ({
      value: name,
      label: `${operation} – ${status === 1 ? 'success' : 'failure'}`,
    })),
  },
]

function bodyOf(orderId: string, event: string) {
  const known = TEST_EVENTS.find(({ name }) => name === event)
  const { operation, status } = known ?? { operation: 'deposited' as const, status: 1 as const }
  return { orderId, operation, status }
}

export const sendTest = action(
  sendTestCallback,
  { path: '/callbacks/test', operation: 'sendTestFromPage' },
  async (perform, context) => {
    const order = (context.form.get('order') ?? '').trim().slice(0, ORDER_LENGTH)
    const typed = { order, event: context.form.get('event') ?? '' }
    const refused = (mistakes: Mistakes) => testSendPage.show(context, { typed, mistakes })
    if (!TEST_EVENTS.some(({ name }) => name === typed.event))
      return refused({ event: 'Select an event.' })
    const named = await context.perform(listOrders, { query: { limit: '1', number: order || ' ' } })
    const id = named.items[0]?.id ?? order
    const noSuchOrder = { order: 'This project has no such order.' }
    if (!ORDER_ID.test(id)) return refused(noSuchOrder)
    try {
      const body = bodyOf(id, typed.event)
      const sent = await resultOrMistakes(perform({ body }), ['orderId', 'operation'])
      if ('result' in sent) return { location: `/callbacks/${sent.result.id}?did=test` }
      const { orderId, operation } = sent.mistakes
      return await refused({
        ...(orderId !== undefined && { order: orderId }),
        ...(operation !== undefined && { event: operation }),
      })
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'order-not-found')) throw error
      return refused(noSuchOrder)
    }
  },
)
