// The frame of account pages: the logo and the content, without navigation.

import { asset } from '../../../web/html/asset.ts'
import { html } from '../../../web/html/html.ts'
import { mark } from '../../../web/html/mark.ts'
import { renderPage } from '../../../web/html/page.ts'
import { portalStyle } from '../shell/portal-style.ts'
import type { AccountView } from './account-route.ts'

export const accountStyle = asset('account', 'css')

export const accountPage = ({ title, content }: AccountView): string =>
  renderPage({
    title: `${title} – sandcard`,
    lang: 'en',
    styles: [portalStyle, accountStyle],
    body: html`<main class="account">
      <a class="home" href="/">${mark}</a>
      ${content}
    </main>`,
  })
