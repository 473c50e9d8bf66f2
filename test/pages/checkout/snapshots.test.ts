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

describe('The ways of a payer', () => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(oneDatabase)
    await freezeClock(checkout.sandbox.sandcard.service, checkout.project, START)
  })
  after(() => checkout.close())

  const snapshot = (name: string, fill: (way: Way) => Promise<void>): void =>
    testTranscript(
      import.meta.url,
      name,
      async (transcript) => {
        // The list of test cards is in the snapshot of the pages.
        if (name !== 'pages')
          transcript.assume('a payment page', await checkout.open(await checkout.register()))
        await fill(new Way(checkout, transcript))
      },
      () => [[checkout.login, 'LOGIN']],
    )

  snapshot('pages', async (way) => {
    const order = await checkout.register({
      number: 'A-1',
      request: { description: 'Beans & "more"' },
    })
    await way.to('opened', checkout.open(order))
    await way.to('in Russian', checkout.open(order, 'ru'))
    await way.to('in a language that there is not', checkout.open(order, 'xx'))
    await way.to(
      'with a language chosen by its button',
      checkout.post(checkout.pageOf(order, 'ru'), {
        ...cardForm(),
        ...{ mdOrder: order.id, language: 'en' },
      }),
    )
    const small = await checkout.register({ amount: 1, request: { failUrl: undefined } } as never)
    await way.to('without an address for failures', checkout.open(small))
    for (const [amount, currency] of [
      [123_456_789_012, 978],
      [1234, 392],
      [1234, 48],
      [5, 643],
    ] as const)
      await way.to(
        `${amount} of ${currency}`,
        checkout.open(await checkout.register({ amount, currency })),
      )
    await way.to(
      'of nobody',
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
      await way.to(
        `GET ${path}`,
        checkout.sandbox.call('GET', `/payment/merchants/${checkout.login}${path}`),
      )
    for (const path of ['/pay', '/finish', '/nothing'])
      await way.to(
        `POST ${path}`,
        checkout.post(`/payment/merchants/${checkout.login}${path}`, { language: 'fr' }),
      )
    for (const path of ['/pay', '/finish'])
      await way.to(
        `${path} reloaded`,
        checkout.sandbox.call(
          'GET',
          `/payment/merchants/${checkout.login}${path}?mdOrder=${order.id}`,
        ),
      )
    await way.to('PUT', checkout.sandbox.call('PUT', checkout.pageOf(order)))
    await way.to('too much', checkout.pay(order, { pan: '4'.repeat(33_000) }))
  })

  snapshot('frames', async (way) => {
    const order = await checkout.register()
    await way.toFrame('the payment page', checkout.open(order))
    await way.toFrame('the payment page in Russian', checkout.open(order, 'ru'))
    const redirect = await checkout.pay(order, cardForm(TEST_CARDS.challengeV2))
    await way.toFrame('the issuer', way.post(redirect))
    await way.toFrame('an unknown URL', checkout.sandbox.call('GET', '/payment/merchants/x'))
  })

  snapshot('mistakes', async (way) => {
    const order = await checkout.register({ clientId: 'client-mistaken' })
    for (const [name, fields] of Object.entries(MISTAKES))
      await way.to(name, checkout.pay(order, { ...cardForm(), ...fields }))
  })

  snapshot('payments-without-a-code', async (way) => {
    for (const [name, pan] of Object.entries(TEST_CARDS)) {
      const order = await checkout.register()
      const paid = await checkout.pay(order, { ...cardForm(pan), cvc: CVCS[name] ?? '123' })
      await way.to(`${name} pays`, paid)
      if (paid.status === 303) await way.to('the page afterwards', checkout.open(order))
    }
  })

  snapshot('a-stored-card', async (way) => {
    const bindingId = await checkout.storeCard('client-1')
    await checkout.storeCard('client-1', TEST_CARDS.frictionless)
    const order = await checkout.register({ clientId: 'client-1' })
    await way.to('offered', checkout.open(order))
    for (const fields of [
      { bindingId: 'nobody’s' },
      { bindingId, cvc: '' },
      { bindingId, cvc: '12' },
      { bindingId: '' },
    ])
      await way.to(JSON.stringify(Object.keys(fields)), checkout.pay(order, fields))
    await way.to('pays', checkout.pay(order, { bindingId, cvc: '123' }))
    await way.to('paid', checkout.open(order))
    const bound = await checkout.register({ clientId: 'client-1', request: { bindingId } })
    await way.to('an order bound to it', checkout.open(bound))
    await way.to('without its CVC', checkout.pay(bound, { bindingId }))
    await way.to('with its CVC', checkout.pay(bound, { bindingId, cvc: '123' }))
  })

  for (const [version, pan] of [
    [1, TEST_CARDS.challengeV1],
    [2, TEST_CARDS.challengeV2],
  ] as const)
    snapshot(`a-challenge-of-version-${version}`, async (way) => {
      await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
      const order = await checkout.register({ clientId: 'client-2', number: `V${version}` })
      const redirect = await way.to('the way to the issuer', checkout.pay(order, cardForm(pan)))
      await way.to('the payment page meanwhile', checkout.open(order))
      const page = await way.to('asked', way.post(redirect))
      await way.to('asked in Greek', way.post(redirect, {}, '?language=el'))
      await way.to('reloaded', checkout.sandbox.call('GET', pathOf(formOf(redirect.text).action)))
      for (const answer of [
        { code: ' ' },
        { action: 'resend' },
        { code: '1' },
        { code: '000000', action: 'confirm' },
      ])
        await way.to(JSON.stringify(answer), way.post(page, answer))
      const answered = await way.to('the code', way.post(page, { code: '123 456' }))
      await way.to('the code again', way.post(page, { code: '123456' }))
      await way.to('the issuer again', way.post(redirect))
      await way.to('forged', way.post(answered, { PaRes: 'x', cres: 'x' }))
      await way.to('back', way.post(answered))
      await way.to('back again', way.post(answered))
      await way.to('the payment page afterwards', checkout.open(order))
      await way.to('the issuer afterwards', way.post(redirect))
      await way.to('paid again', checkout.pay(order, cardForm()))
      await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
    })

  snapshot('a-challenge-that-is-not-passed', async (way) => {
    for (const answer of [{ action: 'cancel' }, ...[...'AYNURX'].map((outcome) => ({ outcome }))])
      for (const gatewayPrefersVersion2 of [true, false]) {
        await checkout.control('PATCH', '/project', { gatewayPrefersVersion2 })
        const order = await checkout.register()
        const pan = gatewayPrefersVersion2 ? TEST_CARDS.challengeV2 : TEST_CARDS.challengeV1
        const page = await way.post(await checkout.pay(order, cardForm(pan)))
        const answered = await way.to(JSON.stringify(answer), way.post(page, answer))
        if (!answered.text.includes('id="auto-post"')) continue
        await way.to('back', way.post(answered))
        await way.to('the payment page', checkout.open(order))
      }
    await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
  })

  snapshot('a-challenge-that-cannot-be-answered', async (way) => {
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
      await way.to(
        JSON.stringify(changed).slice(0, 40),
        checkout.post(pathOf(action), { ...fields, ...changed }),
      )
    const page = await checkout.post(pathOf(action), fields)
    const again = await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    await way.to('replaced', way.post(page, { code: '123456' }))
    await way.to('its first form', way.post(redirect))
    const other = await checkout.register()
    await way.to('of an order without one', checkout.post(`/payment/acs/${other.id}`, fields))
    await checkout.pay(other, cardForm())
    await way.to('of a paid order', checkout.post(`/payment/acs/${other.id}`, fields))
    await checkout.sandbox.sandcard.service.execute(checkout.project, 'moveClock', {
      move: { kind: 'advance', ms: 86_400_000 },
    })
    await way.to('out of time', way.post(again))
    await way.to('the payment page out of time', checkout.open(order))
    await way.to('paid out of time', checkout.pay(order, cardForm()))
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
        await way.to(
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

  snapshot('a-card-of-the-project', async (way) => {
    const issuer = new IssuerV2(checkout.sandbox, checkout.project)
    const card = await issuer.fundedCard(2500)
    const last = card.number.slice(-4)
    way.name(card.number.slice(0, 6) + last, 'FIRST-AND-LAST')
    way.name(`ending in ${last}`, 'ending in LAST')
    way.name(`05/36&ensp;${card.cvc}`, '05/36&ensp;CVC')
    way.name(`"05/36" data-cvc="${card.cvc}"`, '"05/36" data-cvc="CVC"')
    const order = await checkout.register()
    await way.to('offered', checkout.open(order))
    const expiry = `${card.expiryDate.slice(4)}/${card.expiryDate.slice(2, 4)}`
    const fields = { pan: card.number, cvc: card.cvc, expiry, cardholder: '' }
    await way.to('pays', checkout.pay(order, fields))
    const second = await checkout.register()
    await way.to('has too little', checkout.pay(second, fields))
    await way.to('and says so', checkout.open(second))
  })
})

/** What is typed wrongly. */
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

/** Of test cards whose CVC is not 123. */
const CVCS: Readonly<Record<string, string>> = {
  approvedCvc061: '061',
  challengeLimitedFunds: '583',
  noFundsCvc521: '521',
}

/** Notes each answer that a payer is given, by what the payer did. */
class Way {
  readonly #checkout: Checkout
  readonly #transcript: Transcript

  constructor(checkout: Checkout, transcript: Transcript) {
    this.#checkout = checkout
    this.#transcript = transcript
  }

  name(from: string, to: string): void {
    this.#transcript.name([from, to])
  }

  async to(what: string, answer: Promise<Answer> | Answer): Promise<Answer> {
    const given = await answer
    this.#transcript.record(what, given)
    return given
  }

  /** Records the frame of a page only. */
  async toFrame(what: string, answer: Promise<Answer>): Promise<void> {
    this.#transcript.recordFrame(what, await answer)
  }

  /** Posts the form of a page as it stands. */
  post(page: Answer, typed: Readonly<Record<string, string>> = {}, query = ''): Promise<Answer> {
    const { action, fields } = formOf(page.text)
    return this.#checkout.post(pathOf(action) + query, { ...fields, ...typed })
  }
}
