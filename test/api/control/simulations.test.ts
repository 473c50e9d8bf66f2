// Issued cards used elsewhere: the decision about an authorisation, its legs, and the ledger,
// limits and interface A records after each.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf } from '../../kit/control.ts'
import { IssuerV2 } from '../../kit/issuer-v2.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Body, SimulatedCard } from '../../kit/simulated-card.ts'

type Change = (at: SimulatedCard) => Promise<unknown>

const PATCH_LIMIT = (amount: number) => (at: SimulatedCard) =>
  at.call('PATCH', `/v2/cards/${at.card.id}`, { spendingLimits: [{ amount, interval: 'daily' }] })
const status = (name: string) => (at: SimulatedCard) =>
  at.call('PATCH', `/v2/cards/${at.card.id}`, { status: name })
const failNext: Change = (at) =>
  at.call('POST', `/control/v1/cards/${at.card.id}/fail-next-payment`, { actionCode: 5 })
const nothing: Change = () => Promise.resolve()

const ALL = 10_000

// prettier-ignore
const DECISIONS: readonly (readonly [what: string, before: Change, body: Body, answer: string, held: number, posted?: number])[] = [
  ['a purchase is held', nothing, {}, '00 approved', 2_000],
  ['an amount equal to the balance is held', nothing, { amount: ALL }, '00 approved', ALL],
  ['a pre-authorisation is held', nothing, { kind: 'preauthorisation' }, '00 approved', 2_000],
  ['an amount above the balance is declined', nothing, { amount: ALL + 1 }, '51 insufficient-funds', 0],
  ['a terminal that accepts less gets the balance', nothing, { amount: ALL + 1, partialApproval: true }, '10 partly-approved', ALL],
  ['a terminal that accepts less gets the full amount if the balance covers it', nothing, { partialApproval: true }, '00 approved', 2_000],
  ['cash is posted immediately', nothing, { kind: 'cash' }, '00 approved', 0, ALL - 2_000],
  ['cash above the balance is declined', nothing, { kind: 'cash', amount: ALL + 1 }, '51 insufficient-funds', 0],
  ['a credit is posted immediately', nothing, { kind: 'credit' }, '00 approved', 0, ALL + 2_000],
  ['a verification holds nothing', nothing, { kind: 'verification' }, '00 approved', 0],
  ['a verification needs no amount', nothing, { kind: 'verification', amount: undefined }, '00 approved', 0],
  ['a balance inquiry holds nothing', nothing, { kind: 'balanceInquiry', amount: 0 }, '00 approved', 0],
  ['an amount above the daily limit is declined', PATCH_LIMIT(1_999), {}, '61 limit-exceeded', 0],
  ['the daily limit can be used up', PATCH_LIMIT(2_000), {}, '00 approved', 2_000],
  ['cash has separate limits', PATCH_LIMIT(0), { kind: 'cash' }, '00 approved', 0, ALL - 2_000],
  ['a credit uses no limit', PATCH_LIMIT(0), { kind: 'credit' }, '00 approved', 0, ALL + 2_000],
  ['a blocked card is declined', status('blocked'), {}, '62 blocked', 0],
  ['a lost card is declined', status('lost'), {}, '41 lost', 0],
  ['a stolen card is declined', status('stolen'), { kind: 'verification' }, '43 stolen', 0],
  ['a credit to a blocked card is declined', status('blocked'), { kind: 'credit' }, '62 blocked', 0],
  ['a wrong expiry is declined', nothing, { expiry: '203001' }, '54 wrong-expiry', 0],
  ['an expired card is declined', (at) => at.advance('P6Y'), {}, '33 expired', 0],
  ['a rule that names the card declines it', failNext, {}, '05 by-rule', 0],
  ['a counted rule declines once', async (at) => { await failNext(at); await at.authorise() }, {}, '00 approved', 2_000],
  ['a forced decline needs no reason', nothing, { decline: true }, '05 do-not-honour', 0],
  ['a decline is forced by its code', nothing, { decline: 'suspected-fraud' }, '59 suspected-fraud', 0],
  ['a decline is forced by its response code', nothing, { decline: '91' }, '91 issuer-unavailable', 0],
  ['the field decline: false changes nothing', nothing, { decline: false }, '00 approved', 2_000],
  ['US dollars are converted', nothing, { currency: 'USD', amount: 1_100 }, '00 approved', 1_000],
  ['a currency without a rate is declined', nothing, { currency: 'RUB' }, '12 rate-missing', 0],
  ['yen have no decimals', nothing, { currency: '392', amount: 1_600 }, '00 approved', 1_000],
  ['dinars have three decimals', nothing, { currency: 414, amount: 3_350 }, '00 approved', 1_000],
  ['a partial approval is converted', nothing, { currency: 'USD', amount: 99_999, partialApproval: true }, '10 partly-approved', ALL],
]

// prettier-ignore
const REFUSED: readonly (readonly [what: string, body: unknown, pointer: string])[] = [
  ['no card', { amount: 1 }, '/cardId'],
  ['an invalid card id', { cardId: 'x', amount: 1 }, '/cardId'],
  ['no amount', {}, '/amount'],
  ['an amount of 0', { amount: 0 }, '/amount'],
  ['a negative amount', { amount: -1 }, '/amount'],
  ['a fraction', { amount: 1.5 }, '/amount'],
  ['an amount in text', { amount: '5' }, '/amount'],
  ['an amount that is too large', { amount: 1_000_000_000_000 }, '/amount'],
  ['an amount that is too large in euro', { amount: 999_999_999_999, currency: 'GBP' }, '/amount'],
  ['an unknown kind', { amount: 1, kind: 'gift' }, '/kind'],
  ['an unknown currency', { amount: 1, currency: 'ABC' }, '/currency'],
  ['a currency in lower case', { amount: 1, currency: 'eur' }, '/currency'],
  ['an unknown currency number', { amount: 1, currency: 1 }, '/currency'],
  ['an unknown country', { amount: 1, country: 'XX' }, '/country'],
  ['a category of three digits', { amount: 1, mcc: '581' }, '/mcc'],
  ['a name that is too long', { amount: 1, merchant: 'x'.repeat(61) }, '/merchant'],
  ['a name with a control character', { amount: 1, merchant: 'a\nb' }, '/merchant'],
  ['an unknown entry mode', { amount: 1, entryMode: 'magic' }, '/entryMode'],
  ['a CVC with letters', { amount: 1, cvc: 'abc' }, '/cvc'],
  ['an invalid expiry', { amount: 1, expiry: '12/31' }, '/expiry'],
  ['a PIN that is too short', { amount: 1, pin: '123' }, '/pin'],
  ['an unknown decline', { amount: 1, decline: 'bad-mood' }, '/decline'],
  ['a decline that is a number', { amount: 1, decline: 51 }, '/decline'],
  ['a hold without an end', { amount: 1, holdFor: 'forever' }, '/holdFor'],
  ['a hold that is too long', { amount: 1, holdFor: 'P401D' }, '/holdFor'],
  ['an unknown field', { amount: 1, colour: 'red' }, '/colour'],
]

onEveryDatabase('An issued card used elsewhere', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  test('a decline in another currency states the missing amount in EUR', async () => {
    const at = await SimulatedCard.open(sandbox, 300)
    const { explanation } = await at.authorise({ currency: 'USD', amount: 1_100 })
    assert.match(explanation, /^10\.00\sEUR is more than the available balance of 3\.00\sEUR\./)
  })

  describe('An authorisation', () => {
    for (const [what, prepare, body, answer, held, posted = ALL] of DECISIONS)
      test(what, async () => {
        const at = await SimulatedCard.open(sandbox, ALL)
        await prepare(at)
        const made = await at.authorise(body)
        assert.equal(`${made.responseCode} ${made.reason}`, answer)
        assert.equal(made.approved, made.reason.endsWith('approved'))
        assert.deepEqual([made.account.held, made.account.posted], [held, posted])
        const kept = await at.get(`authorisations/${made.id}`)
        assert.deepEqual(kept, made.authorisation)
        const { card } = await at.ledger()
        assert.equal(card, posted)
      })
  })

  test('an invalid request is refused with its field, and changes nothing', async () => {
    const at = await SimulatedCard.open(sandbox)
    for (const [what, body, pointer] of REFUSED) {
      const sent = what.includes('card') ? body : { cardId: at.card.id, ...(body as Body) }
      const expected = [422, 'validation-failed', pointer]
      assert.deepEqual(await at.refused('authorisations', sent), expected, what)
    }
    for (const cardId of ['1', '999999999999999'])
      assert.deepEqual(await at.refused('authorisations', { cardId, amount: 1 }), [
        404,
        'card-not-found',
      ])
    assert.deepEqual(await at.list(), [])
    assert.deepEqual(await at.records(), ['760 CREDIT 10000'])
  })

  test('the CVC is compared, but never stored or returned', async () => {
    const at = await SimulatedCard.open(sandbox)
    const shown = await at.call('GET', `/v2/cards/${at.card.id}`)
    const { cvc } = bodyOf<{ cvc: string }>(shown, 200)
    const wrong = cvc === '111' ? '112' : '111'
    assert.equal((await at.authorise({ cvc })).reason, 'approved')
    const declined = await at.authorise({ cvc: wrong })
    assert.equal(`${declined.responseCode} ${declined.reason}`, 'AB wrong-cvc')
    assert.doesNotMatch(JSON.stringify(declined), new RegExp(`"(${cvc}|${wrong})"`))
  })

  test('wrong PINs are counted, and after three of them every PIN is declined', async () => {
    const at = await SimulatedCard.open(sandbox)
    const issuer = new IssuerV2(sandbox, at.project)
    const setPin = async (pin: string) =>
      bodyOf(
        await at.call('PATCH', `/v2/cards/${at.card.id}`, {
          pin: await issuer.pinBlock(JSON.stringify({ nonce: 10_000_000 + Number(pin), pin })),
        }),
        200,
      )
    const enter = async (pin: string, body: Body = {}) => {
      const { responseCode, reason } = await at.authorise({ amount: 100, pin, ...body })
      const { pinDenialCounter } = bodyOf<{ pinDenialCounter: string }>(
        await at.call('GET', `/v2/cards/${at.card.id}`),
        200,
      )
      return [responseCode, reason, pinDenialCounter].join(' ')
    }
    assert.equal(await enter('1234'), '55 wrong-pin 1', 'a card without a PIN')
    await setPin('1234')
    assert.equal(await enter('1234'), '00 approved 0')
    assert.equal(await enter('1235'), '55 wrong-pin 1')
    assert.equal(await enter('1235', { kind: 'cash' }), '55 wrong-pin 2')
    assert.equal(await enter('1234'), '00 approved 0', 'a right PIN resets the counter')
    for (const count of [1, 2, 3]) assert.equal(await enter('0000'), `55 wrong-pin ${count}`)
    assert.equal(await enter('1234'), '75 pin-tries-exceeded 3')
    assert.equal((await at.authorise({ amount: 100 })).reason, 'approved', 'without a PIN')
    assert.match((await at.records()).at(-2) ?? '', /^774 NOOP 0 106$/)
    bodyOf(await at.call('PATCH', `/v2/cards/${at.card.id}`, { resetPinCounter: true }), 200)
    assert.equal(await enter('1234'), '00 approved 0')
  })
})
