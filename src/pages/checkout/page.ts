// The payment page: one form, which works without JavaScript.
import { asset } from '../../web/html/asset.ts'
import { icons } from '../../web/html/icons.ts'
import { attributes, html, type Html, linkTarget } from '../../web/html/html.ts'
import { maskedCard } from '../../web/html/masked-card.ts'
import { moneyText } from '../../web/html/money.ts'
import { renderPage } from '../../web/html/page.ts'
import { declineReason } from './decline-reason.ts'
import { MESSAGES } from './messages.ts'
import type { Messages } from './message-catalogue.ts'
import { BRANDS } from './model-brand.ts'
import { FIELD_OF_ERROR, type FieldError, type PaymentPageModel } from './model.ts'
import { brandMark, cardFields, cardLabel, storedCardChoices } from './page-fields.ts'
import { backLink, checkout, FORM_ID, order, stylesOf } from './page-parts.ts'
import { TEST_CARD_LIST, testCardPanel } from './page-test-cards.ts'

/** Enhancements with JavaScript. */
export const checkoutScript = asset('checkout', 'js')

/**
 * The payment page. Send it with `securityHeaders({ formAction })` that lists the shop's origin.
 */
export function renderPaymentPage(model: PaymentPageModel): string {
  const words = MESSAGES[model.language]
  return renderPage({
    title: title(words, model),
    lang: model.language,
    scripts: [checkoutScript],
    styles: stylesOf(model.look),
    body: checkout({
      words,
      language: model.language,
      ...(model.otherLanguages && { otherLanguages: model.otherLanguages }),
      content: html`
        ${order(words, model, { heading: true, beside: timeLeft(words, model.secondsLeft) })}
        ${refused(words, model)} ${paymentForm(words, model)}
      `,
      below: model.boundTo === undefined && testCardPanel(words, model),
    }),
  })
}

/** Starts with the error, because screen readers announce the title first. */
function title(words: Messages, { merchantName, errors = [], decline }: PaymentPageModel): string {
  const heading = errors.length > 0 ? words.errorSummary : decline && declineHeading(words, decline)
  const page = words.title(merchantName)
  return heading === undefined ? page : `${heading} – ${page}`
}

/** The errors of the entered data, otherwise the decline of the last attempt. */
const refused = (words: Messages, model: PaymentPageModel): Html | null =>
  errorSummary(words, model) ?? declined(words, model)

const COUNTDOWN_BELOW_SECONDS = 300

function timeLeft(words: Messages, seconds: number | null): Html | null {
  if (seconds === null) return null
  const hidden = attributes({ hidden: seconds >= COUNTDOWN_BELOW_SECONDS })
  const clock = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
  return html`<span class="time-left" role="timer" data-seconds-left="${seconds}" ${hidden}>
    ${words.timeLeft} <span class="number">${clock}</span>
  </span>`
}

type Decline = NonNullable<PaymentPageModel['decline']>

const declineHeading = (words: Messages, { isCancelled }: Decline): string =>
  isCancelled ? words.cancelled : words.declined

function declined(words: Messages, model: PaymentPageModel): Html | null {
  const { decline, attemptsLeft } = model
  if (decline === undefined) return null
  const reason = decline.isCancelled ? 'cancelled' : declineReason(decline.actionCode)
  const [what, next] = words.declineReasons[reason]
  const leadsToDrawer = reason === 'notATestCard' && model.boundTo === undefined
  const attempt = [
    ...(decline.card ? [cardLabel(decline.card)] : []),
    words.triesLeft(attemptsLeft),
    words.code(decline.actionCode),
  ]
  return html`<div class="notice declined" ${FOCUSED_FIRST}>
    ${icons.cross}
    <div>
      <strong>${declineHeading(words, decline)}</strong>
      <p>${what} ${leadsToDrawer ? html`<a href="#${TEST_CARD_LIST}">${next}</a>` : next}</p>
      <p class="aside attempt-facts">${attempt.map((fact) => html`<span>${fact}</span> `)}</p>
    </div>
  </div>`
}

/** The focus is on the error, with or without JavaScript. */
const FOCUSED_FIRST = attributes({ role: 'alert', tabindex: -1, autofocus: true })

function errorSummary(words: Messages, { errors = [] }: PaymentPageModel): Html | null {
  if (errors.length === 0) return null
  const line = (error: FieldError) =>
    html`<li><a href="#${FIELD_OF_ERROR[error]}">${words.errors[error]}</a></li>`
  return html`<div class="notice declined" ${FOCUSED_FIRST}>
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
    id="${FORM_ID}"
    method="post"
    action="${model.actionUrl}"
    novalidate
    data-brands="${JSON.stringify(BRANDS)}"
    data-messages="${JSON.stringify(words.errors)}"
    data-paying="${words.paying}"
    data-try-again="${words.tryAgain}"
    data-refused-title="${words.errorSummary} – ${words.title(model.merchantName)}"
  >
    <input type="hidden" name="mdOrder" value="${model.mdOrder}" />
    <input type="hidden" name="language" value="${model.language}" />
    ${model.boundTo ? boundCard(words, model.boundTo) : storedCardChoices(words, model)}
    ${cardFields(words, model)}
    <button class="button pay" type="submit">
      ${icons.lock}<span class="pay-text"
        >${words.pay(moneyText(model.amount, model.language))}</span
      >
    </button>
    <p class="takes-long" role="status" data-text="${words.takesLong}"></p>
    ${backLink(words, cancel)}
  </form>`
}

function boundCard(words: Messages, card: NonNullable<PaymentPageModel['boundTo']>): Html {
  return html`<p class="bound">
    <input type="hidden" name="bindingId" value="${card.id}" />
    ${brandMark(card)} <span class="number">${maskedCard(card.maskedPan)}</span>
    <span class="aside">${words.expires(card.expiry)}</span>
  </p>`
}
