// Why a request was approved, declined or refused: the reason, what would change it, and the
// facts.

import { getDecision } from '../../../api/control/decisions/decisions.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, type Meaning, meter, panel } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount, moneyText } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { type Description, descriptionList } from '../parts/description-list.ts'
import { page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Decision = AnswerOf<typeof getDecision>
type Facts = Decision['facts']

const MEANINGS = {
  approved: 'approved',
  declined: 'declined',
  pending: 'pending',
  refused: 'declined',
  replayed: 'neutral',
} as const satisfies Record<Decision['outcome'], Meaning>

export const decisionPage = page(
  getDecision,
  {
    path: '/decisions/:request',
    operation: 'decisionPage',
    of: 'page',
    sent: ({ params }) => ({ params: { id: params['request'] ?? '' } }),
  },
  (decision, context) =>
    Promise.resolve({
      title: 'Decision',
      head: html`${backLink(`${context.base}/activity`, 'Activity')}
        <header class="heading">
          <h1>Decision ${badge(MEANINGS[decision.outcome], decision.outcome)}</h1>
        </header>`,
      content: decisionView(decision, context),
    }),
)

/** Interfaces A, B and simulations use euros, and so do limits and balances. */
const EURO = '978'

function decisionView(decision: Decision, { base, now }: PageContext): Html {
  const { reason, wouldChange, facts } = decision
  return html`<div class="columns">
    <section>
      <h2>Why</h2>
      <p>${reason}</p>
      ${wouldChange !== '' && html`<p class="aside">${wouldChange}</p>`} ${limitMeter(facts)}
    </section>
    <aside>${panel({ title: 'Details', content: details(decision, base, now) })}</aside>
  </div>`
}

const details = (
  { facts, code, operation, api, at, requestId }: Decision,
  base: string,
  now: number,
): Html =>
  descriptionList([
    ['Code', html`<code>${code}</code>`],
    ['Operation', html`<code>${operation}</code>${api !== null && html` (${api})`}`],
    ['When', exactly(Date.parse(at), now)],
    ...amounts(facts),
    ['Card', facts.card && cardView(facts.card, base)],
    ['To card', facts.destination && cardView(facts.destination, base)],
    ['Card of the payer', facts.payer && payerView(facts.payer)],
    ['Order', facts.order && orderView(facts.order, base)],
    ['Outcome rule', facts.ruleId && html`<a href="${base}/rules">${facts.ruleId}</a>`],
    ['Codes', facts.answers && answersView(facts.answers)],
    ['Field', facts.member && html`<code>${facts.member}</code>`],
    [
      'Entry',
      facts.entryId &&
        html`<a class="number" href="${base}/ledger/entries/${facts.entryId}">${facts.entryId}</a>`,
    ],
    ['Request', html`<a class="value" href="${base}/activity/${requestId}">${requestId}</a>`],
  ])

const amounts = ({ asked, available }: Facts): readonly Description[] => [
  ['Amount', asked && amount(moneyOf(asked.amount, asked.currency))],
  ['Available before', available !== undefined && amount(moneyOf(available, EURO))],
]

const limitMeter = ({ limit }: Facts): HtmlValue =>
  limit &&
  html`<div class="decision-limit">
    ${meter({
      label: capitalised(limit.label),
      value: limit.used,
      most: limit.value,
      text: `${moneyText(moneyOf(limit.used, EURO))} of ${moneyText(moneyOf(limit.value, EURO))} used before`,
      meaning: limit.asked > limit.left ? 'declined' : 'approved',
    })}
  </div>`

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const cardView = (card: NonNullable<Facts['card']>, base: string): Html =>
  html`<a class="number" href="${base}/cards/${card.id}">${maskedCard(card.numberMask)}</a>
    ${card.status}, expires ${card.expiryDate.slice(4)}/${card.expiryDate.slice(0, 4)}`

const payerView = ({ numberMask, kind }: NonNullable<Facts['payer']>): Html =>
  html`<span class="number">${maskedCard(numberMask)}</span> ${KINDS[kind] ?? kind}`

const KINDS: Readonly<Record<string, string>> = {
  issued: 'issued here',
  test: 'test card',
  rule: 'decided by a rule',
  unknown: 'unknown card',
}

const orderView = ({ id, number = id, status }: NonNullable<Facts['order']>, base: string): Html =>
  html`<a href="${base}/orders/${id}"><bdi>${number}</bdi></a>
    ${status !== undefined && html`in status ${status} before`}`

const answersView = (answers: NonNullable<Facts['answers']>): Html => {
  const { responseCode, statusMessage, actionCode } = answers
  const codes = [
    responseCode !== undefined && html`A <code>${responseCode}</code>`,
    statusMessage !== undefined && html`B “${statusMessage}”`,
    actionCode !== undefined && html`C <code>${actionCode}</code>`,
  ].filter((code) => code !== false)
  return html`${codes.map((code, index) => html`${index > 0 && ' · '}${code}`)}`
}
