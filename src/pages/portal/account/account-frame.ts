// The frames of account pages: a card with the logo, or the frame of the portal.

import { asset } from '../../../web/html/asset.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { mark } from '../../../web/html/mark.ts'
import { renderPage } from '../../../web/html/page.ts'
import { renderPortalPage } from '../../../web/html/portal-frame.ts'
import { portalStyle } from '../shell/portal-style.ts'
import type { AccountView } from './account-route.ts'

export const accountStyle = asset('account', 'css')

export const passwordScript = asset('password', 'js')

export function accountPage({ title, content, user }: AccountView): string {
  const page = {
    title: `${title} – sandcard`,
    styles: [portalStyle, accountStyle],
    scripts: [passwordScript],
  }
  if (user !== undefined)
    return renderPortalPage({
      ...page,
      user,
      navigation: [
        {
          links: [
            { label: 'Projects', href: '/p', icon: icons.list },
            { label: 'Your account', href: '/account', icon: icons.person, current: true },
          ],
        },
      ],
      content: html`<div class="screen account-page">${content}</div>`,
    })
  return renderPage({
    ...page,
    lang: 'en',
    body: html`<main class="account">
      <a class="home" href="/">${mark}</a>
      <div class="account-card">${content}</div>
    </main>`,
  })
}
