// The payment page and the issuer's pages match their snapshots, step by step as a payer goes
// through them.

import { after, before, describe } from 'node:test'
import { testTranscript, type Transcript } from '../../kit/transcript.ts'
import { cardForm, type Checkout, formOf, openCheckout, pathOf } from '../../kit/checkout.ts'
import { freezeClock } from '../../kit/clock.ts'
import { oneDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { START } from '../../kit/merchant.ts'
import { IssuerV2 } from '../../kit/issuer-v2.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

describe('The pages of a payment', () => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(oneDatabase)
    await freezeClock(checkout.sandbox.sandcard.service, checkout.project, START)
  })
  after(() => checkout.close())

  const snapshot = (name: string, fill: (visit: Visit) => Promise<void>): void =>
    testTranscript(
      import.meta.url,
      name,
      async (transcript) => {
        // The list of test cards is in the snapshot of the pages.
        if (name !== 'pages')
          transcript.assume('a payment page', await checkout.open(await checkout.register()))
        await fill(new Visit(checkout, transcript))
      },
      () => [[checkout.login, 'LOGIN']],
    )

  snapshot('pages', async (visit) => {
    const order = await checkout.register({
      number: 'A-1',
      request: { description: 'Beans & "more"' },
    })
    await visit.record('opened', checkout.open(order))
    await visit.record('in Russian', checkout.open(order, 'ru'))
    await visit.record('in an unknown language', checkout.open(order, 'xx'))
    await visit.record(
      'with a language chosen by its button',
      checkout.post(checkout.pageOf(order, 'ru'), {
        ...cardForm(),
        mdOrder: order.id,
        language: 'en',
      }),
    )
    const small = await checkout.register({ amount: 1, request: { failUrl: undefined } } as never)
    await visit.record('without a failUrl', checkout.open(small))
    for (const [amount, currency] of [
      [123_456_789_012, 978],
      [1234, 392],
      [1234, 48],
      [5, 643],
    ] as const)
      await visit.record(
        `${amount} of ${currency}`,
        checkout.open(await checkout.register({ amount, currency })),
      )
    await visit.record(
      'of an unknown order',
      checkout.sandbox.call('GET', checkout.pageOf({ ...order, id: `${order.id.slice(0, -1)}x` })),
    )
    for (const path of [
      '',
      '/payment_en.html',
      '/payment_en.htm',
      '/payment_EN.html?mdOrder=x',
      '/pay',
      '/finish',
      '/nothing/there',
    ])
      await visit.record(
        `GET ${path}`,
        checkout.sandbox.call('GET', `/payment/merchants/${checkout.login}${path}`),
      )
    for (const path of ['/pay', '/finish', '/nothing'])
      await visit.record(
        `POST ${path}`,
        checkout.post(`/payment/merchants/${checkout.login}${path}`, { language: 'fr' }),
      )
    for (const path of ['/pay', '/finish'])
      await visit.record(
        `${path} reloaded`,
        checkout.sandbox.call(
          'GET',
          `/payment/merchants/${checkout.login}${path}?mdOrder=${order.id}`,
        ),
      )
    await visit.record('PUT', checkout.sandbox.call('PUT', checkout.pageOf(order)))
    await visit.record('a body that is too large', checkout.pay(order, { pan: '4'.repeat(33_000) }))
  })

  snapshot('frames', async (visit) => {
    const order = await checkout.register()
    await visit.recordFrame('the payment page', checkout.open(order))
    await visit.recordFrame('the payment page in Russian', checkout.open(order, 'ru'))
    const redirect = await checkout.pay(order, cardForm(TEST_CARDS.challengeV2))
    await visit.recordFrame('the issuer', visit.post(redirect))
    await visit.recordFrame('an unknown URL', checkout.sandbox.call('GET', '/payment/merchants/x'))
  })

  snapshot('mistakes', async (visit) => {
    const order = await checkout.register({ clientId: 'client-mistaken' })
    for (const [name, fields] of Object.entries(MISTAKES))
      await visit.record(name, checkout.pay(order, { ...cardForm(), ...fields }))
  })

  snapshot('payments-without-a-code', async (visit) => {
    for (const [name, pan] of Object.entries(TEST_CARDS)) {
      const order = await checkout.register()
      const paid = await checkout.pay(order, { ...cardForm(pan), cvc: CVCS[name] ?? '123' })
      await visit.record(`${name} pays`, paid)
      if (paid.status === 303) await visit.record('the page afterwards', checkout.open(order))
    }
  })

  snapshot('a-stored-card', async (visit) => {
    const bindingId = await checkout.storeCard('client-1')
    await checkout.storeCard('client-1', TEST_CARDS.frictionless)
    const order = await checkout.register({ clientId: 'client-1' })
    await visit.record('offered', checkout.open(order))
    for (const fields of [
      { bindingId: 'nobody’s' },
      { bindingId, cvc: '' },
      { bindingId, cvc: '12' },
      { bindingId: '' },
    ])
      await visit.record(JSON.stringify(Object.keys(fields)), checkout.pay(order, fields))
    await visit.record('pays', checkout.pay(order, { bindingId, cvc: '123' }))
    await visit.record('paid', checkout.open(order))
    const bound = await checkout.register({ clientId: 'client-1', request: { bindingId } })
    await visit.record('an order bound to it', checkout.open(bound))
    await visit.record('without its CVC', checkout.pay(bound, { bindingId }))
    await visit.record('with its CVC', checkout.pay(bound, { bindingId, cvc: '123' }))
  })

  for (const [version, pan] of [
    [1, TEST_CARDS.challengeV1],
    [2, TEST_CARDS.challengeV2],
  ] as const)
    snapshot(`a-challenge-of-version-${version}`, async (visit) => {
      await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
      const order = await checkout.register({ clientId: 'client-2', number: `V${version}` })
      const redirect = await visit.record(
        'the redirect to the issuer',
        checkout.pay(order, cardForm(pan)),
      )
      await visit.record('the payment page meanwhile', checkout.open(order))
      const page = await visit.record('the challenge', visit.post(redirect))
      await visit.record('the challenge in Greek', visit.post(redirect, {}, '?language=el'))
      await visit.record(
        'reloaded',
        checkout.sandbox.call('GET', pathOf(formOf(redirect.text).action)),
      )
      for (const answer of [
        { code: ' ' },
        { action: 'resend' },
        { code: '1' },
        { code: '000000', action: 'confirm' },
      ])
        await visit.record(JSON.stringify(answer), visit.post(page, answer))
      const answered = await visit.record('the code', visit.post(page, { code: '123 456' }))
      await visit.record('the code again', visit.post(page, { code: '123456' }))
      await visit.record('the issuer again', visit.post(redirect))
      await visit.record('forged', visit.post(answered, { PaRes: 'x', cres: 'x' }))
      await visit.record('back', visit.post(answered))
      await visit.record('back again', visit.post(answered))
      await visit.record('the payment page afterwards', checkout.open(order))
      await visit.record('the issuer afterwards', visit.post(redirect))
      await visit.record('paid again', checkout.pay(order, cardForm()))
      await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
    })

  snapshot('a-challenge-that-is-not-passed', async (visit) => {
    for (const answer of [{ action: 'cancel' }, ...[...'AYNURX'].map((outcome) => ({ outcome }))])
      for (const gatewayPrefersVersion2 of [true, false]) {
        await checkout.control('PATCH', '/project', { gatewayPrefersVersion2 })
        const order = await checkout.register()
        const pan = gatewayPrefersVersion2 ? TEST_CARDS.challengeV2 : TEST_CARDS.challengeV1
        const page = await visit.post(await checkout.pay(order, cardForm(pan)))
        const answered = await visit.record(JSON.stringify(answer), visit.post(page, answer))
        if (!answered.text.includes('id="auto-post"')) continue
        await visit.record('back', visit.post(answered))
        await visit.record('the payment page', checkout.open(order))
      }
    await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
  })

  snapshot('a-challenge-that-cannot-be-answered', async (visit) => {
    const order = await checkout.register()
    const redirect = await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    const { action, fields } = formOf(redirect.text)
    for (const changed of [
      { PaReq: 'x' },
      { MD: 'x'.repeat(1024) },
      { MD: 'x'.repeat(1025) },
      { TermUrl: 'javascript:1' },
      { TermUrl: `https://shop.example/${'x'.repeat(2027)}` },
      { TermUrl: `https://shop.example/${'x'.repeat(2028)}` },
    ])
      await visit.record(
        JSON.stringify(changed).slice(0, 40),
        checkout.post(pathOf(action), { ...fields, ...changed }),
      )
    const page = await checkout.post(pathOf(action), fields)
    const again = await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    await visit.record('replaced', visit.post(page, { code: '123456' }))
    await visit.record('its first form', visit.post(redirect))
    const other = await checkout.register()
    await visit.record('of an order without one', checkout.post(`/payment/acs/${other.id}`, fields))
    await checkout.pay(other, cardForm())
    await visit.record('of a paid order', checkout.post(`/payment/acs/${other.id}`, fields))
    await checkout.sandbox.sandcard.service.execute(checkout.project, 'moveClock', {
      move: { kind: 'advance', ms: 86_400_000 },
    })
    await visit.record('the challenge after the session', visit.post(again))
    await visit.record('the payment page after the session', checkout.open(order))
    await visit.record('a payment after the session', checkout.pay(order, cardForm()))
    for (const path of [
      '',
      '/x',
      '/x/answer',
      '/x/creq',
      '/x/finish',
      '/method',
      `/${order.id}/finish`,
    ])
      for (const method of ['GET', 'POST'])
        await visit.record(
          `${method} ${path.replace(order.id, 'ORDER')}`,
          checkout.sandbox.call(method, `/payment/acs${path}`, {
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              'accept-language': 'es',
            },
            ...(method === 'POST' && { body: '' }),
          }),
        )
  })

  snapshot('a-card-of-the-project', async (visit) => {
    const issuer = new IssuerV2(checkout.sandbox, checkout.project)
    const card = await issuer.fundedCard(2500)
    const last = card.number.slice(-4)
    visit.name(card.number.slice(0, 6) + last, 'FIRST-AND-LAST')
    visit.name(`ending in ${last}`, 'ending in LAST')
    visit.name(`•••• ${last}`, '•••• LAST')
    visit.name(`05/36&ensp;CVC ${card.cvc}`, '05/36&ensp;CVC')
    visit.name(`"05/36" data-cvc="${card.cvc}"`, '"05/36" data-cvc="CVC"')
    const order = await checkout.register()
    await visit.record('offered', checkout.open(order))
    const expiry = `${card.expiryDate.slice(4)}/${card.expiryDate.slice(2, 4)}`
    const fields = { pan: card.number, cvc: card.cvc, expiry, cardholder: '' }
    await visit.record('pays', checkout.pay(order, fields))
    const second = await checkout.register()
    await visit.record('pays with insufficient funds', checkout.pay(second, fields))
    await visit.record('the page after the decline', checkout.open(second))
  })
})

/** Invalid input. */
// prettier-ignore
const MISTAKES: Readonly<Record<string, Record<string, string>>> = {
  nothing:                { pan: '', expiry: '', cvc: '', cardholder: '' },
  'a short number':       { pan: '4444' },
  'a mistyped number':    { pan: '4444 5555 1111 3334' },
  'no month':             { expiry: '13/34' },
  'a year ago':           { expiry: '05/30' },
  'the last month':       { expiry: '04/31' },
  'a CVC of two':         { cvc: '12' },
  'a CVC of letters':     { cvc: 'abc' },
  'a name and a tick':    { cvc: '', saveCard: 'true', cardholder: 'ANN <b>' },
  'an unknown binding':   { bindingId: 'x', cvc: '123' },
}

/** Test cards whose CVC is not 123. */
const CVCS: Readonly<Record<string, string>> = {
  approvedCvc061: '061',
  challengeLimitedFunds: '583',
  noFundsCvc521: '521',
}

/** Records each response to a payer under the payer's action. */
class Visit {
  readonly #checkout: Checkout
  readonly #transcript: Transcript

  constructor(checkout: Checkout, transcript: Transcript) {
    this.#checkout = checkout
    this.#transcript = transcript
  }

  name(from: string, to: string): void {
    this.#transcript.name([from, to])
  }

  async record(what: string, answer: Promise<Answer> | Answer): Promise<Answer> {
    const given = await answer
    this.#transcript.record(what, given)
    return given
  }

  /** Records the frame of a page only. */
  async recordFrame(what: string, answer: Promise<Answer>): Promise<void> {
    this.#transcript.recordFrame(what, await answer)
  }

  /** Submits the form of a page unchanged. */
  post(page: Answer, typed: Readonly<Record<string, string>> = {}, query = ''): Promise<Answer> {
    const { action, fields } = formOf(page.text)
    return this.#checkout.post(pathOf(action) + query, { ...fields, ...typed })
  }
}
