import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChallengePageModel } from '../../../src/pages/acs/model.ts'
import { renderChallengePage, renderNothing } from '../../../src/pages/acs/page.ts'
import { autoPostScript, renderAutoPost } from '../../../src/web/html/auto-post.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** Every text of the model is passed through `text`, so that a test can replace any of them. */
function model(text: (plain: string) => string = (plain) => plain): ChallengePageModel {
  return {
    language: 'en',
    issuer: 'own',
    version: '2.2.0',
    merchantName: text('Dune Coffee'),
    amount: { minor: 2000, currency: { letters: text('EUR'), digits: '978', exponent: 2 } },
    maskedPan: TEST_CARDS.challengeV2,
    actionUrl: text('/payment/acs/answer'),
    fields: { MD: text('order-1'), TermUrl: text('https://shop.example/term') },
    triesLeft: 3,
    code: text('123456'),
  }
}

describe('The challenge page', () => {
  const page = renderChallengePage(model())

  test('shows the issuer, the payee, the amount and the masked card', () => {
    for (const text of [
      'Sandcard Bank',
      'Dune Coffee',
      '20.00\u00A0EUR',
      '5555\u00A055••\u00A0••••\u00A05599',
    ]) {
      assert.ok(page.includes(text), text)
    }
    assert.doesNotMatch(page, /5555555555/)
  })

  test('needs no script: two plain forms contain the hidden fields', () => {
    assert.doesNotMatch(page, /<script(?! defer src=)/)
    const forms = page.match(/<form[^>]*method="post" action="\/payment\/acs\/answer"/g)
    assert.equal(forms?.length, 2)
    assert.equal(page.match(/name="MD" value="order-1"/g)?.length, 2)
    assert.equal(page.match(/name="TermUrl" value="https:\/\/shop\.example\/term"/g)?.length, 2)
  })

  test('lets the payer confirm, request another code and cancel; Enter confirms', () => {
    const actions = [...page.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action)
    assert.deepEqual(actions, ['confirm', 'resend', 'cancel'])
    assert.match(page, /autocomplete="one-time-code"/)
    assert.match(page, /<label for="code">/)
  })

  test('shows the tester the code and every possible outcome', () => {
    assert.match(page, /The code in this sandbox is <code>123456<\/code>/)
    assert.match(page, /3-D Secure 2\.2\.0: challenge, the issuer asks for a code/)
    assert.match(page, /class="scheme">3-D Secure 2\.2\.0</)
    assert.deepEqual(outcomes(page), ['Y', 'A', 'N', 'U', 'R'])
    const versionOne = renderChallengePage({ ...model(), outcomes: ['Y', 'A', 'N', 'U'] })
    assert.deepEqual(outcomes(versionOne), ['Y', 'A', 'N', 'U'])
  })

  test('reports a wrong code at the field, with the remaining attempts', () => {
    const wrong = renderChallengePage({ ...model(), notice: 'codeWrong', triesLeft: 1 })
    assert.match(wrong, /aria-invalid="true"/)
    assert.match(
      wrong,
      /role="alert"[^>]*>\s*<strong>The code is incorrect\.<\/strong>\s*<span>1 try left</,
    )
    const resent = renderChallengePage({ ...model(), notice: 'resent' })
    assert.match(resent, /aria-invalid="false"/)
    assert.match(resent, /role="status"[^>]*>\s*<strong>A new code has been sent/)
  })

  for (const [language, title, back] of [
    ['ru', 'Подтвердите платёж', 'Вернуться в магазин'],
    ['de', 'Zahlung bestätigen', 'Zurück zum Shop'],
    ['fr', 'Confirmez votre paiement', 'Retour à la boutique'],
    ['es', 'Confirme su pago', 'Volver a la tienda'],
    ['el', 'Επιβεβαιώστε την πληρωμή σας', 'Επιστροφή στο κατάστημα'],
  ] as const) {
    test(`shows “${title}” in ${language}`, () => {
      assert.ok(renderChallengePage({ ...model(), language }).includes(`<h1>${title}</h1>`))
      assert.ok(renderNothing({ language, reason: 'expired', backUrl: '/cart' }).includes(back))
    })
  }

  test('escapes every value, and loads nothing from another host', () => {
    assertProperty(
      fc.property(nastyText, (nasty) => {
        assert.deepEqual(tags(renderChallengePage(model((text) => text + nasty))), tags(page))
      }),
    )
    assert.doesNotMatch(page, /(?:src|href|action)="(?!\/(?!\/)|#)/)
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/)
  })
})

describe('A confirmation that is impossible', () => {
  test('shows the reason and has no form', () => {
    const page = renderNothing({ language: 'en', reason: 'answered', issuer: 'test' })
    assert.match(page, /Nothing to confirm/)
    assert.match(page, /Test issuer/)
    assert.doesNotMatch(page, /<form/)
  })
})

describe('The page that submits itself', () => {
  const redirect = {
    action: 'https://acs.example/start',
    title: 'To your bank',
    lang: 'en',
  } as const

  test('contains the fields in a form with a visible button, and a script that submits it', () => {
    const page = renderAutoPost({ ...redirect, fields: { MD: '1', PaReq: 'eJx"<' } })
    assert.match(page, /<form id="auto-post" method="post" action="https:\/\/acs\.example\/start">/)
    assert.match(page, /name="MD" value="1"/)
    assert.match(page, /name="PaReq" value="eJx&quot;&lt;"/)
    assert.match(page, /<button class="button" type="submit">Continue/)
    assert.ok(page.includes(`<script defer src="${autoPostScript.path}"></script>`))
  })

  for (const [lang, button] of [
    ['ru', 'Продолжить'],
    ['de', 'Weiter'],
    ['fr', 'Continuer'],
    ['es', 'Continuar'],
    ['el', 'Συνέχεια'],
  ] as const)
    test(`has the button “${button}” in ${lang}`, () => {
      assert.ok(renderAutoPost({ ...redirect, fields: {}, lang }).includes(`>${button}<`))
    })

  for (const action of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '']) {
    test(`refuses the form action ${JSON.stringify(action)}`, () => {
      assert.throws(() => renderAutoPost({ ...redirect, action, fields: {} }), TypeError)
    })
  }
})

const nastyText = fc.oneof(
  fc.constantFrom(
    '</p><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
  ),
  fc.string(),
)

/** The sequence of tags, without attribute values. */
function tags(page: string): string[] {
  return page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""')) ?? []
}

function outcomes(page: string): (string | undefined)[] {
  return [...page.matchAll(/name="outcome" value="(\w)"/g)].map(([, outcome]) => outcome)
}
