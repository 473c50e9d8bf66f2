// What a page says of a fault that belongs to no field: why it was refused, and that nothing was changed.

import type { Fault, FaultCode } from '../../../kernel/fault.ts'
import { html } from '../../../web/html/html.ts'
import type { View, PageContext } from './screen.ts'

const PASSING_FAULTS: ReadonlySet<FaultCode> = new Set([
  'busy',
  'outcome-unknown',
  'rate-limited',
  'unavailable',
])

/** The page, and whether the same may be tried again soon. */
export function faultView(
  { code, message }: Fault,
  { base }: PageContext,
): { readonly isPassing: boolean; readonly view: View } {
  const isPassing = PASSING_FAULTS.has(code)
  const title = isPassing ? 'Not now' : 'That is not possible'
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
