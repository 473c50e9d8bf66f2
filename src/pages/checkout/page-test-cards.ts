/** The drawer of test cards: what each one does, and one click that fills the form with it. */
import { badge } from '../../web/html/components.ts'
import { html } from '../../web/html/html.ts'
import type { Html } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import type { Messages } from './message-catalogue.ts'
import type { TestCard } from './model.ts'

/** Test card numbers are public, so they stand here in full; no other number ever does. */
export function testCardDrawer(words: Messages, cards: readonly TestCard[]): Html | null {
  if (cards.length === 0) return null
  return html`<details class="test-cards">
    <summary>${icons.card}<span>${words.testCards}</span></summary>
    <p class="aside fill-hint">${words.testCardsHint}</p>
    <ul>
      ${cards.map((card) => testCard(words, card))}
    </ul>
  </details>`
}

function testCard(words: Messages, card: TestCard): Html {
  const outcome =
    card.actionCode === 0
      ? badge('approved', words.approves)
      : badge('declined', words.declines(card.actionCode))
  return html`<li>
    <div>
      <span class="number">${card.pan.replace(/(\d{4})(?=\d)/g, '$1\u00A0')}</span>
      <span class="number aside">${card.expiry}&ensp;${card.cvc}</span>
    </div>
    <div>${outcome} <span class="aside">${threeDSecure(words, card)}</span></div>
    <button
      class="fill"
      type="button"
      data-pan="${card.pan}"
      data-expiry="${card.expiry}"
      data-cvc="${card.cvc}"
      aria-label="${words.useCard(card.pan.slice(-4))}"
    >
      ${words.use}
    </button>
  </li>`
}

function threeDSecure(words: Messages, card: TestCard): string {
  return card.threeDSecure === 'challenge'
    ? words.challenge(card.code ?? '123456')
    : words.threeDSecure[card.threeDSecure]
}
