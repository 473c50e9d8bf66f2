/** Lists the cards of the project, then every test card with its result. */
import { actionCode, NOT_A_SANDBOX_CARD } from '../../../payments/authorisation/action-code.ts'
import { FLOWS, type FlowName } from '../../../three-d-secure/authentication.ts'
import { allTestCards, type TestCard, testCardExpiry } from '../../../payments/methods/test-card.ts'
import { badge, copyable, copyButton, notice, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { moneyText, type MoneyView } from '../../../web/html/money.ts'
import { codeAddress } from '../parts/action-code-link.ts'
import { tableSearch } from '../parts/table-search.ts'
import type { TriedPayment } from './test-card-payment.ts'
import { DEFAULT_CODE } from '../../../payments/methods/card-outcome.ts'

export interface TestCardsModel {
  /** Base path of links. */
  readonly base: string
  /** Cards of the project that can pay; undefined outside a project. */
  readonly own?: readonly OwnCard[]
  /** Whether the visitor may create payments in the project. */
  readonly mayPay: boolean
  /** The project's time: the expiry date shown is after it. */
  readonly now: number
  /** The payment that was started from this page, when the payer returns. */
  readonly tried?: TriedPayment
}

interface Group {
  readonly id: string
  readonly title: string
  readonly explanation: string
  readonly has: (card: TestCard) => boolean
}

const isAuthenticated = ({ flow }: TestCard): boolean =>
  FLOWS[flow].enrolled === 'Y' && ['Y', 'A'].includes(FLOWS[flow].status ?? '')

// prettier-ignore
const GROUPS: readonly Group[] = [
  {
    id: 'without', title: 'Without 3-D Secure',
    explanation: 'The card is not enrolled. Payments are authorised without a challenge.',
    has: ({ flow }) => flow === 'ssl',
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

export function testCardsPage(model: TestCardsModel): Html {
  const looks = {
    expiry: expiryText(testCardExpiry(model.now)),
    base: model.base,
    // A payment needs a project.
    payable: model.mayPay,
  }
  return html`<div class="start test-card-page">
    ${introduction(model.base)} ${model.tried && triedNotice(model.tried)}
    ${tableSearch('Find a card', '1118, declines, 3-D Secure 2')}
    ${model.own !== undefined && model.own.length > 0 && ownCards(model.own, model.base)}
    ${GROUPS.map((group) => groupSection(group, looks))}
  </div>`
}

/** Formats YYYYMM as `MM/YY`. */
export const expiryText = (month: number): string =>
  `${String(month % 100).padStart(2, '0')}/${String(month).slice(2, 4)}`

function introduction(base: string): Html {
  return html`<header>
    <h1>Test cards</h1>
    <p>
      Test cards give fixed results on the payment page and in interface C. Use any expiry date in
      the future; a wrong CVC declines with 82. A number that is neither in this list nor issued by
      the project is declined with 111: “${NOT_A_SANDBOX_CARD.en}.” See also
      <a href="${`${base}/action-codes`}">action codes</a>.
    </p>
  </header>`
}

const TRIED_WORDS = { approved: 'was paid', declined: 'was declined', open: 'is not paid' } as const

const TRIED_MEANINGS = { approved: 'approved', declined: 'declined', open: 'pending' } as const

function triedNotice(tried: TriedPayment): Html {
  const card = tried.maskedPan === undefined ? '' : ` with ${maskedCard(tried.maskedPan)}`
  return html`<div class="tried">
    ${notice(
      TRIED_MEANINGS[tried.state],
      html`<p>
          <strong>${moneyText(tried.amount)} ${TRIED_WORDS[tried.state]}${card}.</strong>
        </p>
        <p>
          Order status ${tried.orderStatus}, action code ${tried.actionCode}:
          ${tried.text || 'approved'}
        </p>`,
    )}
  </div>`
}

interface Looks {
  readonly base: string
  readonly expiry: string
  /** Whether to show a pay button for each card. */
  readonly payable: boolean
}

function groupSection(
  { id, title, explanation, has }: Group,
  { expiry, payable, base }: Looks,
): Html {
  const cards = allTestCards().filter(has)
  return html`<section id="${id}">
    <h2>${title}</h2>
    <p>${explanation}</p>
    ${table({
      caption: title,
      stacks: true,
      columns: [
        { header: 'Number' },
        { header: 'Result' },
        { header: 'Expiry', labelled: true },
        { header: 'CVC', labelled: true },
        { header: '3-D Secure' },
        ...(payable ? [{ header: 'Try it' }] : []),
      ],
      rows: cards.map((card) => [
        numberCell(card.pan),
        html`${result(card, base)} ${said(card)}`,
        html`<span class="number">${expiry}</span>`,
        html`<span class="number">${card.cvc}</span>`,
        threeDSecure(card),
        ...(payable ? [payWith(card.pan, base)] : []),
      ]),
    })}
  </section>`
}

const payWith = (pan: string, base: string): Html =>
  html`<form method="post" action="${`${base}/test-cards/pay`}">
    <input type="hidden" name="card" value="${pan}" />
    <button class="button quiet" type="submit" aria-label="Pay with card ${pan.slice(-4)}">
      Pay with card
    </button>
  </form>`

/** A card with its full number: only in local mode, where every visitor is the owner. */
export interface OwnCard {
  readonly href: string
  readonly pan: string
  readonly expiry: string
  readonly cvc: string
  readonly available: MoneyView
}

const ownCards = (cards: readonly OwnCard[], base: string): Html =>
  html`<section id="own">
    <h2>Cards of this project</h2>
    <p>The newest active cards. Payments are authorised against the account of the card.</p>
    ${table({
      caption: 'Cards of this project',
      stacks: true,
      columns: [
        { header: 'Number' },
        { header: 'Result' },
        { header: 'Expiry', labelled: true },
        { header: 'CVC', labelled: true },
        { header: 'Card' },
        { header: 'Try it' },
      ],
      rows: cards.map(({ href, pan, expiry, cvc, available }) => [
        numberCell(pan),
        badge(
          available.minor > 0 ? 'approved' : 'neutral',
          `approves up to ${moneyText(available)}`,
        ),
        html`<span class="number">${expiry}</span>`,
        html`<span class="number">${cvc}</span>`,
        html`<a href="${href}">Issued here</a>`,
        payWith(pan, base),
      ]),
    })}
  </section>`

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

function threeDSecure({ flow, code }: TestCard): Html {
  const asked = FLOWS[flow].asksCode && copyable(code ?? DEFAULT_CODE, 'one-time code')
  return html`<span class="way">${FLOW_WORDS[flow]} ${asked}</span>`
}

function result({ actionCode: code, funds }: TestCard, base: string): Html {
  if (code !== 0)
    return html`<a class="code-link" href="${base + codeAddress(code)}"
      >${badge('declined', `declines, ${code}`)}</a
    >`
  return funds === undefined
    ? badge('approved', 'approves')
    : badge('approved', `approves up to ${(funds / 100).toFixed(2)}`)
}

function said({ actionCode: code, funds }: TestCard): Html | null {
  if (code === 0 && funds === undefined) return null
  const text = code === 0 ? `Higher amounts are declined with 116: ${textOf(116)}` : textOf(code)
  return html`<span class="said">${text}</span>`
}

const textOf = (code: number): string => actionCode(code)?.texts.en ?? ''
