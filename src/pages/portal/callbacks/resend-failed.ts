// Resending all failed callbacks: a page that asks first, and the action.

import { listCallbacks, resendCallbacks } from '../../../api/control/callbacks.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { form } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, page } from '../shell/page.ts'

/** Failed callbacks that are counted before the page asks. */
const COUNTED_MAX = 200

export const resendFailedPage = page(
  listCallbacks,
  {
    path: '/callbacks/resend',
    operation: 'resendFailedPage',
    needs: 'change',
    of: 'list',
    sent: () => ({ query: { state: 'failed' as const, limit: String(COUNTED_MAX) } }),
  },
  ({ items: { length }, nextCursor }, context) => ({
    title: 'Resend all failed callbacks',
    content: html`<p class="trail">
        <a href="${context.base}/callbacks?filter=failed">${icons.back}Failed callbacks</a>
      </p>
      <header class="heading"><h1>Resend all failed callbacks?</h1></header>
      ${
        length === 0
          ? html`<p class="lead">No callback has failed.</p>`
          : html`<p class="lead">
                ${nextCursor === null ? length : `More than ${length}`}
                ${length === 1 ? 'callback has' : 'callbacks have'} failed. Each is sent now, and
                its retry schedule restarts.
              </p>
              <div class="sheet-of">
                ${form(
                  {
                    id: 'resend-failed',
                    action: `${context.base}/callbacks/resend`,
                    button: 'Resend failed callbacks',
                    call: callOf(resendCallbacks, { body: { state: 'failed' } }),
                  },
                  callOptions(context),
                )}
              </div>`
      }`,
  }),
)

export const resendFailed = action(
  resendCallbacks,
  { path: '/callbacks/resend', operation: 'resendFailedFromPage' },
  async (perform) => {
    const { resent } = await perform({ body: { state: 'failed' } })
    return { location: `/callbacks?resent=${resent}` }
  },
)
