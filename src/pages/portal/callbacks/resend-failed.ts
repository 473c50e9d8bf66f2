// Resends all failing callbacks, or only those without attempts left, after asking for
// confirmation. The action also resends callbacks that were selected in the list.

import { listCallbacks, resendCallbacks } from '../../../api/control/callbacks/callbacks.ts'
import { html } from '../../../web/html/html.ts'
import { backLink } from '../parts/back-link.ts'
import { form } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, page } from '../shell/page.ts'
import { callbacksPage } from './callbacks-page.ts'

/** The selected callbacks, all from one page. */
const ROWS_MAX = 50

/** Maximum number of callbacks that are counted for the confirmation. */
const COUNTED_MAX = 200

type Which = 'failed' | 'failing'

const whichOf = (name: string | null): Which => (name === 'failing' ? 'failing' : 'failed')

// prettier-ignore
const WORDS: Readonly<Record<Which, { readonly none: string; readonly one: string; readonly more: string }>> = {
  failed:  { none: 'No failed callbacks.', one: 'callback has failed', more: 'callbacks have failed' },
  failing: { none: 'No failing callbacks.', one: 'callback is failing', more: 'callbacks are failing' },
}

export const resendFailedPage = page(
  listCallbacks,
  {
    path: '/callbacks/resend',
    operation: 'resendFailedPage',
    needs: 'change',
    of: 'list',
    sent: ({ query }) => ({
      query: { state: whichOf(query.get('filter')), limit: String(COUNTED_MAX) },
    }),
  },
  ({ items: { length }, nextCursor }, context) => {
    const { base, query } = context
    const which = whichOf(query.get('filter'))
    const { none, one, more } = WORDS[which]
    return {
      title: `Resend all ${which} callbacks`,
      head: html`${backLink(`${base}/callbacks?filter=${which}`, 'Callbacks')}
        <header class="heading"><h1>Resend all ${which} callbacks?</h1></header>`,
      content: html`${
        length === 0
          ? html`<p class="lead">${none}</p>`
          : html`<p class="lead">
                ${nextCursor === null ? length : `More than ${length}`}
                ${length === 1 ? `${one}. It` : `${more}. Each`} is sent now, and its retry schedule
                restarts.
              </p>
              <div class="sheet-of">
                ${form(
                  {
                    id: 'resend-failed',
                    action: `${base}/callbacks/resend`,
                    hidden: { which },
                    button: `Resend ${which} callbacks`,
                    call: callOf(resendCallbacks, { body: { state: which } }),
                  },
                  callOptions(context),
                )}
              </div>`
      }`,
    }
  },
)

export const resendFailed = action(
  resendCallbacks,
  { path: '/callbacks/resend', operation: 'resendFailedFromPage' },
  async (perform, context) => {
    const { form: posted } = context
    const which = posted.get('which')
    // A page has 50 rows.
    const ids = posted.getAll('id').slice(0, ROWS_MAX)
    if (which === null && ids.length === 0) return callbacksPage.show(context, 'none-chosen')
    const { resent } = await perform({ body: which === null ? { ids } : { state: whichOf(which) } })
    return { location: `/callbacks?did=resend&resent=${resent}` }
  },
)
