/** The API call behind a page or action of the portal. */
import { type ApiCall, callName, curlCommand } from '../http/calls/api-call.ts'
import { breakable } from './breakable.ts'
import { codeBlock } from './components.ts'
import { html, type Html, type HtmlValue } from './html.ts'

export interface CallOptions {
  readonly secrets: Parameters<typeof curlCommand>[1]['secrets']
  readonly baseUrl: string
}

/** Collapsed, it shows the name of the call; expanded, a command to copy. */
export const callView = (label: HtmlValue, call: ApiCall, options: CallOptions): Html =>
  html`<details class="call">
    <summary>${label} <code>${breakable(callName(call))}</code></summary>
    ${codeBlock({ code: curlCommand(call, options), label: `command: ${callName(call)}` })}
  </details>`
