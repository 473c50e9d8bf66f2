import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PAGE_LANGUAGES } from '../../../src/web/http/requests/page-language.ts'
import { declineReason } from '../../../src/pages/checkout/decline-reason.ts'
import { MESSAGES } from '../../../src/pages/checkout/messages.ts'
import { brandName } from '../../../src/pages/checkout/model-brand.ts'
import {
  FIELD_OF_ERROR,
  type FieldError,
  type PaymentPageModel,
  type ResultPageModel,
  type ResultState,
} from '../../../src/pages/checkout/model.ts'
import { renderResultPage } from '../../../src/pages/checkout/page-result.ts'
import { checkoutScript, renderPaymentPage } from '../../../src/pages/checkout/page.ts'
import { escape } from '../../../src/web/html/html.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const EUR = { letters: 'EUR', digits: '978', exponent: 2 } as const
const ERRORS = Object.keys(FIELD_OF_ERROR) as FieldError[]
const STATES: readonly ResultState[] = [
  'paid',
  'closed',
  'expired',
  'declined',
  'withdrawn',
  'unknown',
  'unavailable',
]

/** Every text of the model is passed through `text`, so that a test can replace any of them. */
function model(text: (plain: string) => string = (plain) => plain): PaymentPageModel {
  return {
    language: 'en',
    mdOrder: text('0198a7c2-order'),
    orderNumber: text('A-1'),
    merchantName: text('Dune Coffee'),
    description: text('Beans'),
    amount: { minor: 2000, currency: { ...EUR, letters: text('EUR') } },
    actionUrl: text('/payment/pay'),
    cancelUrl: urlFrom(text('https://shop.example/cart')),
    secondsLeft: 1180,
    attemptsLeft: 2,
    storedCards: [
      { id: text('binding-1'), maskedPan: '411111**1111', expiry: text('12/34') },
      { id: text('binding-2'), maskedPan: '999999**0002', brand: text('X'), expiry: '08/27' },
    ],
    offerSaveCard: true,
    entered: { pan: text('4'), expiry: text('1'), cardholder: text('ANN'), bindingId: text('b') },
    errors: ['panWrong', 'cvcMissing'],
    decline: { actionCode: 116, isCancelled: false },
    testCards: [
      {
        group: 'own',
        pan: text(TEST_CARDS.declined),
        expiry: text('12/34'),
        cvc: text('123'),
        available: { minor: 100, currency: { ...EUR, letters: text('EUR') } },
      },
      {
        group: 'withCode',
        pan: text(TEST_CARDS.challengeV2),
        expiry: text('12/34'),
        cvc: text('123'),
        threeDSecure: 'challenge',
        code: text('123456'),
        actionCode: 0,
      },
    ],
    otherLanguages: [{ language: 'de', href: text('/payment_de.html') }],
  }
}

const bare: PaymentPageModel = {
  language: 'en',
  mdOrder: 'order',
  merchantName: 'Dune Coffee',
  amount: { minor: 2000, currency: EUR },
  actionUrl: '/payment/pay',
  secondsLeft: null,
  attemptsLeft: 3,
  storedCards: [],
  offerSaveCard: false,
  testCards: [],
}

describe('The payment page without script', () => {
  const page = renderPaymentPage(bare)

  test('is one form that posts every field to the URL of the model', () => {
    assert.match(page, /<form[^>]*method="post"[^>]*action="\/payment\/pay"/)
    assert.equal(page.match(/<form/g)?.length, 1)
    assert.deepEqual(names(page), ['mdOrder', 'language', 'pan', 'expiry', 'cvc', 'cardholder'])
    assert.equal(page.match(/<button[^>]*type="submit"/g)?.length, 1)
    assert.doesNotMatch(page, /\sdisabled/)
  })

  test('shows the amount on its one button', () => {
    assert.match(page, /Pay 20\.00\u00A0EUR/)
  })

  test('lets the browser autofill the card and opens the numeric keyboard', () => {
    for (const [id, autocomplete] of [
      ['pan', 'cc-number'],
      ['expiry', 'cc-exp'],
      ['cvc', 'cc-csc'],
    ] as const) {
      const field = inputOf(page, id)
      assert.ok(field.includes(`autocomplete="${autocomplete}"`), field)
      assert.ok(field.includes('inputmode="numeric"'), field)
      assert.ok(field.includes(`aria-describedby="${id}-message"`), field)
      assert.ok(page.includes(`<label for="${id}">`), id)
      assert.ok(page.includes(`id="${id}-message"`), id)
    }
    assert.ok(inputOf(page, 'cardholder').includes('autocomplete="cc-name"'))
  })

  test('shows no errors before the first submission', () => {
    for (const fresh of [bare, { ...bare, errors: [] }, { ...bare, entered: {} }]) {
      const text = renderPaymentPage(fresh)
      assert.doesNotMatch(text, /role="alert"|class="notice/)
      assert.ok(!text.replaceAll(/"[^"]*"/g, '').includes(MESSAGES.en.errorSummary))
      assert.doesNotMatch(text, /aria-invalid="true"/)
    }
  })

  test('offers to store the card only if the order has a client', () => {
    assert.deepEqual(names(renderPaymentPage({ ...bare, offerSaveCard: true })).slice(-1), [
      'saveCard',
    ])
  })

  test('stores the card of a client unless the payer unticks the box', () => {
    const offered = { ...bare, offerSaveCard: true }
    assert.match(renderPaymentPage(offered), /name="saveCard" value="true"\s+checked/)
    const unticked = renderPaymentPage({ ...offered, entered: { saveCard: false } })
    assert.doesNotMatch(unticked, /name="saveCard" value="true"\s+checked/)
  })
})

describe('Stored cards on the payment page', () => {
  test('are choices, with the first one selected and another card as the last', () => {
    const page = renderPaymentPage({ ...model(), entered: {} })
    const radios = page.match(/<input\s+type="radio"[^>]*>/g) ?? []
    assert.deepEqual(
      radios.map((radio) => [/value="([^"]*)"/.exec(radio)?.[1], radio.includes(' checked')]),
      [
        ['binding-1', true],
        ['binding-2', false],
        ['', false],
      ],
    )
    assert.ok(!page.includes('411111'), 'a stored card shows its last four digits only')
  })

  test('fall back to another card if the selected one was deleted', () => {
    const page = renderPaymentPage({ ...model(), errors: ['bindingUnknown'] })
    assert.match(page, /name="bindingId"\s+value=""\s+checked/)
  })

  test('require only the CVC if the order is bound to a card', () => {
    const [boundTo] = model().storedCards
    assert.ok(boundTo)
    const page = renderPaymentPage({ ...model(), boundTo })
    assert.deepEqual(names(page), ['mdOrder', 'language', 'bindingId', 'cvc'])
    assert.doesNotMatch(page, /class="test-cards"/)
  })
})

describe('Errors on the payment page', () => {
  for (const error of ERRORS) {
    test(`show "${error}" at its field, with a link in the summary`, () => {
      const field = FIELD_OF_ERROR[error]
      const page = renderPaymentPage({ ...model(), errors: [error] })
      const text = escape(MESSAGES.en.errors[error])
      assert.match(page, /role="alert" tabindex="-1" autofocus/)
      assert.match(page, /<title>Check these fields – Payment to Dune Coffee</)
      assert.ok(page.includes(`<a href="#${field}">${text}</a>`))
      assert.ok(page.includes(`id="${field}"`))
      assert.match(page, new RegExp(`id="${field}-message"[^>]*>${text}</p>`))
      if (field !== 'bindingId') assert.match(inputOf(page, field), /aria-invalid="true"/)
    })
  }

  test('keep the input, but never a CVC', () => {
    const entered = { pan: '4111 1111', expiry: '13/20', cardholder: 'ANN', saveCard: true }
    const page = renderPaymentPage({ ...bare, offerSaveCard: true, entered, errors: ['panWrong'] })
    assert.match(inputOf(page, 'pan'), /value="4111 1111"/)
    assert.match(inputOf(page, 'expiry'), /value="13\/20"/)
    assert.match(page, /name="saveCard" value="true"\s+checked/)
    assert.doesNotMatch(inputOf(page, 'cvc'), /value=/)
  })

  test('include a decline, with the next step and the remaining attempts', () => {
    const decline = { actionCode: 116, isCancelled: false }
    const page = renderPaymentPage({ ...bare, decline, attemptsLeft: 1 })
    assert.match(page, /role="alert"/)
    assert.match(page, /insufficient funds\. Use another card/)
    assert.match(page, /1 try left<\/span> <span>Code 116</)
    assert.match(page, /<title>The payment was declined – Payment to Dune Coffee</)
  })

  test('have a reason for each action code, and a decline by the issuer for an unknown one', () => {
    const reasons = [116, 101, 82, 208, -2006, 111, 5].map(declineReason)
    const expected = ['funds', 'expired', 'cvc', 'blocked', 'authentication', 'notATestCard']
    assert.deepEqual(reasons, [...expected, 'issuer'])
  })
})

describe('The order number', () => {
  test('is on the page only if the merchant sent one', () => {
    assert.match(renderPaymentPage({ ...bare, orderNumber: 'A-1' }), /Order A-1/)
    for (const page of [
      renderPaymentPage(bare),
      renderResultPage({ state: 'paid', language: 'en', merchantName: 'Dune Coffee' }),
    ])
      assert.doesNotMatch(page, /Order [^A-Z]|<p class="aside"/)
  })
})

describe('The countdown', () => {
  for (const [secondsLeft, looks] of [
    [1180, /<span class="time-left"[^>]*data-seconds-left="1180"[^>]* hidden>/],
    [300, /<span class="time-left"[^>]* hidden>/],
    [299, /<span class="time-left"[^>]*[^n]>\s*Time left to pay <span class="number">4:59</],
    [5, /<span class="number">0:05</],
  ] as const) {
    test(`is ${secondsLeft < 300 ? 'shown' : 'hidden'} with ${String(secondsLeft)} seconds left`, () => {
      assert.match(renderPaymentPage({ ...bare, secondsLeft }), looks)
    })
  }

  test('is hidden while the clock is frozen', () => {
    assert.doesNotMatch(renderPaymentPage({ ...bare, secondsLeft: null }), /time-left/)
  })
})

describe('The link to the merchant', () => {
  test('is a link, but never to a script URL', () => {
    const cancelUrl = 'https://shop.example/cart'
    assert.ok(renderPaymentPage({ ...bare, cancelUrl }).includes(`href="${cancelUrl}"`))
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//evil.example']) {
      assert.doesNotMatch(renderPaymentPage({ ...bare, cancelUrl: bad }), /class="back"/)
    }
  })
})

describe('The panel of test cards', () => {
  const card = { group: 'own', pan: TEST_CARDS.approved, expiry: '12/34', cvc: '123' } as const
  const panelOf = (minor: number): string => {
    const listed = [{ ...card, group: 'declined', threeDSecure: 'none', actionCode: 116 }] as const
    const testCards = [{ ...card, available: { minor, currency: EUR } }, ...listed]
    return renderPaymentPage({ ...bare, testCards })
  }
  const own = MESSAGES.en.testCardGroups.own
  const declined = MESSAGES.en.testCardGroups.declined

  test('starts with issued cards that can pay', () => {
    const page = panelOf(100)
    assert.ok(page.indexOf(own) < page.indexOf(declined))
  })

  test('ends with issued cards without funds', () => {
    const page = panelOf(0)
    assert.ok(page.indexOf(own) > page.indexOf(declined))
  })
})

describe('Languages', () => {
  test('the current language is in the list, but not a button', () => {
    const otherLanguages = [{ language: 'de', href: '/de' }] as const
    const page = renderPaymentPage({ ...bare, otherLanguages })
    assert.match(page, /<span class="language" lang="en" aria-current="true"\s*>English</)
    assert.match(page, /<button[^>]*lang="de"[^>]*>\s*Deutsch\s*</)
  })

  for (const language of PAGE_LANGUAGES)
    test(`${language} formats the amount in its own format`, () => {
      const amount = { minor: 123_456, currency: EUR }
      const page = renderPaymentPage({ ...bare, language, amount })
      assert.equal(page.includes('1,234.56'), language === 'en')
    })
})

describe('Result pages', () => {
  const result = (text: (plain: string) => string): Omit<ResultPageModel, 'state'> => ({
    language: 'en',
    merchantName: text('Dune Coffee'),
    orderNumber: text('A-1'),
    amount: { minor: 2000, currency: EUR },
    actionCode: 116,
    backUrl: urlFrom(text('https://shop.example/')),
  })

  for (const state of STATES) {
    test(`${state}: shows the outcome in every language, with no form`, () => {
      for (const language of PAGE_LANGUAGES) {
        const page = renderResultPage({ ...result((plain) => plain), state, language })
        assert.ok(page.includes(escape(MESSAGES[language].results[state].title)))
        assert.ok(page.includes(escape(MESSAGES[language].results[state].text)))
        assert.doesNotMatch(page, /<form|<script/)
        assert.equal(page.match(/<h1/g)?.length, 1)
        assert.match(page, /class="back" href="https:\/\/shop\.example\/"/)
      }
    })
  }

  test('shows the masked card and the time of the last attempt', () => {
    const attempt = { card: { maskedPan: '411111**1111' }, at: Date.UTC(2027, 0, 2, 3, 4) }
    const page = renderResultPage({ ...result((plain) => plain), state: 'paid', attempt })
    assert.match(page, /Visa<\/span>\s*<span class="number">••••\u00A01111</)
    assert.match(page, /<time datetime="2027-01-02T03:04:00\.000Z"\s*>2 Jan 2027, 03:04 UTC</)
    assert.doesNotMatch(page, /411111/)
  })

  test('escape every text', () => {
    const plain = tags(renderResultPage({ ...result((text) => text), state: 'declined' }))
    assertProperty(
      fc.property(nastyText, (nasty) => {
        const page = renderResultPage({ ...result((text) => text + nasty), state: 'declined' })
        assert.deepEqual(tags(page), plain)
      }),
    )
  })
})

describe('The security of the payment page', () => {
  test('no value becomes markup', () => {
    const plain = tags(renderPaymentPage(model()))
    assertProperty(
      fc.property(nastyText, (nasty) => {
        assert.deepEqual(tags(renderPaymentPage(model((text) => text + nasty))), plain)
      }),
    )
  })

  test('the page loads nothing from another host and contains no inline script or style', () => {
    const page = renderPaymentPage({ ...model(), cancelUrl: '/cart' })
    assert.doesNotMatch(page, /(?:src|href|action)="(?!\/(?!\/)|#)/)
    assert.doesNotMatch(page, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })
})

test('The script of the payment page is small', () => {
  assert.ok(Buffer.byteLength(checkoutScript.body) < 10_000)
})

describe('Card brands', () => {
  for (const [pan, brand] of [
    ['4111 1111', 'Visa'],
    ['411111**1111', 'Visa'],
    ['2200', 'Mir'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['2721', undefined],
    ['5100', 'Mastercard'],
    ['378282', 'American Express'],
    ['3530', 'JCB'],
    ['6011', 'Discover'],
    ['6200', 'UnionPay'],
    ['639002', 'Maestro'],
    ['', undefined],
    ['**1111', undefined],
  ] as const) {
    test(`${pan} is ${brand ?? 'no known brand yet'}`, () => {
      assert.equal(brandName(pan), brand)
    })
  }
})

/** A URL contains no white space; a link to anything else is left out. */
const urlFrom = (text: string): string => text.replaceAll(/\s/g, '+')

const nastyText = fc.oneof(
  fc.constantFrom(
    '</p><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    '--><svg onload=alert(1)>',
    '</title><base href=//evil.example>',
  ),
  fc.string(),
)

/** The sequence of tags, without attribute values. */
function tags(page: string): string[] {
  return page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""')) ?? []
}

function names(page: string): string[] {
  return [...page.matchAll(/<input[^>]*\sname="([^"]*)"/g)].map(([, name]) => name ?? '')
}

function inputOf(page: string, id: string): string {
  const found = page.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` id="${id}"`))
  assert.ok(found !== undefined, `there is no input ${id}`)
  return found
}
