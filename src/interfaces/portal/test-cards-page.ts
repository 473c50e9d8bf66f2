/** Every card number that means something at the gateway, what it does there, and every action code with its texts. */
import {
  actionCode,
  type ActionCode,
  allActionCodes,
  ISSUER_ACTION_CODE,
  NOT_A_SANDBOX_CARD,
} from '../../domain/action-code.ts'
import { FLOWS, type FlowName } from '../../domain/authentication.ts'
import {
  allTestCards,
  DEFAULT_CODE,
  type TestCard,
  testCardExpiry,
} from '../../domain/test-card.ts'
import { badge, copyable, copyButton, table } from '../html/components.ts'
import { copyScript } from '../html/copy-script.ts'
import { html } from '../html/html.ts'
import type { Html } from '../html/html.ts'
import { renderPage } from '../html/page.ts'
import { type PortalFrame, portalFrame } from '../html/portal-frame.ts'

export interface TestCardsModel extends Pick<PortalFrame, 'project' | 'clock'> {
  /** The project's time: the expiry date shown lies ahead of it. */
  readonly now: number
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
  return renderPage({
    title: 'Test cards – sandcard',
    lang: 'en',
    scripts: [copyScript],
    body: portalFrame({
      ...(model.project && { project: model.project }),
      ...(model.clock && { clock: model.clock }),
      navigation: NAVIGATION,
      content: html`<div class="start test-card-page">
        ${introduction()}
        ${GROUPS.map((group) => groupSection(group, expiryText(testCardExpiry(model.now))))}
        ${issuedCards()} ${actionCodes()}
      </div>`,
    }),
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
  { title: 'Service', links: [{ label: 'API reference', href: '/docs' }] },
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

function groupSection({ id, title, explanation, has }: Group, expiry: string): Html {
  const cards = allTestCards().filter(has)
  return html`<section id="${id}">
    <h2>${title}</h2>
    <p>${explanation}</p>
    ${table({
      caption: title,
      columns: ['Number', 'Result', 'Expiry', 'CVC', '3-D Secure', 'What it says'].map(
        (header) => ({ header }),
      ),
      rows: cards.map((card) => [
        numberCell(card.pan),
        result(card),
        html`<span class="number">${expiry}</span>`,
        html`<span class="number">${card.cvc}</span>`,
        threeDSecure(card),
        said(card),
      ]),
    })}
  </section>`
}

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

function said({ actionCode: code, funds }: TestCard): string {
  if (code !== 0) return actionCode(code)?.texts.en ?? ''
  return funds === undefined ? '' : `More is declined with 116: ${actionCode(116)?.texts.en ?? ''}`
}

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
      columns: [{ header: 'Reason' }, { header: 'Action code' }, { header: 'What it says' }],
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
