// The panel of test cards: the behaviour of each card, and a button that fills in the form with it.
import { badge } from '../../web/html/components.ts'
import { html, type Html } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import { cardName } from '../../web/html/masked-card.ts'
import { moneyText } from '../../web/html/money.ts'
import { declineReason } from './decline-reason.ts'
import type { Messages } from './message-catalogue.ts'
import {
  type PaymentPageModel,
  TEST_CARD_GROUPS,
  type TestCard,
  type TestCardGroup,
} from './model.ts'

type PanelModel = Pick<PaymentPageModel, 'language' | 'testCards'>
type AnyCard = PanelModel['testCards'][number]

/** Id of the panel's content. A link to this fragment opens the panel. */
export const TEST_CARD_LIST = 'test-card-list'

/**
 * The numbers are not masked, because test cards are public and issued cards only appear in local
 * mode.
 */
export function testCardPanel(words: Messages, model: PanelModel): Html {
  // An issued card without funds is listed last, because it would be declined.
  const isEmpty = (card: AnyCard) => card.group === 'own' && card.available.minor === 0
  const [pays, empty] = [
    model.testCards.filter((card) => !isEmpty(card)),
    model.testCards.filter(isEmpty),
  ]
  return html`<aside aria-label="${words.testCards}">
    <details class="test-cards">
      <summary>${icons.card}<span>${words.testCards}</span></summary>
      <div id="${TEST_CARD_LIST}" tabindex="-1">
        <p class="aside fill-hint">${words.testCardsHint}</p>
        ${TEST_CARD_GROUPS.map((group) => cardGroup(words, group, pays, model.language))}
        ${cardGroup(words, 'own', empty, model.language)}
      </div>
    </details>
  </aside>`
}

function cardGroup(
  words: Messages,
  group: TestCardGroup,
  all: readonly AnyCard[],
  language: string,
): Html | null {
  const cards = all.filter((card) => card.group === group)
  if (cards.length === 0) return null
  return html`<h2>${words.testCardGroups[group]}</h2>
    <ul>
      ${cards.map((card) => cardRow(words, card, language))}
    </ul>`
}

function cardRow(words: Messages, card: AnyCard, language: string): Html {
  return html`<li>
    <div>
      <span class="number">${card.pan.replace(/(\d{4})(?=\d)/g, '$1\u00A0')}</span>
      <span class="number aside">${card.expiry}&ensp;${words.cvc} ${card.cvc}</span>
    </div>
    <div>
      ${
        card.group === 'own'
          ? html`<span class="aside">${words.available(moneyText(card.available, language))}</span>`
          : outcome(words, card)
      }
    </div>
    <button
      class="fill"
      type="button"
      data-card="${cardName(card.pan)}"
      data-pan="${card.pan}"
      data-expiry="${card.expiry}"
      data-cvc="${card.cvc}"
      aria-label="${words.useCard(card.pan.slice(-4))}"
    >
      ${words.use}
    </button>
  </li>`
}

function outcome(words: Messages, card: TestCard): Html {
  const way = html`<span class="aside">${threeDSecure(words, card)}</span>`
  if (card.actionCode === 0) return html`${badge('approved', words.approves)} ${way}`
  const [cause] = words.declineReasons[declineReason(card.actionCode)]
  return html`${badge('declined', words.declines(card.actionCode))}
    <span class="aside">${cause}</span> ${way}`
}

function threeDSecure(words: Messages, card: TestCard): string {
  return card.threeDSecure === 'challenge'
    ? words.challenge(card.code ?? '123456')
    : words.threeDSecure[card.threeDSecure]
}
