/** Short pages without a project: errors such as 404. */
import { asset } from '../../../web/html/asset.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { mark } from '../../../web/html/mark.ts'
import { renderPage } from '../../../web/html/page.ts'

interface Notice {
  readonly title: string
  readonly heading: string
  readonly text: Html
}

const NOTICES = {
  'not-found': {
    title: 'Not found – sandcard',
    heading: 'Page not found',
    text: html`Go to the <a href="/">main page</a>, or search the
      <a href="/docs">API reference</a>.`,
  },
  unavailable: {
    title: 'Temporarily unavailable – sandcard',
    heading: 'The service is temporarily unavailable',
    text: html`Nothing was changed. Try again in a moment. The log of the service has the reason.`,
  },
  'rate-limited': {
    title: 'Too many requests – sandcard',
    heading: 'Too many requests',
    text: html`Nothing was changed. The project has reached its limit of requests per second
    (<code>RATE_LIMIT</code>). Try again in a second.`,
  },
  'logged-out': {
    title: 'Logged out – sandcard',
    heading: 'You are no longer logged in',
    text: html`Nothing was changed. <a href="/account/log-in">Log in</a> and do it again.`,
  },
} as const satisfies Record<string, Notice>

export const noticeStyle = asset('notice', 'css')

export function renderNotice(notice: keyof typeof NOTICES): string {
  const { title, heading, text }: Notice = NOTICES[notice]
  return renderPage({
    title,
    lang: 'en',
    styles: [noticeStyle],
    body: html`<main class="lone">
      ${mark}
      <h1>${heading}</h1>
      <p>${text}</p>
    </main>`,
  })
}
