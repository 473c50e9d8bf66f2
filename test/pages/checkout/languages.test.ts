// Every state of every page that a payer can see, in every language: its texts must differ from the
// English page, except names. Only letters are compared, so that an English word is also found next
// to an amount in another format.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AcsRedirect } from '../../../src/web/redirects/acs-redirect.ts'
import type { Order } from '../../../src/payments/orders/order.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../../src/web/http/requests/page-language.ts'
import { MESSAGES as ISSUER_MESSAGES } from '../../../src/pages/acs/messages.ts'
import type { ChallengePageModel } from '../../../src/pages/acs/model.ts'
import {
  renderNothing,
  renderChallengePage,
  renderIssuerNotice,
} from '../../../src/pages/acs/page.ts'
import { type DeclineReason, declineReason } from '../../../src/pages/checkout/decline-reason.ts'
import { MESSAGES } from '../../../src/pages/checkout/messages.ts'
import {
  FIELD_OF_ERROR,
  type FieldError,
  type PaymentPageModel,
  type ResultState,
  type TestCard,
} from '../../../src/pages/checkout/model.ts'
import { renderResultPage } from '../../../src/pages/checkout/page-result.ts'
import { renderPaymentPage } from '../../../src/pages/checkout/page.ts'
import { renderReturnPage } from '../../../src/api/gateway/return-page.ts'
import { renderAcsRedirect } from '../../../src/web/redirects/acs-redirect-page.ts'
import { renderAutoPost } from '../../../src/web/html/auto-post.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** Identical in every language: names, codes of standards, and each language's name for itself. */
const NAMES = [
  'sandcard',
  'Sandcard Bank',
  'D Secure',
  'Visa',
  'EUR',
  'CVC',
  ...Object.values(MESSAGES).map(({ languageName }) => languageName),
  // 3-D Secure statuses on the tester's buttons.
  'Y',
  'A',
  'N',
  'U',
  'R',
]
/** Words that are spelled alike in two languages. */
const ALIKE: Readonly<Partial<Record<PageLanguage, readonly string[]>>> = {
  de: ['Code'],
  fr: ['Code', 'D Secure code'],
}
const isAllowed = (language: PageLanguage, letters: string): boolean =>
  [...NAMES, ...(ALIKE[language] ?? [])].includes(letters)

/** One action code for each reason of a decline; a cancelled payment has no separate code. */
const CODE_OF_REASON = {
  funds: 116,
  limit: 121,
  frequency: 123,
  operation: 902,
  expired: 101,
  cvc: 82,
  blocked: 4,
  replaced: 125,
  currency: 110,
  authentication: -2006,
  notATestCard: 111,
  attempts: -2013,
  store: 4005,
  unavailable: 907,
  issuer: 5,
} as const satisfies Record<Exclude<DeclineReason, 'cancelled'>, number>

// prettier-ignore
const RESULT_STATES = {
  paid: true, closed: true, expired: true, declined: true, withdrawn: true, unknown: true, unavailable: true,
} as const satisfies Record<ResultState, true>

// prettier-ignore
const THREE_D_SECURE = {
  none: true, frictionless: true, attempt: true, challenge: true, failed: true,
} as const satisfies Record<TestCard['threeDSecure'], true>

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(table) as K[]

const ANY_CARD = { pan: TEST_CARDS.frictionless, expiry: '12/34', cvc: '123' } as const
const amount = { minor: 2000, currency: { letters: 'EUR', digits: '978', exponent: 2 } } as const

// Values of a merchant are digits here, so that all letters on a page are its own text.
const payment = (language: PageLanguage): PaymentPageModel => ({
  language,
  mdOrder: '1',
  orderNumber: '2',
  merchantName: '3',
  description: '4',
  amount,
  actionUrl: '/pay',
  cancelUrl: '/cart',
  secondsLeft: 120,
  attemptsLeft: 2,
  storedCards: [{ id: '5', maskedPan: '411111**1111', expiry: '12/34' }],
  offerSaveCard: true,
  testCards: [
    { group: 'own', ...ANY_CARD, available: amount },
    ...(['atOnce', 'withCode', 'declined'] as const).flatMap((group) =>
      keysOf(THREE_D_SECURE).flatMap((threeDSecure) =>
        [0, 116].map((actionCode) => ({ group, ...ANY_CARD, threeDSecure, actionCode })),
      ),
    ),
  ],
  otherLanguages: PAGE_LANGUAGES.map((each) => ({ language: each, href: `/${each}` })),
})

const challenge = (language: PageLanguage): ChallengePageModel => ({
  language,
  issuer: 'test',
  version: '2.2.0',
  merchantName: '1',
  amount,
  maskedPan: '411111**1111',
  actionUrl: '/answer',
  fields: {},
  triesLeft: 3,
  code: '123456',
})

const orderIn = (language: string) =>
  ({ id: '1', status: 0, request: { language, returnUrl: 'https://shop.example/' } }) as Order

const redirect: AcsRedirect = { version: 2, acsUrl: 'https://acs.example/', creq: '1' }

type State = readonly [name: string, render: (language: PageLanguage) => string]

const states: readonly State[] = [
  ['the payment page', (language) => renderPaymentPage(payment(language))],
  [
    'the payment page of an order that is bound to a stored card',
    (language) => {
      const model = payment(language)
      const [boundTo] = model.storedCards
      assert.ok(boundTo)
      return renderPaymentPage({ ...model, boundTo, secondsLeft: null, attemptsLeft: 1 })
    },
  ],
  ...keysOf(FIELD_OF_ERROR).map((error: FieldError): State => [
    `the payment page with the error "${error}"`,
    (language) => renderPaymentPage({ ...payment(language), errors: [error] }),
  ]),
  ...[1, 2].flatMap((attemptsLeft) =>
    Object.values(CODE_OF_REASON).map((actionCode): State => [
      `the payment page after a decline with code ${actionCode} and ${attemptsLeft} of 3 attempts left`,
      (language) =>
        renderPaymentPage({
          ...payment(language),
          attemptsLeft,
          decline: { actionCode, isCancelled: false },
        }),
    ]),
  ),
  [
    'the payment page of a payer who cancelled',
    (language) =>
      renderPaymentPage({
        ...payment(language),
        decline: { actionCode: -2006, isCancelled: true },
      }),
  ],
  ...keysOf(RESULT_STATES).flatMap((state) =>
    Object.values(CODE_OF_REASON).map((actionCode): State => [
      `the result page "${state}" with code ${actionCode}`,
      (language) =>
        renderResultPage({ state, language, actionCode, orderNumber: '1', backUrl: '/', amount }),
    ]),
  ),
  ['the redirect to the issuer', (language) => renderAcsRedirect(redirect, language)],
  ...[1, 3].flatMap((triesLeft) =>
    [undefined, ...keysOf(ISSUER_MESSAGES.en.notices)].map((notice): State => [
      `the issuer's page with the notice "${notice ?? 'none'}" and ${triesLeft} of 3 tries left`,
      (language) =>
        renderChallengePage({ ...challenge(language), triesLeft, ...(notice && { notice }) }),
    ]),
  ),
  ...keysOf(ISSUER_MESSAGES.en.issuers).flatMap((issuer): State[] => [
    [
      `the page of the issuer ${issuer}`,
      (language) => renderChallengePage({ ...challenge(language), issuer }),
    ],
  ]),
  ...keysOf(ISSUER_MESSAGES.en.nothing.reasons).map((reason): State => [
    `the page without a confirmation, for the reason "${reason}"`,
    (language) => renderNothing({ language, reason, issuer: 'own', backUrl: '/' }),
  ]),
  ["the issuer's error page", (language) => renderIssuerNotice('failed', language)],
  ['the page of the 3-D Secure method', (language) => renderIssuerNotice('method', language)],
  [
    'the redirect back from the issuer',
    (language) => {
      const title = ISSUER_MESSAGES[language].returning
      return renderAutoPost({ action: '/', fields: {}, title, lang: language })
    },
  ],
  ['the page for a response that came too late', (language) => renderReturnPage(orderIn(language))],
]

describe('The list of states', () => {
  test('has a decline for every reason', () => {
    assert.deepEqual(
      [...Object.values(CODE_OF_REASON).map(declineReason), 'cancelled'].toSorted(),
      Object.keys(MESSAGES.en.declineReasons).toSorted(),
    )
  })
})

for (const language of PAGE_LANGUAGES)
  describe(`The pages in ${language}`, () => {
    for (const [name, render] of states)
      test(`${name} has only texts in this language`, () => {
        const page = render(language)
        assert.ok(page.includes(`<html lang="${language}"`))
        const own = textsOf(page)
        const english = textsOf(render('en'))
        assert.equal(own.length, english.length, 'a text is missing')
        if (language !== 'en') assert.deepEqual(shared(language, own, english), [])
      })

    for (const [page, table] of [
      ['payment page', MESSAGES],
      ["issuer's page", ISSUER_MESSAGES],
    ] as const)
      test(`every sentence of the ${page} exists and is translated`, () => {
        const own = sentences(table[language])
        assert.ok(own.every((sentence) => sentence.trim() !== ''))
        if (language !== 'en') assert.deepEqual(shared(language, own, sentences(table.en)), [])
      })
  })

/** Texts with the same letters in both languages that should differ. */
function shared(
  language: PageLanguage,
  own: readonly string[],
  english: readonly string[],
): string[] {
  const known = new Set(english.map(lettersOf))
  const alike = own.map(lettersOf).filter((letters) => letters !== '' && known.has(letters))
  return alike.filter((letters) => !isAllowed(language, letters))
}

const lettersOf = (text: string): string =>
  text
    .replaceAll(/&#?\w+;/g, ' ')
    .replaceAll(/\P{L}+/gu, ' ')
    .trim()

/**
 * Everything on a page that a person can read or a screen reader announces: its texts, and
 * attributes with texts.
 */
function textsOf(page: string): string[] {
  const attributes = page.matchAll(
    /\s(?:aria-label|placeholder|title|alt|data-hint|data-paying|data-text|data-try-again|data-refused-title)="([^"]*)"/g,
  )
  const messages = [...page.matchAll(/\sdata-messages="([^"]*)"/g)].flatMap(([, json = '']) =>
    sentences(JSON.parse(json.replaceAll('&quot;', '"'))),
  )
  const texts = page.replaceAll(/<[^>]*>/g, '\n').split(/\s*\n\s*/)
  return [...texts, ...[...attributes].map(([, text = '']) => text), ...messages].filter(
    (text) => text !== '',
  )
}

/** Every sentence of a table of messages. Functions are called with 7. */
function sentences(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(Reflect.apply(value, null, [7]))]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(sentences)
  return []
}
