// A callback: its parameters, the steps to its checksum, and every attempt to send it.

import { getCallback, resendCallback } from '../../../api/control/callbacks/callbacks.ts'
import { sendTestCallback } from '../../../api/control/callbacks/callback-trials.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Fault } from '../../../kernel/fault.ts'
import { callView } from '../../../web/html/call-view.ts'
import { type Meaning, badge, codeBlock, copyable, outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { FAULT_KINDS } from '../../../fault-injection/fault-kinds.ts'
import { icons } from '../../../web/html/icons.ts'
import { ago, exactly, relativeTime } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { callbackBadge } from '../labels/callback-labels.ts'
import { failureText } from '../labels/failure-labels.ts'
import { orderName } from '../labels/order-labels.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { form } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Callback = AnswerOf<typeof getCallback>

const idOf = ({ params }: PageContext) => ({ params: { id: params['callback'] ?? '' } })

export const callbackPage = page(
  getCallback,
  { path: '/callbacks/:callback', operation: 'callbackPage', of: 'callback', sent: idOf },
  (callback, context, news?: 'no-url') => ({
    title: `Callback ${callback.operation}`,
    ...(news === 'no-url' && { status: 422 as const }),
    head: html`${backLink(`${context.base}/callbacks`, 'Callbacks')}
      <header class="heading" data-live="heading">
        <h1>
          Callback ${callback.operation} ${callbackBadge(callback, context.now)}
          ${callback.test && badge('neutral', 'test')}
        </h1>
      </header>`,
    content: html`${news === 'no-url' && nowhereToSend(context.base)}
      <div data-live="result">${sendingResult(callback, context)}</div>
      <div class="columns">
        <div class="main">${attempts(callback, context)} ${signing(callback)}</div>
        <aside>
          ${callOptions(context).mayAct && actionsOf(callback, context)}
          ${details(callback, context)}
        </aside>
      </div>`,
  }),
)

/** Without a URL there is nothing to resend to: setting one comes first. */
const actionsOf = (callback: Callback, context: PageContext): Html =>
  html`<section class="acts">
    <h2>Actions</h2>
    ${
      hasUrl(callback, context)
        ? form(
            {
              id: 'resend',
              action: `${context.base}/callbacks/${callback.id}/resend`,
              explanation:
                'Sends the callback now, even if it was delivered, and restarts the retry schedule.',
              button: 'Resend callback',
              look: 'main',
              call: callOf(resendCallback, { params: { id: callback.id } }),
            },
            callOptions(context),
          )
        : html`<p class="aside">
              The callback was recorded and not sent. Set a callback URL, then resend it here.
            </p>
            <p class="press">
              <a class="button" href="${context.base}/callbacks/settings">Set a callback URL</a>
            </p>`
    }
  </section>`

const hasUrl = ({ url }: Callback, { dataset: { settings } }: PageContext): boolean =>
  url !== null || settings.callbackUrl !== null

export const resendAction = action(
  resendCallback,
  { path: '/callbacks/:callback/resend', operation: 'resendFromPage' },
  async (perform, context) => {
    try {
      const { id } = await perform(idOf(context))
      return { location: `/callbacks/${id}?did=resend` }
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'parameter-invalid')) throw error
      return callbackPage.show(context, 'no-url')
    }
  },
)

/** The result of the sending from which the browser was redirected here. */
function sendingResult(callback: Callback, context: PageContext): Html | false {
  const call = sendingCall(callback, context.query.get('did'))
  if (call === undefined) return false
  const { meaning, text, why } = resultOf(callback, context)
  return outcome(
    meaning,
    html`<strong>${text}</strong> ${why !== undefined && html`<p>${why}</p>`}
      ${callView('The call', call, callOptions(context))}`,
  )
}

function sendingCall(
  { id, orderId, operation, status }: Callback,
  did: string | null,
): ApiCall | undefined {
  if (did === 'resend') return callOf(resendCallback, { params: { id } })
  const body = { orderId: orderId ?? '', operation, status: status === 1 ? 1 : 0 } as const
  return did === 'test' ? callOf(sendTestCallback, { body }) : undefined
}

interface SendingResult {
  readonly meaning: Meaning
  readonly text: string
  readonly why?: string
}

/** Queuing resets the failures, so any failure belongs to this sending. */
function resultOf(callback: Callback, { now }: PageContext): SendingResult {
  const { state, test, failures, nextAttemptAt, attempts: made } = callback
  const what = test ? 'Test' : 'Callback'
  if (state === 'delivered') return { meaning: 'approved', text: `${what} delivered` }
  if (state === 'captured') return { meaning: 'pending', text: 'Not sent: no callback URL' }
  if (state === 'waiting' && failures === 0)
    return { meaning: 'pending', text: test ? 'Sending test callback' : 'Sending again' }
  const last = made.at(-1)
  const next =
    nextAttemptAt === null ? [] : [`Next attempt ${nextTime(nextAttemptAt, now, relativeTime)}.`]
  return {
    meaning: 'declined',
    text: `${what} not delivered`,
    why: [
      ...(last === undefined
        ? []
        : [
            `${[answerOf(last), last.error === null ? [] : failureText(last.error)].flat().join(': ').replace(/\.$/, '')}.`,
          ]),
      ...next,
    ].join(' '),
  }
}

/** A time in the past is shown as "soon", because the sender handles the callback next. */
const nextTime = <T>(at: string, now: number, shown: (at: number, now: number) => T): T | 'now' =>
  Date.parse(at) <= now ? 'now' : shown(Date.parse(at), now)

const nowhereToSend = (base: string): Html =>
  outcome(
    'declined',
    html`<strong>The callback was not sent.</strong>
      <p>
        There is no callback URL. <a href="${base}/callbacks/settings">Set a callback URL</a>, then
        resend the callback.
      </p>`,
  )

function details(callback: Callback, { base, now }: PageContext): Html {
  const { orderId, orderNumber, nextAttemptAt, url } = callback
  return html`<section data-live="facts">
    <h2>Details</h2>
    ${descriptionList([
      ['Id', copyable(callback.id, 'callback id')],
      ['Reports', reported(callback)],
      [
        'Order',
        orderId !== null &&
          html`<a href="${base}/orders/${orderId}"
            >${orderName({ id: orderId, number: orderNumber })}</a
          >`,
      ],
      ['Created', exactly(Date.parse(callback.createdAt), now)],
      ['URL', url === null ? 'not set' : html`<span class="value">${url}</span>`],
      ['Method', callback.method],
      ['Next attempt', nextAttemptAt !== null && nextTime(nextAttemptAt, now, ago)],
    ])}
  </section>`
}

function reported({ test, status }: Callback): string {
  if (test) return 'None (test callback)'
  return status === 1 ? 'success (status 1)' : 'failed (status 0)'
}

const attempts = ({ attempts: made, state }: Callback, context: PageContext): Html =>
  html`<section data-live="attempts">
    <h2>Attempts</h2>
    ${
      made.length === 0
        ? html`<p class="aside empty-note">
            ${state === 'captured' ? 'Not sent: there was no callback URL.' : 'None yet.'}
          </p>`
        : html`<ol class="timeline">
            ${made.toReversed().map((attempt) => attemptItem(attempt, context))}
          </ol>`
    }
  </section>`

function attemptItem(attempt: Callback['attempts'][number], { now }: PageContext): Html {
  const { at, durationMs, error, httpStatus, request, answer, fault } = attempt
  const isDelivered = error === null && httpStatus === 200
  const isPutOff = fault === 'delay' || fault === 'reorder'
  return html`<li class="${isDelivered ? 'step-approved' : isPutOff ? '' : 'step-declined'}">
    <span class="mark-of">${isDelivered ? icons.check : isPutOff ? icons.clock : icons.cross}</span>
    <div>
      <h3>
        ${isPutOff ? 'Not sent yet' : answerOf(attempt)}
        ${fault !== undefined && badge('warning', FAULT_KINDS[fault].label)}
      </h3>
      <p class="aside">${exactly(Date.parse(at), now)} <span>${durationMs} ms</span></p>
      ${error !== null && html`<p class="why">${failureText(error)}</p>`}
      ${!isDelivered && error === null && html`<p class="why">Only HTTP 200 counts as delivered.</p>`}
      <details class="call">
        <summary>Request and response</summary>
        ${codeBlock({ code: requestText(request), label: 'request' })}
        ${answer !== '' && codeBlock({ code: answer, label: 'response', caption: 'Response' })}
      </details>
    </div>
  </li>`
}

/** The receiver's response, such as `HTTP 500`. */
const answerOf = ({ httpStatus }: Callback['attempts'][number]): string =>
  httpStatus === null ? 'No response' : `HTTP ${httpStatus}`

const requestText = ({ method, url, body }: Callback['attempts'][number]['request']): string =>
  `${method} ${url}${body === '' ? '' : `\n\n${body}`}`

/** How a receiver computes the checksum of the next attempt. */
const signing = ({ signing: { parameters, signature, key, text, checksum } }: Callback): Html =>
  html`<section>
    <h2>${checksum === null ? 'Parameters' : 'The checksum, step by step'}</h2>
    <ol class="proof">
      <li>
        <h3>The parameters as sent</h3>
        ${descriptionList(
          parameters.map(({ name, value }) => [name, html`<span class="value">${value}</span>`]),
        )}
      </li>
      ${
        checksum !== null &&
        html`<li>
            <h3>Sorted by name, joined as <code>name;value;</code></h3>
            ${codeBlock({ code: text, label: 'signed text' })}
          </li>
          <li>
            <h3>
              ${
                signature === 'rsa'
                  ? 'Signed with SHA512withRSA, in upper-case hex'
                  : html`HMAC-SHA256 with the key <code>${key}</code>, in upper-case hex`
              }
            </h3>
            ${codeBlock({ code: checksum, label: 'checksum' })}
          </li>`
      }
    </ol>
  </section>`
