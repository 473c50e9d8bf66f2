// A picture of a card: the number masked, or in full with its CVC.

import { brandOf } from '../../../issuing/pan.ts'
import { cardBrand } from '../../../web/html/card-brand.ts'
import { copyable } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { glyph } from '../../../web/html/mark.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { expiryText } from '../../../web/html/expiry-text.ts'
import type { ShownCard } from './card-act.ts'

/** Shown on request only. */
export interface OpenNumber {
  readonly number: string
  readonly cvc: string
}

export function cardFace(
  { status, numberMask, embossedName, expiry }: ShownCard,
  open?: OpenNumber,
): Html {
  const brand = brandOf(numberMask.slice(0, 6))
  return html`<div class="${status === 'active' ? 'face' : 'face off'}">
    <p class="face-mark">${glyph} sandcard</p>
    <p class="face-number number">
      ${
        open === undefined
          ? maskedCard(numberMask)
          : copyable(open.number.replaceAll(/\d{4}(?=\d)/g, '$& '), 'card number')
      }
    </p>
    <div class="face-foot">
      <p><span>Cardholder</span><bdi>${embossedName}</bdi></p>
      <p><span>Valid to</span>${expiryText(Number(expiry))}</p>
      ${open && html`<p><span>CVC</span>${open.cvc}</p>`}
      <p class="face-brand">${brand !== undefined && cardBrand(brand)}</p>
    </div>
  </div>`
}
