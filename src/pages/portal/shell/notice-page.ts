/** Short pages without a project: errors such as 404. */
import { type Asset, asset } from '../../../web/html/asset.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { mark } from '../../../web/html/mark.ts'
import { renderPage } from '../../../web/html/page.ts'
import { maskedText } from '../reference/masked-text.ts'

interface Notice {
  readonly title: string
  readonly heading: string
  readonly text: Html
  /** Content under the text. */
  readonly below?: Html
}

const NOTICES = {
  'not-found': {
    title: 'Page not found – sandcard',
    heading: 'Page not found',
    text: html`Go to the <a href="/">main page</a>, or search the
      <a href="/docs">API reference</a>.`,
  },
  unavailable: {
    title: 'Temporarily unavailable – sandcard',
    heading: 'The service is temporarily unavailable',
    text: html`Try again in a moment. If you submitted a form, first check whether your change took
    effect. See the service’s log for the reason.`,
  },
  'rate-limited': {
    title: 'Too many requests – sandcard',
    heading: 'Too many requests',
    text: html`Nothing was changed. The project has reached its limit of requests per second
    (<code>RATE_LIMIT</code>). Try again in a second.`,
  },
} as const satisfies Record<string, Notice>

export const noticeStyle = asset('notice', 'css')

export const renderNotice = (notice: keyof typeof NOTICES): string => rendered(NOTICES[notice])

function rendered({ title, heading, text, below }: Notice, scripts: readonly Asset[] = []): string {
  return renderPage({
    title,
    lang: 'en',
    styles: [noticeStyle],
    scripts,
    body: html`<main class="lone">
      ${mark}
      <h1>${heading}</h1>
      <p>${text}</p>
      ${below}
    </main>`,
  })
}

export const lostInputScript = asset('lost-input', 'js')

/** Longer input is not carried over. */
const INPUT_LENGTH = 16 * 1024
const SECRET_NAME = /password|secret|token|key|pin|cvc|cvv|credential/i

const isCarried = ([name, value]: readonly [string, string]): boolean =>
  !SECRET_NAME.test(name) && maskedText(value) === value

/**
 * The page for a form that was sent without a session. A script keeps the input, except secrets and
 * card numbers, in the tab until the sign-in.
 */
export function renderLoggedOut(address: string, form: URLSearchParams): string {
  const fields = [...form].filter(isCarried)
  const isKept = new URLSearchParams(fields).toString().length <= INPUT_LENGTH
  const next = `/account/log-in?next=${encodeURIComponent(address)}`
  return rendered(
    {
      title: 'Sign in again – sandcard',
      heading: 'You are no longer signed in',
      text: html`Nothing was changed. Sign in to return to the form.
        <span class="lone-ways"><a class="button" href="${next}">Sign in</a></span>`,
      ...(isKept && {
        below: html`<form id="lost-input" data-action="${address}" hidden>
          ${fields.map(
            ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
          )}
        </form>`,
      }),
    },
    [lostInputScript],
  )
}
