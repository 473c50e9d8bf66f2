// Where an action code is told of: a line of the page of action codes.

import { actionCode } from '../../../payments/authorisation/action-code.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'

/** Where a code stands on its page. */
export const codeId = (code: number): string => `code-${code}`

/** Below a base. */
export const codeAddress = (code: number): string => `/action-codes#${codeId(code)}`

/** The number, and what it says on a page of its own; a number that no page tells of stands alone. */
export const actionCodeLink = (base: string, code: number): Html =>
  actionCode(code) === undefined
    ? html`${code}`
    : html`<a class="number" href="${base + codeAddress(code)}">${code}</a>`
