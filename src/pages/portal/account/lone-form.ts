// A page with one form: heading, lead, mistakes, the form, and links to other pages.

import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { form, type FormOptions, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { AccountView } from './account-route.ts'

export interface LoneForm {
  readonly title: string
  readonly lead?: HtmlValue
  readonly form: FormOptions
  /** Below the form. */
  readonly beside?: HtmlValue
  /** Shown above the form. */
  readonly notice?: Html | undefined
  /** Heads the mistakes, if "nothing was changed" does not fit. */
  readonly undone?: string
}

export function loneForm({
  title,
  lead,
  form: options,
  beside,
  notice,
  undone,
}: LoneForm): AccountView {
  const mistakes: Mistakes = options.mistakes ?? {}
  const labels = Object.fromEntries((options.fields ?? []).map(({ name, label }) => [name, label]))
  const isMistaken = Object.keys(mistakes).length > 0
  return {
    title,
    ...(isMistaken && { status: 422 as const }),
    content: html`<h1>${title}</h1>
      ${lead && html`<p>${lead}</p>`} ${notice}
      ${mistakeSummary(options.id, mistakes, labels, undone)} ${form(options)}
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
