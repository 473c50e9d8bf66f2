/**
 * Marks of card brands: our own neutral signs, not the schemes' logos. The name is next to the sign
 * as text, or for screen readers only.
 */
import { html, type Html } from './html.ts'

/** A small card with a sign: bars, circles, steps or a square. */
function sign(shape: Html): Html {
  return html`<svg class="brand-sign" viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
    <rect class="plate" x=".5" y=".5" width="23" height="15" rx="2.5" />
    ${shape}
  </svg>`
}

const SIGNS: Readonly<Record<string, Html>> = {
  visa: sign(
    html`<path class="three" d="M8.5 4h3.5l-3 8H5.5z" /><path
        class="two"
        d="M14 4h5l-1 2.7h-5z"
      />`,
  ),
  mastercard: sign(
    html`<circle class="one" cx="9.5" cy="8" r="4" /><circle class="two" cx="14.5" cy="8" r="4" />`,
  ),
  maestro: sign(
    html`<circle class="two" cx="9.5" cy="8" r="4" /><circle
        class="three"
        cx="14.5"
        cy="8"
        r="4"
      />`,
  ),
  mir: sign(html`<path class="stroke" d="M5.5 11V6l3.2 3L12 6v5M14.5 11V6h4" />`),
  'american express': sign(html`<rect class="three" x="6" y="4" width="12" height="8" rx="1" />`),
  unionpay: sign(
    html`<path class="one" d="M6 4h4l-1.5 8h-4z" /><path
        class="three"
        d="M11 4h4l-1.5 8h-4z"
      /><path class="two" d="M16 4h4l-1.5 8h-4z" />`,
  ),
}
const OTHER = sign(html`<path class="stroke" d="M4 6.5h16M5 11h5" />`)

/** Brand names as people write them; the interfaces write some in capitals. */
const NAMES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  mir: 'Mir',
  amex: 'American Express',
  american_express: 'American Express',
  unionpay: 'UnionPay',
  union_pay: 'UnionPay',
  cup: 'UnionPay',
  jcb: 'JCB',
}

/** The name of a brand in any spelling: `Mastercard` for `MASTERCARD`. */
export const brandLabel = (brand: string): string =>
  NAMES[brand.toLowerCase().replaceAll(' ', '_')] ?? brand

/** The sign of a brand with its name. */
export function cardBrand(brand: string): Html {
  const label = brandLabel(brand)
  const picture = SIGNS[label.toLowerCase()] ?? OTHER
  return html`<span class="card-brand"
    >${picture}<span class="card-brand-name">${label}</span></span
  >`
}
