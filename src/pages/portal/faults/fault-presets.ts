// Common faults, each added by one button.

import type { DefinedFault } from '../../../fault-injection/fault-plan.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'

interface Preset {
  readonly name: string
  readonly label: string
  readonly lesson: HtmlValue
  readonly fault: DefinedFault
}

// prettier-ignore
const PRESETS: readonly Preset[] = [
  {
    name: 'lost-registration',
    label: 'Lose the response to the next register.do',
    lesson: 'The order is registered, but your client does not know that. Does its retry register a second order?',
    fault: { kind: 'reset-after-commit', operation: 'register', times: 1 },
  },
  {
    name: 'lost-payment',
    label: 'Lose the response to the next paymentorder.do',
    lesson: 'The card is charged. Does your client read the order status before it pays again?',
    fault: { kind: 'reset-after-commit', operation: 'paymentorder', times: 1 },
  },
  {
    name: 'lost-transfer',
    label: 'Lose the response to the next transfer at B',
    lesson: 'A retry with the same Idempotency-Key gets the response of the first request.',
    fault: { kind: 'reset-after-commit', operation: 'createTransfer', times: 1 },
  },
  {
    name: 'unavailable',
    label: 'Return 503 for the next three calls',
    lesson: html`Does your client wait for the time in <span class="whole">Retry-After</span>?`,
    fault: { kind: 'error', status: 503, times: 3 },
  },
  {
    name: 'slow',
    label: 'Slow down half of all calls',
    lesson: 'They take two to six seconds. Does your client time out, and what does it do then?',
    fault: { kind: 'latency', ms: 2000, jitterMs: 4000, rate: 0.5 },
  },
  {
    name: 'lost-callback',
    label: 'Lose the next callback',
    lesson: 'It is retried after 30 seconds. Does your shop read the order status in the meantime?',
    fault: { kind: 'drop', times: 1 },
  },
  {
    name: 'twice',
    label: 'Send every callback twice',
    lesson: 'Does your shop ship the goods only once?',
    fault: { kind: 'duplicate' },
  },
  {
    name: 'forged',
    label: 'Break the checksum of the next callback',
    lesson: 'Your shop must refuse it. The retry is signed correctly.',
    fault: { kind: 'wrong-signature', times: 1 },
  },
]

export const presetNamed = (name: string | null): DefinedFault | undefined =>
  PRESETS.find((preset) => preset.name === name)?.fault

export const presetList = (action: string): Html =>
  html`<ul class="fault-presets">
    ${PRESETS.map(
      ({ name, label, lesson }) =>
        html`<li>
          <form method="post" action="${action}">
            <input type="hidden" name="preset" value="${name}" />
            <button>${label}</button>
          </form>
          <span class="aside">${lesson}</span>
        </li>`,
    )}
  </ul>`
