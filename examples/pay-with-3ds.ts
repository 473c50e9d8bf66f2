// A card payment through 3-D Secure, with the merchant's server and the payer's browser. It
// registers an order, sends the card, opens the issuer's page, enters the one-time code, returns
// and reads the order.
//
//   npm run example pay-with-3ds

import assert from 'node:assert/strict'
import { baseUrl, callC, cardFields, newProject, orderStatus } from './project.ts'

interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const RETURN_URL = 'https://shop.example/return'
/** A test card with a challenge, and its code. */
const CARD = cardFields('5555555555555599', '203412', '123')
const CODE = '123456'

const project = await newProject('pay-with-3ds')
const registered = await callC<{ orderId: string; formUrl: string }>(project, 'register', {
  amount: 2000,
  currency: 978,
  returnUrl: RETURN_URL,
  description: 'A pair of shoes',
})
const { orderId, formUrl } = registered.body
assert.ok(formUrl.includes(orderId))
console.log(`registered: ${orderId}; the payment page is at ${formUrl}`)

const sent = await callC<{ errorCode: number; acsUrl: string; paReq: string; termUrl: string }>(
  project,
  'paymentorder',
  { MDORDER: orderId, ...CARD, ip: '203.0.113.7' },
)
const { errorCode, acsUrl, paReq, termUrl } = sent.body
assert.equal(errorCode, 0)
assert.equal((await orderStatus(project, orderId)).orderStatus, 5)
console.log(`the issuer authenticates the payer at ${acsUrl}: order status 5`)

// The payer's browser continues. The merchant's page posts these three fields.
const asked = await post(acsUrl, { MD: orderId, PaReq: paReq, TermUrl: termUrl })
const challenge = formOf(await asked.text())
const wrong = await post(challenge.action, { ...challenge.fields, code: '000000' })
const again = await wrong.text()
assert.match(again, /2 tries left/)
const right = await post(challenge.action, { ...challenge.fields, code: CODE })
const answer = formOf(await right.text())
assert.equal(answer.action, termUrl)
assert.equal(answer.fields['MD'], orderId)
console.log('a wrong code, then the right one: the issuer returns a signed PaRes')

const back = await post(answer.action, answer.fields)
assert.equal(back.status, 303)
assert.equal(back.headers.get('location'), `${RETURN_URL}?orderId=${orderId}&lang=en`)
console.log(`back at the merchant: ${back.headers.get('location')}`)

const paid = await orderStatus(project, orderId)
assert.equal(paid.orderStatus, 2)
assert.equal(paid.paymentAmountInfo.paymentState, 'DEPOSITED')
assert.deepEqual(
  [paid.cardAuthInfo?.maskedPan, paid.cardAuthInfo?.secureAuthInfo?.eci],
  ['555555**5599', 2],
)
console.log(`paid: approval ${paid.cardAuthInfo?.approvalCode}, reference ${paid.authRefNum}`)

const replayed = await post(answer.action, answer.fields)
const refusal = (await replayed.json()) as { errorCode: number; error: string }
assert.equal(refusal.errorCode, 7)
console.log(`the same PaRes again: ${refusal.error}`)

/** Posts a form without following redirects. */
async function post(action: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(new URL(action, baseUrl), { method: 'POST', body, redirect: 'manual' })
}

/** The first form of a page and its hidden fields. */
function formOf(page: string): Form {
  const [, action, inside] = /<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(page) ?? []
  assert.ok(action !== undefined && inside !== undefined, 'the page has no form')
  const hidden = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const fields = [...hidden].map(([, name = '', value = '']) => [name, unescaped(value)])
  return { action: unescaped(action), fields: Object.fromEntries(fields) as Form['fields'] }
}

function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&')
}
