/** The payment page: who is paid, how much, with what. One form that works without script. */
import { asset } from '../../web/html/asset.ts'
import { icons } from '../../web/html/icons.ts'
import { attributes, html, linkTarget } from '../../web/html/html.ts'
import type { Html } from '../../web/html/html.ts'
import { maskedCard } from '../../web/html/masked-card.ts'
import { moneyText } from '../../web/html/money.ts'
import { renderPage } from '../../web/html/page.ts'
import { declineReason } from './decline-reason.ts'
import { MESSAGES } from './messages.ts'
import type { Messages } from './message-catalogue.ts'
import { BRANDS } from './model-brand.ts'
import { FIELD_OF_ERROR } from './model.ts'
import type { FieldError, PaymentPageModel } from './model.ts'
import { brandMark, cardFields, storedCardChoices } from './page-fields.ts'
import { backLink, checkout, order } from './page-parts.ts'
import { testCardDrawer } from './page-test-cards.ts'

/** What the page can do better where script runs. */
export const checkoutScript = asset('checkout', 'js')

/** The whole page. Send it with `securityHeaders({ formAction })`, naming where the shop is returned to. */
export function renderPaymentPage(model: PaymentPageModel): string {
  const words = MESSAGES[model.language]
  return renderPage({
    title: words.title(model.merchantName),
    lang: model.language,
    scripts: [checkoutScript],
    body: checkout({
      words,
      ...(model.languageLinks && { languageLinks: model.languageLinks }),
      content: html`
        ${order(words, model, { heading: true, beside: timeLeft(words, model.secondsLeft) })}
        ${declined(words, model)} ${errorSummary(words, model)} ${paymentForm(words, model)}
      `,
      below: model.boundTo === undefined && testCardDrawer(words, model.testCards),
    }),
  })
}

const COUNTDOWN_BELOW_SECONDS = 300

function timeLeft(words: Messages, seconds: number | null): Html | null {
  if (seconds === null) return null
  const hidden = attributes({ hidden: seconds >= COUNTDOWN_BELOW_SECONDS })
  const clock = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
  return html`<span class="time-left" role="timer" data-seconds-left="${seconds}" ${hidden}>
    ${words.timeLeft} <span class="number">${clock}</span>
  </span>`
}

function declined(words: Messages, { decline, attemptsLeft }: PaymentPageModel): Html | null {
  if (decline === undefined) return null
  return html`<div class="notice declined" role="alert">
    ${icons.cross}
    <div>
      <strong>${words.declined}</strong>
      <p>${words.declineReasons[declineReason(decline.actionCode)].join(' ')}</p>
      <p class="aside">${words.triesLeft(attemptsLeft)} · ${words.code(decline.actionCode)}</p>
    </div>
  </div>`
}

function errorSummary(words: Messages, { errors = [] }: PaymentPageModel): Html | null {
  if (errors.length === 0) return null
  const line = (error: FieldError) =>
    html`<li><a href="#${FIELD_OF_ERROR[error]}">${words.errors[error]}</a></li>`
  return html`<div class="notice declined" role="alert" tabindex="-1">
    ${icons.warning}
    <div>
      <strong>${words.errorSummary}</strong>
      <ul>
        ${errors.map(line)}
      </ul>
    </div>
  </div>`
}

function paymentForm(words: Messages, model: PaymentPageModel): Html {
  const cancel = model.cancelUrl === undefined ? null : linkTarget(model.cancelUrl)
  return html`<form
    class="payment"
    method="post"
    action="${model.actionUrl}"
    novalidate
    data-brands="${JSON.stringify(BRANDS)}"
    data-messages="${JSON.stringify(words.errors)}"
    data-paying="${words.paying}"
  >
    <input type="hidden" name="mdOrder" value="${model.mdOrder}" />
    <input type="hidden" name="language" value="${model.language}" />
    ${model.boundTo ? boundCard(model.boundTo) : storedCardChoices(words, model)}
    ${cardFields(words, model)}
    <button class="button pay" type="submit">
      ${icons.lock}<span class="pay-text"
        >${words.pay(moneyText(model.amount, model.language))}</span
      >
    </button>
    ${backLink(words, cancel)}
  </form>`
}

function boundCard(card: NonNullable<PaymentPageModel['boundTo']>): Html {
  return html`<p class="bound">
    <input type="hidden" name="bindingId" value="${card.id}" />
    ${brandMark(card)} <span class="number">${maskedCard(card.maskedPan)}</span>
    <span class="aside">${card.expiry}</span>
  </p>`
}
