// The test cards page: the project's cards, then every test card with its result.

import { meaningOf } from '../../../api/control/orders/action-code-meanings.ts'
import type { ListedTestCard } from '../../../api/control/orders/test-cards.ts'
import { NOT_A_SANDBOX_CARD } from '../../../payments/authorisation/action-code.ts'
import { DEFAULT_CODE } from '../../../payments/methods/card-outcome.ts'
import { FLOWS, type FlowName } from '../../../three-d-secure/authentication.ts'
import { badge, copyable, copyButton, outcome, table } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { cardName, maskedCard } from '../../../web/html/masked-card.ts'
import { moneyText, type MoneyView } from '../../../web/html/money.ts'
import { expiryText } from '../../../web/html/expiry-text.ts'
import { codeAddress } from '../parts/action-code-link.ts'
import { tableSearch } from '../parts/table-search.ts'
import type { TriedPayment } from './test-card-payment.ts'

interface TestCardsModel {
  /** Base path of links. */
  readonly base: string
  /** Base path of the project's pages; undefined outside a project. */
  readonly projectBase?: string
  readonly cards: readonly ListedTestCard[]
  /** Cards of the project that can pay. */
  readonly own: readonly OwnCard[]
  /** Whether the visitor may create payments in the project. */
  readonly mayPay: boolean
  /** The payment that was started from this page, when the payer returns. */
  readonly tried?: TriedPayment
}

interface Group {
  readonly id: string
  readonly title: string
  readonly explanation: string
  readonly has: (card: ListedTestCard) => boolean
}

const isAuthenticated = ({ flow }: ListedTestCard): boolean =>
  FLOWS[flow].enrolled === 'Y' && ['Y', 'A'].includes(FLOWS[flow].status ?? '')

// prettier-ignore
const GROUPS: readonly Group[] = [
  {
    id: 'without', title: 'Approve without 3-D Secure',
    explanation: 'Start with these: they pay without a challenge.',
    has: ({ flow, actionCode }) => flow === 'ssl' && actionCode === 0,
  },
  {
    id: 'declining', title: 'Decline without 3-D Secure',
    explanation: 'Each card is always declined with the same action code.',
    has: ({ flow, actionCode }) => flow === 'ssl' && actionCode !== 0,
  },
  {
    id: 'version-2', title: '3-D Secure 2',
    explanation: '3-D Secure 2 runs only if the request announces it. Otherwise the challenge uses version 1.',
    has: (card) => isAuthenticated(card) && card.version === 2,
  },
  {
    id: 'version-1', title: '3-D Secure 1',
    explanation: 'The payer is redirected to the issuer’s page, which returns a PaRes.',
    has: (card) => isAuthenticated(card) && card.version === 1,
  },
  {
    id: 'failing', title: '3-D Secure fails',
    explanation: 'The card data is correct, but authentication fails.',
    has: (card) => card.flow !== 'ssl' && !isAuthenticated(card),
  },
]

/**
 * The row of a card, relative to a base path. It identifies the card by its first six and last four
 * digits.
 */
export const testCardAddress = (pan: string): string => `/test-cards#${rowId(pan)}`

const rowId = (pan: string): string => `card-${cardName(pan)}`

/** Widely known numbers come first. */
const KNOWN_EVERYWHERE = ['4242424242424242', '4000000000000002', '4000000000009995']

const rank = ({ number, actionCode }: ListedTestCard): number =>
  (KNOWN_EVERYWHERE.includes(number) ? 0 : 1) + (actionCode === 0 ? 0 : 2)

export function testCardsPage(model: TestCardsModel): Html {
  const cards = model.cards.toSorted((one, other) => rank(one) - rank(other))
  return html`<div class="start test-card-page">
    ${introduction(model)} ${model.tried && triedNotice(model.tried, model.projectBase)}
    ${tableSearch('Find a card', '1118, declines, 3-D Secure 2')}
    ${model.own.length > 0 && ownCards(model.own, model)}
    ${GROUPS.map((group) => groupSection(group, cards.filter(group.has), model))}
  </div>`
}

const introduction = ({ base, projectBase }: TestCardsModel): Html =>
  html`<header>
    <h1>Test cards</h1>
    <p>
      Test cards give fixed results on the payment page and at interface C. Use any future expiry
      date. A wrong CVC is declined with
      <a href="${base + codeAddress(82)}">82</a>. A number that is neither in this list nor issued
      by the project is declined with <a href="${base + codeAddress(111)}">111</a>:
      “${NOT_A_SANDBOX_CARD.en}.”
      ${
        projectBase !== undefined &&
        html`To change a result, <a href="${projectBase}/rules">add a rule</a>.`
      }
    </p>
  </header>`

const TRIED_WORDS = { approved: 'was paid', declined: 'was declined', open: 'is not paid' } as const

const TRIED_MEANINGS = { approved: 'approved', declined: 'declined', open: 'pending' } as const

function triedNotice(tried: TriedPayment, projectBase: string | undefined): Html {
  const card = tried.maskedPan === undefined ? '' : ` with ${maskedCard(tried.maskedPan)}`
  const { actionCode: code } = tried
  return html`<div class="tried">
    ${outcome(
      TRIED_MEANINGS[tried.state],
      html`<p>
          <strong>${moneyText(tried.amount)} ${TRIED_WORDS[tried.state]}${card}.</strong>
        </p>
        <p>
          ${code !== 0 && `${meaningOf(code)} (${code}).`}
          ${
            projectBase !== undefined &&
            html`<a href="${projectBase}/orders/${tried.orderId}">Show the order</a>`
          }
        </p>`,
    )}
  </div>`
}

function groupSection(
  { id, title, explanation }: Group,
  cards: readonly ListedTestCard[],
  { base, mayPay }: TestCardsModel,
): Html {
  return html`<section id="${id}">
    <h2>${title}</h2>
    <p>${explanation}</p>
    ${table({
      caption: title,
      stacks: true,
      columns: [
        { header: 'Number' },
        { header: 'Result' },
        { header: 'Expiry, CVC', labelled: true },
        { header: '3-D Secure' },
        // A payment needs a project.
        ...(mayPay ? [{ header: 'Try it' }] : []),
      ],
      rows: cards.map((card) => [
        html`<span id="${rowId(card.number)}">${numberCell(card.number)}</span>`,
        html`${result(card, base)} ${said(card)}`,
        dateAndCvc(expiryText(Number(card.expiry)), card.cvc),
        threeDSecure(card),
        ...(mayPay ? [payWith(card.number, base)] : []),
      ]),
    })}
  </section>`
}

const payWith = (pan: string, base: string): Html =>
  html`<form method="post" action="${`${base}/test-cards/pay`}">
    <input type="hidden" name="card" value="${pan}" />
    <button class="button quiet" type="submit" aria-label="Pay with it: card ${pan.slice(-4)}">
      Pay with it
    </button>
  </form>`

/**
 * A card with its full number, which is only shown in local mode, where every visitor is the owner.
 */
export interface OwnCard {
  readonly href: string
  readonly pan: string
  readonly expiry: string
  readonly cvc: string
  readonly available: MoneyView
}

const ownCards = (
  cards: readonly OwnCard[],
  { base, mayPay }: Pick<TestCardsModel, 'base' | 'mayPay'>,
): Html =>
  html`<section id="own">
    <h2>Cards of this project</h2>
    <p>The newest active cards. Payments are authorised against the card’s account.</p>
    ${table({
      caption: 'Cards of this project',
      stacks: true,
      columns: [
        { header: 'Number' },
        { header: 'Result' },
        { header: 'Expiry, CVC', labelled: true },
        { header: 'Card' },
        ...(mayPay ? [{ header: 'Try it' }] : []),
      ],
      rows: cards.map(({ href, pan, expiry, cvc, available }) => [
        numberCell(pan),
        badge(
          available.minor > 0 ? 'approved' : 'neutral',
          `approves up to ${moneyText(available)}`,
        ),
        dateAndCvc(expiry, cvc),
        html`<a href="${href}">Issued here</a>`,
        ...(mayPay ? [payWith(pan, base)] : []),
      ]),
    })}
  </section>`

const dateAndCvc = (expiry: string, cvc: string): Html =>
  html`<span class="number">${expiry}</span>, <span class="number">${cvc}</span>`

/** Shown in groups of four, copied without spaces. */
const numberCell = (pan: string): Html =>
  html`<span class="copyable"
    ><code class="value">${pan.replace(/(\d{4})(?=\d)/g, '$1\u00A0')}</code
    >${copyButton(pan, `card ${pan.slice(-4)}`)}</span
  >`

// prettier-ignore
const FLOW_WORDS: Readonly<Record<FlowName, string>> = {
  'ssl':                 'not enrolled',
  'frictionless':        'authenticated without a challenge',
  'challenge':           'asks for a code',
  'attempt':             'attempt, accepted as authenticated',
  'rejected':            'rejected by the issuer',
  'unavailable':         'issuer unavailable',
  'enrolment-unknown':   'enrolment unknown',
  'communication-error': 'connection fails',
}

function threeDSecure({ flow, code }: ListedTestCard): Html {
  const asked = FLOWS[flow].asksCode && copyable(code ?? DEFAULT_CODE, 'one-time code')
  return html`<span class="way">${FLOW_WORDS[flow]} ${asked}</span>`
}

function result({ actionCode: code, funds }: ListedTestCard, base: string): Html {
  if (code !== 0)
    return html`<a class="code-link" href="${base + codeAddress(code)}"
      >${badge('declined', `declines, ${code}`)}</a
    >`
  return badge(
    'approved',
    funds === null ? 'approves' : `approves up to ${(funds / 100).toFixed(2)}`,
  )
}

function said({ actionCode: code, funds }: ListedTestCard): Html | null {
  if (code === 0 && funds === null) return null
  const text =
    code === 0 ? 'Higher amounts are declined with 116: insufficient funds.' : `${meaningOf(code)}.`
  return html`<span class="said">${text}</span>`
}
