/** What gives or does the same from code: shown with every page and every action of the portal. */
import { type ApiCall, callName, curlCommand } from '../http/api-call.ts'
import { codeBlock } from './components.ts'
import { html } from './html.ts'
import type { Html, HtmlValue } from './html.ts'

export interface CallOptions {
  readonly secrets: Parameters<typeof curlCommand>[1]['secrets']
  readonly baseUrl: string
}

/** Closed, it names the call; open, it is a command to be copied. */
export const callView = (label: HtmlValue, call: ApiCall, options: CallOptions): Html =>
  html`<details class="call">
    <summary>${label} <code>${callName(call)}</code></summary>
    ${codeBlock({ code: curlCommand(call, options), label: `command: ${callName(call)}` })}
  </details>`
