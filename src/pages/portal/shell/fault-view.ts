// The page for an error that belongs to no field: the reason, and what to do.

import { Problem } from '../../../api/endpoint/problems.ts'
import { Fault, type FaultCode } from '../../../kernel/fault.ts'
import { html } from '../../../web/html/html.ts'
import { requestErrorOf } from '../../../web/http/responses/error.ts'
import type { View, PageContext } from './screen.ts'

const PASSING_FAULTS: ReadonlySet<string> = new Set<FaultCode>([
  'busy',
  'outcome-unknown',
  'rate-limited',
  'unavailable',
])

interface Refusal {
  readonly code: string
  readonly message: string
}

/** The reason why an operation was refused; undefined for a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Fault || error instanceof Problem) return error
  const sorted = requestErrorOf(error)
  if (sorted.kind !== 'invalid') return undefined
  const [{ pointer, detail } = { pointer: 'The form', detail: 'is not valid' }] = sorted.issues
  return { code: sorted.kind, message: `${pointer} ${detail}.` }
}

/** The advice after a fault. After a lost commit, the change may have taken effect. */
export const adviceAfter = (code: string): string => {
  if (code === 'outcome-unknown') return 'Check whether it did before you try it again.'
  return PASSING_FAULTS.has(code) ? 'Try it again in a moment.' : 'Nothing was changed.'
}

/** The page; `isPassing` if a retry may succeed soon. */
export function faultView(
  { code, message }: Refusal,
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
          ${adviceAfter(code)}
          <a href="${base}">Back to the project</a>
        </p>`,
    },
  }
}
