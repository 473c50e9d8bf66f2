// One callback: what it tells, how its checksum comes about step by step, and every attempt to send it.

import { type Callback, type CallbackAttempt, isTest } from '../../../callbacks/callback.ts'
import { checksumText } from '../../../callbacks/checksum.ts'
import { callbackRequest } from '../../../delivery/signing.ts'
import { badge, codeBlock, copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { CALLBACK_WORDS } from '../labels/callback-labels.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, form } from '../parts/form-view.ts'
import type { View, PageContext } from '../shell/screen.ts'

/** What stands in the place of an address that is not set. */
const NO_ADDRESS = 'http://receiver.invalid/callback'

export interface CallbackNews {
  readonly isResent?: boolean
  readonly isTestSent?: boolean
  /** It was to be sent again, and there is no address to send it to. */
  readonly isUnaddressed?: boolean
}

const resendCall = ({ id }: Callback): ApiCall => ({
  api: 'control',
  method: 'POST',
  path: `/callbacks/${id}/resend`,
})

const testCall = ({ orderId, operation, status }: Callback): ApiCall => ({
  api: 'control',
  method: 'POST',
  path: '/callbacks/test',
  body: { orderId, operation, status },
})

export async function callbackView(
  callback: Callback,
  context: PageContext,
  { isResent, isTestSent, isUnaddressed }: CallbackNews,
): Promise<View> {
  const { base } = context
  const [meaning, word] = CALLBACK_WORDS[callback.state]
  return {
    title: `Callback ${callback.operation}`,
    ...(isUnaddressed === true && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: `/callbacks/${callback.id}` },
    live: { of: 'callback', address: `${base}/callbacks/${callback.id}`, kinds: ['callback'] },
    content: html`<p class="trail"><a href="${base}/callbacks">${icons.back}Callbacks</a></p>
      <header class="heading" data-live="heading">
        <h1>
          ${callback.operation} ${badge(meaning, word)}
          ${isTest(callback) && badge('neutral', 'test')}
        </h1>
      </header>
      ${isResent === true && doneNotice('Queued anew', resendCall(callback), callOptions(context))}
      ${isTestSent === true && doneNotice('The test is queued', testCall(callback), callOptions(context))}
      ${isUnaddressed === true && nowhereToSend(base)}
      <div class="columns">
        <div class="main">${attempts(callback, context)} ${await signature(callback, context)}</div>
        <aside>
          ${
            callOptions(context).mayAct &&
            html`<section class="acts">
              <h2>Next</h2>
              ${form(
                {
                  id: 'resend',
                  action: `${base}/callbacks/${callback.id}/resend`,
                  explanation: 'Queued at once, whatever became of it; its schedule starts over.',
                  button: 'Send it again',
                  look: 'main',
                  call: resendCall(callback),
                },
                callOptions(context),
              )}
            </section>`
          }
          ${facts(callback, context)}
        </aside>
      </div>`,
  }
}

const nowhereToSend = (base: string): Html =>
  html`<div class="notice declined" role="alert">
    ${icons.warning}
    <div>
      <strong>Nothing was changed.</strong>
      <p>
        No address is set: set one in the
        <a href="${base}/callbacks/settings">settings of callbacks</a> first.
      </p>
    </div>
  </div>`

function facts(callback: Callback, { base, now }: PageContext): Html {
  const { orderId, orderNumber, dueAt, url } = callback
  return html`<section data-live="facts">
    <h2>Facts</h2>
    ${descriptionList([
      ['Id', copyable(String(callback.id), 'callback id')],
      [
        'Tells of',
        isTest(callback)
          ? 'nothing: it is a test'
          : callback.status === 1
            ? 'a success'
            : 'a failure',
      ],
      ['Order', orderId !== null && html`<a href="${base}/orders/${orderId}">${orderNumber}</a>`],
      ['Written', exactly(callback.createdAt, now)],
      ['Address', url === null ? 'none was set' : html`<span class="value">${url}</span>`],
      ['Method', callback.message.method],
      ['Next attempt', dueAt !== null && ago(dueAt, now)],
    ])}
  </section>`
}

function attempts({ attempts: made, state }: Callback, context: PageContext): Html {
  return html`<section data-live="attempts">
    <h2>Attempts</h2>
    ${
      made.length === 0
        ? html`<p class="aside empty-note">
            ${state === 'unaddressed' ? 'It was never sent: there was no address.' : 'None yet.'}
          </p>`
        : html`<ol class="timeline">
            ${made.toReversed().map((attempt) => attemptView(attempt, context))}
          </ol>`
    }
  </section>`
}

function attemptView(attempt: CallbackAttempt, { now }: PageContext): Html {
  const { at, httpStatus, durationMs, error, request, answer } = attempt
  const isDelivered = error === null && httpStatus === 200
  return html`<li class="${isDelivered ? 'step-approved' : 'step-declined'}">
    <span class="mark-of">${isDelivered ? icons.check : icons.cross}</span>
    <div>
      <h3>${httpStatus === null ? 'No answer' : `HTTP ${httpStatus}`}</h3>
      <p class="aside">${exactly(at, now)} <span>${durationMs} ms</span></p>
      ${error !== null && html`<p class="why">${error}</p>`}
      ${!isDelivered && error === null && html`<p class="why">Only HTTP 200 counts as delivered.</p>`}
      <details class="call">
        <summary>Request and answer</summary>
        ${codeBlock({ code: requestText(request), label: 'request' })}
        ${answer !== '' && codeBlock({ code: answer, label: 'answer', caption: 'Answer' })}
      </details>
    </div>
  </li>`
}

const requestText = ({ method, url, body }: CallbackAttempt['request']): string =>
  `${method} ${url}${body === '' ? '' : `\n\n${body}`}`

/** What is sent now, and how a receiver comes to the same checksum. */
async function signature(callback: Callback, context: PageContext): Promise<HtmlValue> {
  const { project, service, dataset } = context
  const addressed = { ...callback, url: callback.url ?? NO_ADDRESS }
  const keys = dataset.settings.callbackKeys
  const request = await callbackRequest(addressed, project, keys, service.directory)
  const sent = [...new URL(request.url).searchParams, ...new URLSearchParams(request.body)]
  const checksum = sent.find(([name]) => name === 'checksum')?.[1]
  const signed = sent.filter(([name]) => name !== 'checksum' && name !== 'sign_alias')
  return html`<section>
    <h2>${checksum === undefined ? 'What it tells' : 'The checksum, step by step'}</h2>
    <ol class="proof">
      <li>
        <h3>The parameters as they are sent</h3>
        ${descriptionList(signed.map(([name, value]) => [name, html`<span class="value">${value}</span>`]))}
      </li>
      ${
        checksum !== undefined &&
        html`<li>
            <h3>Sorted by name, joined as <code>name;value;</code></h3>
            ${codeBlock({ code: checksumText(sent), label: 'signed text' })}
          </li>
          <li>
            <h3>
              ${
                callback.message.signature === 'rsa'
                  ? 'Signed by SHA512withRSA, in upper-case hex'
                  : html`HMAC-SHA256 with the key <code>${callback.message.keyAlias}</code>, in
                      upper-case hex`
              }
            </h3>
            ${codeBlock({ code: checksum, label: 'checksum' })}
          </li>`
      }
    </ol>
  </section>`
}
