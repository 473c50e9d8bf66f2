// Sending callbacks again: one of them at a press, all failed ones when they were counted and it was asked.

import type { Callback } from '../../../callbacks/callback.ts'
import { Fault } from '../../../kernel/fault.ts'
import { countCallbacks } from '../../../store/reads/callbacks.ts'
import { RESEND_MAX, resendAllFailed } from '../../../web/callbacks/resend-failed.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { form } from '../parts/form-view.ts'
import type { Onward, View, PageContext } from '../shell/screen.ts'
import { callbackView } from './callback-page.ts'

const RESEND_FAILED: ApiCall = {
  api: 'control',
  method: 'POST',
  path: '/callbacks/resend',
  body: { state: 'failed' },
}

/** `100+` where there are more than were counted. */
export const countText = (count: number, most: number): string =>
  count > most ? `${most}+` : String(count)

/** Asks before all failed callbacks are sent again, and says how many they are. */
export async function resendFailedPage(context: PageContext): Promise<View> {
  const { base, read } = context
  const failed = await read(countCallbacks, { state: 'failed', most: RESEND_MAX + 1 })
  const many = failed === 1 ? 'One callback has' : `${countText(failed, RESEND_MAX)} callbacks have`
  return {
    title: 'Send all failed callbacks again',
    call: { api: 'control', method: 'GET', path: '/callbacks?state=failed' },
    content: html`<p class="trail">
        <a href="${base}/callbacks?filter=failed">${icons.back}Failed callbacks</a>
      </p>
      <header class="heading"><h1>Send all failed again?</h1></header>
      ${
        failed === 0
          ? html`<p class="lead">No callback has failed for good.</p>`
          : html`<p class="lead">
                ${many} failed for good. Each is queued at once, and its schedule starts over.
                ${failed > RESEND_MAX && `The newest ${RESEND_MAX} are sent first.`}
              </p>
              <div class="sheet-of">
                ${form(
                  {
                    id: 'resend-failed',
                    action: `${base}/callbacks/resend`,
                    button: `Send ${countText(Math.min(failed, RESEND_MAX), RESEND_MAX)} again`,
                    call: RESEND_FAILED,
                  },
                  callOptions(context),
                )}
              </div>`
      }`,
  }
}

export async function resendFailed({ read, execute }: PageContext): Promise<Onward> {
  const resend = (input: { readonly ids: readonly number[] }) => execute('resendFailed', input)
  const { resent } = await resendAllFailed({ read, resend })
  return { location: `/callbacks?resent=${resent}` }
}

export async function resendOne(callback: Callback, context: PageContext): Promise<View | Onward> {
  try {
    await context.execute('resendCallback', { id: callback.id })
    return { location: `/callbacks/${callback.id}?did=resend` }
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'parameter-invalid')) throw error
    return callbackView(callback, context, { isUnaddressed: true })
  }
}
