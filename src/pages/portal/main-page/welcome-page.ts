// The landing page of a hosted service: what it is, what an order looks like, and how to start.

import { asset } from '../../../web/html/asset.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { mark } from '../../../web/html/mark.ts'
import { renderPage } from '../../../web/html/page.ts'
import { portalStyle } from '../shell/portal-style.ts'
import { sampleOrder } from './sample-order.ts'

export const landingStyle = asset('landing', 'css')

// prettier-ignore
const FACTS: readonly (readonly [title: string, text: string])[] = [
  ['Issue and accept', 'Two APIs issue cards and a third takes payments. Cards you issue pay there like any other card.'],
  ['Every cent is booked', 'One double-entry ledger explains each hold, capture, refund and decline.'],
  ['You own the clock', 'Advance a month in a second: orders and holds expire, and signed callbacks arrive.'],
]

export const renderWelcomePage = (): string =>
  renderPage({
    title: 'sandcard: a sandbox for cards and payments',
    lang: 'en',
    styles: [portalStyle, landingStyle],
    body: html`<div class="landing">
      <header>
        <a class="home" href="/">${mark}</a>
        <nav aria-label="Sandcard">
          <a href="/docs">API reference</a>
          <a href="/guides">Guides</a>
          <a href="/account/log-in">Sign in</a>
        </nav>
      </header>
      <main>
        <div class="claim">
          <h1>A sandbox for card issuing and card payments</h1>
          <p class="lead">
            Build and test against Sandcard as you would against a bank. It issues cards, takes
            payments and sends signed callbacks. No real money moves.
          </p>
          <p class="ways">
            <a class="button" href="/account/sign-up">Create account</a>
            <a class="button quiet" href="/shop">See the demo shop</a>
          </p>
          <p class="aside">
            Your first project is ready as soon as you confirm your email address.
          </p>
        </div>
        ${sampleOrder()}
        <ul class="landing-facts">
          ${FACTS.map(fact)}
        </ul>
      </main>
    </div>`,
  })

const fact = ([title, text]: (typeof FACTS)[number]): Html =>
  html`<li>
    <h2>${title}</h2>
    <p>${text}</p>
  </li>`
