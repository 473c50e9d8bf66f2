// The pages of the demo shop: the product, and the outcome of an order.
import { codeBlock, type Meaning, notice } from '../../web/html/components.ts'
import { html, type Html } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import { mark } from '../../web/html/mark.ts'
import { moneyText, type MoneyView } from '../../web/html/money.ts'
import { renderPage } from '../../web/html/page.ts'
import { portalScripts } from '../../web/html/portal-frame.ts'
import type { Outcome } from './outcome.ts'

interface ProductPageModel {
  readonly price: MoneyView
  /** Every visitor of a hosted service may place an order. */
  readonly isPublic: boolean
  /** Why the last order was not registered, and what to do. */
  readonly refusal?: string
}

interface OutcomePageModel {
  readonly outcome: Outcome
  /** The payment page, if the order can still be paid. */
  readonly paymentUrl?: string
  readonly isPublic: boolean
  /** The merchant's call after its customer returns, and the response as JSON. */
  readonly status?: { readonly command: string; readonly answer: string }
}

export const PRODUCT = {
  name: 'Dune blend, 500 g',
  text: 'Coffee beans, roasted dark, with a hint of sand.',
} as const

export const renderProductPage = ({ price, isPublic, refusal }: ProductPageModel): string =>
  shopPage(
    PRODUCT.name,
    html`${refusal !== undefined && html`<div role="alert">${notice('warning', refusal)}</div>`}
      <section class="product">
        ${picture}
        <div>
          <h1>${PRODUCT.name}</h1>
          <p>${PRODUCT.text}</p>
          <p class="price">${moneyText(price)}</p>
          ${buy('Buy')}
        </div>
      </section>
      <section>
        <h2>How it works</h2>
        <ol class="steps">
          <li>The shop’s server registers an order: <code>register.do</code>.</li>
          <li>You pay on the payment page with one of the test cards listed there.</li>
          <li>
            You return to this shop, which reads the outcome:
            <code>getOrderStatusExtended.do</code>.
          </li>
        </ol>
      </section>
      ${isPublic && ownProject}`,
  )

/** The next step for a visitor without an account. */
const ownProject = html`<section class="own-project">
  <h2>Your own project</h2>
  <p>
    In your own project, you see each order with its requests, ledger entries and callbacks. You can
    also issue cards and advance the clock.
  </p>
  <p class="next">
    <a class="button quiet" href="/account/sign-up">Create account</a>
    <a class="button quiet" href="/account/log-in">Sign in</a>
  </p>
</section>`

const SEALS: Readonly<Record<Meaning, Html>> = {
  approved: icons.check,
  declined: icons.cross,
  pending: icons.clock,
  warning: icons.warning,
  neutral: icons.back,
}

export function renderOutcomePage(model: OutcomePageModel): string {
  const { meaning, title, text } = model.outcome
  const { status } = model
  return shopPage(
    title,
    html`<section class="outcome">
        <span class="seal ${meaning}">${SEALS[meaning]}</span>
        <h1>${title}</h1>
        <p>${text}</p>
        <div class="next">
          ${
            model.paymentUrl !== undefined &&
            html`<a class="button" href="${model.paymentUrl}">Pay with another card</a>`
          }
          ${buy('Start a new order', model.paymentUrl !== undefined)}
        </div>
      </section>
      ${
        status !== undefined &&
        html`<section>
          <h2>How the shop knows</h2>
          <p>
            A customer returning to the shop does not prove that they paid. The shop’s server reads
            the order status, and yours should do the same:
          </p>
          ${codeBlock({ code: status.command, label: 'command' })}
          ${codeBlock({ code: status.answer, label: 'response', caption: 'Response' })}
        </section>`
      }
      ${model.isPublic && ownProject}`,
  )
}

function buy(label: string, quiet = false): Html {
  return html`<form method="post" action="/shop/order">
    <button class="${quiet ? 'button quiet' : 'button'}" type="submit">${label}</button>
  </form>`
}

const shopPage = (title: string, content: Html): string =>
  renderPage({
    title: `${title} – Dune Coffee`,
    lang: 'en',
    scripts: portalScripts,
    body: html`<div class="shop">
      <header>
        <a class="sign" href="/shop">Dune Coffee</a>
        <span class="aside">The demo shop of this sandbox</span>
      </header>
      <main>${content}</main>
      <footer>
        <a href="/">${mark}</a>
        <nav aria-label="Sandcard">
          <a href="/">Main page</a> <a href="/test-cards">Test cards</a>
          <a href="/guides">Guides</a>
          <a href="/docs">API reference</a>
        </nav>
      </footer>
    </div>`,
  })

/** Our own drawing of a bag of beans. */
const picture: Html = html`<svg class="picture" viewBox="0 0 96 96" aria-hidden="true">
  <path class="bag" d="M26 22h44l6 60a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6z" />
  <path class="fold" d="M26 22l4-12h36l4 12z" />
  <path
    class="dunes"
    d="M21.2 70c14-12 22-12 32-4s15 6 21.1-1L76 82a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6z"
  />
  <circle class="sun" cx="60" cy="44" r="7" />
</svg>`
