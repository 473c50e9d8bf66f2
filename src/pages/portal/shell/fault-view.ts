// The page for a fault that concerns no field: the reason, and that nothing was changed.

import type { Fault, FaultCode } from '../../../kernel/fault.ts'
import { html } from '../../../web/html/html.ts'
import type { View, PageContext } from './screen.ts'

const PASSING_FAULTS: ReadonlySet<FaultCode> = new Set([
  'busy',
  'outcome-unknown',
  'rate-limited',
  'unavailable',
])

/** The page; `isPassing` if a retry may succeed soon. */
export function faultView(
  { code, message }: Fault,
  { base }: PageContext,
): { readonly isPassing: boolean; readonly view: View } {
  const isPassing = PASSING_FAULTS.has(code)
  const title = isPassing ? 'Temporarily unavailable' : 'Not possible'
  return {
    isPassing,
    view: {
      title,
      ...(!isPassing && { status: 409 as const }),
      call: { api: 'control', method: 'GET', path: '/project' },
      content: html`<header class="heading">
          <h1>${title}</h1>
        </header>
        <p>${message}</p>
        <p>
          ${isPassing ? 'Try it again in a moment.' : 'Nothing was changed.'}
          <a href="${base}">Back to the project</a>
        </p>`,
    },
  }
}
