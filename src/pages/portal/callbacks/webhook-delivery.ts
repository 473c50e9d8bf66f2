// A delivery of a webhook: its state, attempts and payload.

import type { listWebhookDeliveries } from '../../../api/control/webhooks/webhooks.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, codeBlock, type Meaning } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactly } from '../../../web/html/when.ts'
import { failureText } from '../labels/failure-labels.ts'
import type { PageContext } from '../shell/screen.ts'

export type Deliveries = AnswerOf<typeof listWebhookDeliveries>
type Delivery = Deliveries['items'][number]

export const WEBHOOKS_PATH = '/callbacks/webhooks'

const MEANING: Readonly<Record<Delivery['state'], Meaning>> = {
  waiting: 'pending',
  delivered: 'approved',
  failed: 'declined',
  stopped: 'neutral',
}

const MARKS: Readonly<Record<Meaning, Html>> = {
  approved: icons.check,
  declined: icons.cross,
  pending: icons.clock,
  warning: icons.clock,
  neutral: icons.dot,
}

const STEP: Readonly<Record<Meaning, string>> = {
  approved: 'step-approved',
  declined: 'step-declined',
  pending: 'step-pending',
  warning: 'step-pending',
  neutral: 'step-neutral',
}

/** A delivery, with a button that sends it again if the viewer may. */
export function deliveryView(
  delivery: Delivery,
  { base, now, params }: PageContext,
  mayAct: boolean,
): Html {
  const { id, type, state, createdAt, payload, attempts, messageId } = delivery
  const isRetried = state === 'waiting' && delivery.failures > 0
  const meaning = isRetried ? 'warning' : MEANING[state]
  const last = attempts.at(-1)
  return html`<li class="${STEP[meaning]}">
    <span class="mark-of">${MARKS[meaning]}</span>
    <div>
      <h3>${type} ${badge(meaning, isRetried ? 'retrying' : state)}</h3>
      <p class="aside">
        ${exactly(Date.parse(createdAt), now)}
        <span>${attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</span>
        ${last && html`<span>${last.error === null ? `answered ${last.httpStatus ?? ''}` : failureText(last.error)}</span>`}
      </p>
      <details class="call">
        <summary>Payload and last attempt</summary>
        ${codeBlock({ code: payload, label: 'payload' })}
        ${
          last &&
          codeBlock({
            code: `webhook-id: ${messageId}\nwebhook-timestamp: ${last.timestamp}\nwebhook-signature: ${last.signature}`,
            label: 'headers',
          })
        }
        ${last && codeBlock({ code: last.answer, label: 'response' })}
      </details>
      ${
        mayAct &&
        html`<form method="post" action="${base}${WEBHOOKS_PATH}/${params['webhook'] ?? ''}/resend">
          <input type="hidden" name="delivery" value="${id}" />
          <button class="button-link" aria-label="Resend ${type} ${id}">Resend</button>
        </form>`
      }
    </div>
  </li>`
}
