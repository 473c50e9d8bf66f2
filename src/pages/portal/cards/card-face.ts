// A card, drawn: the number masked, or whole with its CVC where it was asked for.

import type { CardDetails } from '../../../store/reads/cards.ts'
import { brandOf } from '../../../issuing/pan.ts'
import { copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { glyph } from '../../../web/html/mark.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { expiryWord } from '../labels/card-labels.ts'

/** Shown on request only. */
export interface OpenNumber {
  readonly pan: string
  readonly cvc: string
}

export const cardFace = ({ card, number }: CardDetails, open?: OpenNumber): Html =>
  html`<div class="${card.status === 'active' ? 'face' : 'face off'}">
    <p class="face-mark">${glyph} sandcard</p>
    <p class="face-number number">
      ${
        open === undefined
          ? maskedCard(number.mask)
          : copyable(open.pan.replaceAll(/\d{4}(?=\d)/g, '$& '), 'card number')
      }
    </p>
    <div class="face-foot">
      <p><span>Card holder</span><bdi>${card.embossedName}</bdi></p>
      <p><span>Valid to</span>${expiryWord(number.expiry)}</p>
      ${open && html`<p><span>CVC</span>${open.cvc}</p>`}
      <p class="face-brand">${brandOf(number.mask.slice(0, 6))}</p>
    </div>
  </div>`
