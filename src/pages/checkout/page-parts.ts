// Parts shared by the payment page and its result pages.
import { html, type Html, type HtmlValue, linkTarget } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import { mark } from '../../web/html/mark.ts'
import { moneyText, type MoneyView } from '../../web/html/money.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../web/http/requests/page-language.ts'
import type { MerchantLook } from './merchant-look.ts'
import { MESSAGES } from './messages.ts'
import type { Messages } from './message-catalogue.ts'
import type { PaymentPageModel } from './model.ts'

interface Checkout {
  readonly words: Messages
  readonly content: Html
  readonly below?: Html | false | null
  /** The language of the page, listed with the others. */
  readonly language?: PageLanguage
  readonly otherLanguages?: NonNullable<PaymentPageModel['otherLanguages']>
}

/** The sandbox ribbon, one column of content, and the logo below. */
export function checkout(page: Checkout): Html {
  const { words, content, below, otherLanguages = [] } = page
  const languages = PAGE_LANGUAGES.map((language) => {
    const other = otherLanguages.find((each) => each.language === language)
    if (other !== undefined) return languageButton(other)
    return language === page.language && currentLanguage(language)
  })
  return html`<header class="ribbon">${words.sandbox}</header>
    <div class="checkout">
      <main class="sheet">${content}</main>
      ${below}
      <footer>
        ${mark}
        ${otherLanguages.length > 0 && html`<nav aria-label="${words.languages}">${languages}</nav>`}
      </footer>
    </div>`
}

/** The payment form. The language buttons also submit it. */
export const FORM_ID = 'payment'

type OtherLanguage = NonNullable<PaymentPageModel['otherLanguages']>[number]

/**
 * A button that shows the page in another language. It submits the form, so that the entered data
 * is preserved and no card data appears in a URL.
 */
function languageButton({ language, href }: OtherLanguage): Html | null {
  const target = linkTarget(href)
  return target === null
    ? null
    : html`<button
        class="language"
        type="submit"
        form="${FORM_ID}"
        formaction="${target}"
        lang="${language}"
      >
        ${MESSAGES[language].languageName}
      </button>`
}

const currentLanguage = (language: PageLanguage): Html =>
  html`<span class="language" lang="${language}" aria-current="true"
    >${MESSAGES[language].languageName}</span
  >`

/** The style sheet with the merchant's colour. */
export const stylesOf = ({ style }: MerchantLook = {}): readonly { readonly path: string }[] =>
  style === undefined ? [] : [{ path: style }]

interface OrderView {
  readonly merchantName?: string
  readonly look?: MerchantLook
  readonly orderNumber?: string
  readonly description?: string
  readonly amount?: MoneyView
  readonly language: string
}

interface OrderLooks {
  /** True if the amount is the page's heading. */
  readonly heading: boolean
  /** Content next to the order number. */
  readonly beside?: HtmlValue
}

/** Longer amounts use a smaller font, so that they are neither truncated nor wrapped. */
const LONG_AMOUNT = 15

export function order(words: Messages, view: OrderView, { heading, beside }: OrderLooks): Html {
  const amount = view.amount === undefined ? null : moneyText(view.amount, view.language)
  const size = amount !== null && amount.length > LONG_AMOUNT ? 'total long' : 'total'
  const total = heading
    ? html`<h1 class="${size}">${amount}</h1>`
    : html`<p class="${size}">${amount}</p>`
  return html`<header class="order">
    ${
      view.merchantName !== undefined &&
      html`<p class="merchant">
        ${
          view.look?.logo !== undefined &&
          html`<img class="merchant-logo" src="${view.look.logo}" alt="" />`
        }<bdi>${view.merchantName}</bdi>
      </p>`
    }
    ${amount !== null && total}
    ${Boolean(view.description) && html`<p class="description"><bdi>${view.description}</bdi></p>`}
    ${
      (view.orderNumber !== undefined || Boolean(beside)) &&
      html`<p class="aside">
        ${view.orderNumber !== undefined && html`<bdi>${words.order(view.orderNumber)}</bdi>`}
        ${beside}
      </p>`
    }
  </header>`
}

export function backLink(words: Messages, target: string | null): Html | null {
  return target === null
    ? null
    : html`<a class="back" href="${target}">${icons.back}${words.back}</a>`
}
