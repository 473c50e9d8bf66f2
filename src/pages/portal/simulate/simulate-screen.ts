// Simulate: an on-screen terminal that uses an issued card, the result with its next steps, and
// scenarios that simulate the life of a card.

import { listCards } from '../../../api/control/cards/cards.ts'
import { showAuthorisation } from '../../../api/control/simulations/authorisations.ts'
import { getRates } from '../../../api/control/simulations/rates.ts'
import { playScenario } from '../../../api/control/simulations/scenarios.ts'
import { simulateAuthorisation } from '../../../api/control/simulations/simulations.ts'
import { foundOrUndefined } from '../../../api/endpoint/in-process.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { SCENARIO_NAMES, SCENARIOS } from '../../../authorisations/scenarios.ts'
import { rowIdOf } from '../../../kernel/row-id.ts'
import { asset } from '../../../web/html/asset.ts'
import { badge, emptyState } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { may } from '../../../users/role.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { legForms } from '../authorisations/leg-forms.ts'
import { legNews } from '../authorisations/authorisation-page.ts'
import { legsView } from '../authorisations/legs-view.ts'
import {
  KIND_LABELS,
  type ShownAuthorisation,
  statusBadge,
} from '../labels/authorisation-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { sampleDataButton } from '../parts/sample-data.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, type Content, page } from '../shell/page.ts'
import type { Onward, PageContext, Screen, View } from '../shell/screen.ts'
import { ratesPage, saveRates } from './rates-page.ts'
import {
  enteredIn,
  KEPT_FIELDS,
  moreFields,
  type OwnCard,
  resultOf,
  terminalFields,
  type TypedUse,
  USE_LABELS,
  useCard,
  usualCall,
} from './simulate-form.ts'

interface MistakenUse {
  readonly typed: TypedUse
  readonly mistakes: Mistakes
}

const CARDS_SHOWN = '50'

export const keypadScript = asset('keypad', 'js', ['keypad.js'])

const simulatePage = page(
  listCards,
  {
    path: '/simulate',
    operation: 'simulatePage',
    of: 'page',
    beside: [showAuthorisation, getRates],
    keeps: ['authorisation', 'card', ...KEPT_FIELDS],
    sent: () => ({ query: { limit: CARDS_SHOWN } }),
  },
  simulateView,
)

export const simulate: Screen = {
  group: 'Make it happen',
  label: 'Simulate',
  icon: icons.terminal,
  path: '/simulate',
  pages: [simulatePage, ratesPage],
  actions: [
    saveRates,
    {
      path: '/simulate',
      operation: 'useCardFromPage',
      performs: simulateAuthorisation,
      act: authoriseFromPage,
    },
    action(
      playScenario,
      { path: '/simulate/scenarios/:name', operation: 'playScenarioFromPage' },
      async (perform, { params, form: posted }) => {
        const name = SCENARIO_NAMES.find((each) => each === params['name'])
        const cardId = posted.get('cardId') ?? ''
        if (name === undefined || rowIdOf(cardId) === undefined) return undefined
        const { authorisations } = await perform({ params: { name }, body: { cardId } })
        const last = authorisations.at(-1)
        return { location: `/simulate?authorisation=${last?.id ?? ''}#result` }
      },
    ),
  ],
}

async function authoriseFromPage(context: PageContext): Promise<View | Onward | undefined> {
  const used = await useCard(context)
  return 'mistakes' in used
    ? simulatePage.show(context, used)
    : { location: `${resultOf(used.id, Object.entries(used.typed))}#result` }
}

async function simulateView(
  { items }: AnswerOf<typeof listCards>,
  context: PageContext,
  mistaken?: MistakenUse,
): Promise<Content> {
  const [made, { rates }] = await Promise.all([shown(context), context.perform(getRates)])
  const [chosen] = items.filter(({ id }) => id === (made?.cardId ?? context.query.get('card')))
  const sorted = items.toSorted((one, other) => Number(canPay(other)) - Number(canPay(one)))
  const cards =
    chosen === undefined ? sorted : [chosen, ...sorted.filter(({ id }) => id !== chosen.id)]
  return {
    title: 'Simulate',
    ...(mistaken && { status: 422 as const }),
    scripts: [keypadScript],
    content: html`<header class="heading"><h1>Simulate</h1></header>
      <p class="lead">Use an issued card at another merchant: in a shop, at an ATM or online.</p>
      ${mistaken && mistakeSummary('terminal', mistaken.mistakes, USE_LABELS)}
      ${!mistaken && made && legNews(made, context)}
      ${
        cards.length === 0
          ? emptyState(
              'cards',
              may(context.role, 'change')
                ? html`No cards yet. <a href="${context.base}/cards">Issue one</a>, or add sample
                    data.`
                : 'No cards yet.',
              sampleDataButton(context),
            )
          : html`<div class="columns simulate">
                <div>${terminal(cards, rates, context, mistaken)}</div>
                <section id="result" data-live="result" tabindex="-1">
                  ${made === undefined ? willHappen : resultView(made, context)}
                </section>
              </div>
              ${scenarios(cards, context)}`
      }`,
  }
}

/** The form's initial amount in minor units, which the first card approves. */
const USUAL_AMOUNT = 2000

const canPay = ({ status, available }: OwnCard): boolean =>
  status === 'active' && available >= USUAL_AMOUNT

/** The authorisation in the URL; undefined for an unknown one. */
async function shown({ query, perform }: PageContext): Promise<ShownAuthorisation | undefined> {
  const id = query.get('authorisation')
  if (id === null) return undefined
  return foundOrUndefined(perform(showAuthorisation, { params: { id: id.slice(0, 30) } }))
}

function terminal(
  cards: readonly OwnCard[],
  rates: Readonly<Record<string, string>>,
  context: PageContext,
  mistaken: MistakenUse | undefined,
): Html {
  const typed = mistaken?.typed ?? enteredIn(context.query)
  const more = form(
    {
      id: 'terminal',
      action: `${context.base}/simulate`,
      button: 'Authorise payment',
      fields: terminalFields(cards, rates, typed),
      groups: moreFields(typed),
      call: usualCall(cards),
      ...(mistaken && { mistakes: mistaken.mistakes }),
    },
    callOptions(context),
  )
  return html`<section class="acts terminal">
    <h2>Terminal</h2>
    ${more}
    <p class="aside"><a href="${context.base}/simulate/rates">Exchange rates</a></p>
  </section>`
}

const RESULT_TEXT = { '00': 'Approved', '10': 'Approved in part' } as const

/** The terminal's receipt, the legs so far, and the next steps. */
function resultView(made: ShownAuthorisation, context: PageContext): Html {
  const { merchantAmounts, responseCode, approved } = made
  const meaning = approved ? 'approved' : 'declined'
  const text = approved ? RESULT_TEXT[responseCode === '10' ? '10' : '00'] : 'Declined'
  return html`<h2>Result</h2>
    <div class="receipt is-${meaning}" role="status">
      <p class="verdict">${approved ? icons.check : icons.cross}${text}</p>
      <p class="sum">${amount(moneyOf(merchantAmounts.amount, merchantAmounts.currency))}</p>
      <p>
        <bdi>${made.merchant.name}</bdi> ·
        <span class="number">${maskedCard(made.numberMask)}</span>
      </p>
      <p class="aside">Response code ${responseCode} · ${made.reason}</p>
    </div>
    <p class="standing">
      <a href="${context.base}/authorisations/${made.id}">${KIND_LABELS[made.kind]} ${made.id}</a>
      ${badge(...statusBadge(made))}
      <a href="${context.base}/cards/${made.cardId}">See the card</a>
    </p>
    ${legsView(made, context)}
    ${legForms(made, context, { back: `simulate?${new URLSearchParams(enteredIn(context.query)).toString()}` })}`
}

const willHappen: Html = html`<h2>Result</h2>
  <ol class="will">
    <li>The terminal sends a request to the issuer, which is this project.</li>
    <li>The card’s status, PIN, balance, limits and outcome rules determine the result.</li>
    <li>An approval holds the amount. You can then clear, increase, reverse or refund it here.</li>
    <li>Each step updates the ledger, the limits and interface A’s records.</li>
  </ol>
  <p class="aside">If you do nothing, the hold expires on the project’s clock.</p>`

function scenarios(cards: readonly OwnCard[], context: PageContext): HtmlValue {
  const { mayAct } = callOptions(context)
  const [card] = cards
  if (!mayAct || card === undefined) return undefined
  return html`<section class="scenarios">
    <h2>Scenarios</h2>
    <p class="aside">
      Each scenario runs several steps in one call, with
      <span class="number">${maskedCard(card.numberMask)}</span>.
    </p>
    <ul>
      ${SCENARIO_NAMES.map((name) => {
        const { description, amount: minor, merchantName } = SCENARIOS[name]
        return html`<li>
          <form method="post" action="${context.base}/simulate/scenarios/${name}">
            <input type="hidden" name="cardId" value="${card.id}" />
            <h3>${merchantName} ${amount(moneyOf(minor, card.currency))}</h3>
            <p>${description}</p>
            <p class="press">
              <button class="button quiet" type="submit">Run ${name.replace('-', ' ')}</button>
            </p>
          </form>
        </li>`
      })}
    </ul>
    <p class="aside">
      <a href="${context.base}/authorisations">All authorisations</a>
    </p>
  </section>`
}
