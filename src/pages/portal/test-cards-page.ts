/** Every card number that means something at the gateway, what it does there, and every action code with its texts. */
import {
  actionCode,
  type ActionCode,
  allActionCodes,
  ISSUER_ACTION_CODE,
  NOT_A_SANDBOX_CARD,
} from '../../payments/action-code.ts'
import { FLOWS, type FlowName } from '../../three-d-secure/authentication.ts'
import {
  allTestCards,
  DEFAULT_CODE,
  type TestCard,
  testCardExpiry,
} from '../../payments/test-card.ts'
import { asset } from '../../web/html/asset.ts'
import { badge, copyable, copyButton, notice, table } from '../../web/html/components.ts'
import { html } from '../../web/html/html.ts'
import type { Html } from '../../web/html/html.ts'
import { maskedCard } from '../../web/html/masked-card.ts'
import { moneyText } from '../../web/html/money.ts'
import { type PortalFrame, renderPortalPage } from '../../web/html/portal-frame.ts'
import type { TriedPayment } from './test-card-payment.ts'

export interface TestCardsModel extends Pick<PortalFrame, 'project' | 'clock'> {
  /** The project's time: the expiry date shown lies ahead of it. */
  readonly now: number
  /** What became of the payment that was tried from this page, for a payer who is back. */
  readonly tried?: TriedPayment
}

/** Finds a card or a code by what is typed. */
export const testCardsScript = asset('test-cards', 'js')

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
    explanation: 'Not enrolled: the issuer is asked at once.',
    has: ({ flow }) => flow === 'ssl',
  },
  {
    id: 'version-2', title: '3-D Secure 2',
    explanation: 'Version 2 is spoken to a store that shows that it speaks it; to any other a challenge takes the way of version 1.',
    has: (card) => isAuthenticated(card) && card.version === 2,
  },
  {
    id: 'version-1', title: '3-D Secure 1',
    explanation: 'The payer goes to the issuer’s page, which answers with PaRes.',
    has: (card) => isAuthenticated(card) && card.version === 1,
  },
  {
    id: 'failing', title: '3-D Secure fails',
    explanation: 'Every entry is right and yet nobody is authenticated.',
    has: (card) => card.flow !== 'ssl' && !isAuthenticated(card),
  },
]

export function renderTestCardsPage(model: TestCardsModel): string {
  const looks = {
    expiry: expiryText(testCardExpiry(model.now)),
    // Without a project there is nobody to be paid.
    payable: model.project !== undefined,
  }
  return renderPortalPage({
    title: 'Test cards – sandcard',
    scripts: [testCardsScript],
    ...(model.project && { project: model.project }),
    ...(model.clock && { clock: model.clock }),
    navigation: NAVIGATION,
    content: html`<div class="start test-card-page">
      ${introduction()} ${model.tried && triedNotice(model.tried)} ${search()}
      ${GROUPS.map((group) => groupSection(group, looks))} ${issuedCards()} ${actionCodes()}
    </div>`,
  })
}

const NAVIGATION = [
  { links: [{ label: 'Start', href: '/' }] },
  {
    title: 'Test cards',
    links: [
      { label: 'All test cards', href: '/test-cards', current: true },
      ...GROUPS.map(({ id, title }) => ({ label: title, href: `#${id}` })),
      { label: 'Cards issued here', href: '#issued' },
      { label: 'Action codes', href: '#action-codes' },
    ],
  },
  {
    title: 'Service',
    links: [
      { label: 'Guides', href: '/guides' },
      { label: 'API reference', href: '/docs' },
    ],
  },
]

/** `MM/YY` of a YYYYMM, as cards print it. */
const expiryText = (month: number): string =>
  `${String(month % 100).padStart(2, '0')}/${String(month).slice(2, 4)}`

function introduction(): Html {
  return html`<header>
    <h1>Test cards</h1>
    <p>
      What each number does at the payment gateway. Any expiry date in the future is accepted; a
      wrong CVC declines with 82. None of these numbers is ever issued here. A number that is
      neither in this list nor issued by the project is declined with 111:
      “${NOT_A_SANDBOX_CARD.en}.”
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

/** Kept invisible until the script that serves it is there. */
function search(): Html {
  return html`<form class="search" role="search">
    <label for="search">Find a card or a code</label>
    <input
      id="search"
      type="search"
      autocomplete="off"
      placeholder="1118, declines, 3-D Secure 2"
    />
    <output for="search"></output>
  </form>`
}

interface Looks {
  readonly expiry: string
  /** True where a payment can be tried with a card. */
  readonly payable: boolean
}

function groupSection({ id, title, explanation, has }: Group, { expiry, payable }: Looks): Html {
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
        html`${result(card)} ${said(card)}`,
        html`<span class="number">${expiry}</span>`,
        html`<span class="number">${card.cvc}</span>`,
        threeDSecure(card),
        ...(payable ? [payWith(card)] : []),
      ]),
    })}
  </section>`
}

const payWith = ({ pan }: TestCard): Html =>
  html`<form method="post" action="/test-cards/pay">
    <input type="hidden" name="card" value="${pan}" />
    <button class="button quiet" type="submit" aria-label="Pay with it: card ${pan.slice(-4)}">
      Pay with it
    </button>
  </form>`

/** Read in groups of four, copied in one piece. */
const numberCell = (pan: string): Html =>
  html`<span class="copyable"
    ><code class="value">${pan.replace(/(\d{4})(?=\d)/g, '$1\u00A0')}</code
    >${copyButton(pan, `card ${pan.slice(-4)}`)}</span
  >`

// prettier-ignore
const FLOW_WORDS: Readonly<Record<FlowName, string>> = {
  'ssl':                 'not enrolled',
  'frictionless':        'authenticated without a question',
  'challenge':           'asks for a code',
  'attempt':             'an attempt, which counts',
  'rejected':            'rejected by the issuer',
  'unavailable':         'the issuer cannot say',
  'enrolment-unknown':   'enrolment unknown',
  'communication-error': 'connection fails',
}

function threeDSecure({ flow, code }: TestCard): Html {
  const asked = FLOWS[flow].asksCode && copyable(code ?? DEFAULT_CODE, 'one-time code')
  return html`<span class="way">${FLOW_WORDS[flow]} ${asked}</span>`
}

function result({ actionCode: code, funds }: TestCard): Html {
  if (code !== 0) return badge('declined', `declines, ${code}`)
  return funds === undefined
    ? badge('approved', 'approves')
    : badge('warning', `approves to ${(funds / 100).toFixed(2)}`)
}

function said({ actionCode: code, funds }: TestCard): Html | null {
  if (code === 0 && funds === undefined) return null
  const text = code === 0 ? `More is declined with 116: ${textOf(116)}` : textOf(code)
  return html`<span class="said">${text}</span>`
}

const textOf = (code: number): string => actionCode(code)?.texts.en ?? ''

// prettier-ignore
const ISSUED_CARD_WORDS: Readonly<Record<keyof typeof ISSUER_ACTION_CODE, string>> = {
  'wrong-expiry':       'The expiry date is not the card’s',
  'expired':            'The card has expired',
  'wrong-cvc':          'The CVC is not the card’s',
  'blocked':            'The card is blocked',
  'lost':               'The card is lost',
  'stolen':             'The card is stolen',
  'replaced':           'The number was replaced by a reissue',
  'insufficient-funds': 'The available balance is too small',
  'limit-exceeded':     'A spending or e-commerce limit is used up',
  'currency':           'The order is not in the account’s currency',
  'account-full':       'An account would hold more than can be counted',
  'same-card':          'Source and destination are the same card',
}

/** No payment can be of this kind. */
const NOT_AT_THE_GATEWAY = 'same-card'

function issuedCards(): Html {
  const rows = Object.entries(ISSUER_ACTION_CODE)
    .filter(([reason]) => reason !== NOT_AT_THE_GATEWAY)
    .map(([reason, code]) => [
      ISSUED_CARD_WORDS[reason as keyof typeof ISSUER_ACTION_CODE],
      html`<span class="number">${code}</span>`,
      actionCode(code)?.texts.en ?? '',
    ])
  return html`<section id="issued">
    <h2>Cards issued here</h2>
    <p>
      A card that the project issued through interface A or B pays here too, with the number, expiry
      date and CVC of its own. It is authorised against its account, and declined for these reasons.
    </p>
    ${table({
      caption: 'Why a card issued here is declined',
      stacks: true,
      columns: [
        { header: 'Reason' },
        { header: 'Action code', labelled: true },
        { header: 'What it says' },
      ],
      rows,
    })}
  </section>`
}

function actionCodes(): Html {
  return html`<section id="action-codes">
    <h2>Action codes</h2>
    <p>
      Every code that an order can carry in <code>actionCode</code>, with its text in English and
      Russian. An outcome rule of the project can end a payment with any of them.
    </p>
    ${table({
      caption: 'Action codes',
      stacks: true,
      columns: [{ header: 'Code' }, { header: 'English' }, { header: 'Russian' }],
      rows: allActionCodes().map(actionCodeRow),
    })}
  </section>`
}

const actionCodeRow = ({ code, texts }: ActionCode) => [
  html`<span class="number">${code}</span>`,
  texts.en,
  html`<span lang="ru">${texts.ru}</span>`,
]
