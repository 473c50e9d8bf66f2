// A page with one form: heading, introduction, form, and links to other pages. A mistake is shown
// at its field, which gets the focus.

import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { form, type FormOptions } from '../parts/form-view.ts'
import type { AccountView } from './account-route.ts'

interface LoneForm {
  readonly title: string
  readonly lead?: HtmlValue
  readonly form: FormOptions
  /** Another way to sign in, under the form. */
  readonly below?: HtmlValue
  /** Links at the end. */
  readonly beside?: HtmlValue
  /** Shown above the form. */
  readonly notice?: Html | undefined
}

export function loneForm({
  title,
  lead,
  form: options,
  below,
  beside,
  notice,
}: LoneForm): AccountView {
  const isMistaken = Object.keys(options.mistakes ?? {}).length > 0
  return {
    title,
    ...(isMistaken && { status: 422 as const }),
    content: html`<h1>${title}</h1>
      ${lead && html`<p>${lead}</p>`} ${notice} ${form(options)} ${below}
      ${beside && html`<p class="beside">${beside}</p>`}`,
  }
}

/** A page with a heading and a text. */
export const messagePage = (
  title: string,
  text: HtmlValue,
  status?: AccountView['status'],
): AccountView => ({
  title,
  ...(status !== undefined && { status }),
  content: html`<h1>${title}</h1>
    <p>${text}</p>`,
})
