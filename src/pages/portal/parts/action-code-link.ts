// Links to the page of action codes.

import { actionCode } from '../../../payments/authorisation/action-code.ts'
import { html, type Html } from '../../../web/html/html.ts'

/** The id of a code's row on its page. */
export const codeId = (code: number): string => `code-${code}`

/** The URL relative to a base path. */
export const codeAddress = (code: number): string => `/action-codes#${codeId(code)}`

/** The number, as a link if the page of action codes lists it. */
export const actionCodeLink = (base: string, code: number): Html =>
  actionCode(code) === undefined
    ? html`${code}`
    : html`<a class="number" href="${base + codeAddress(code)}">${code}</a>`
