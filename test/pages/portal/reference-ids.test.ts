// The ids on the pages of the reference: forms are filled in with the project's ids, and ids in a
// response link to their pages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain } from '../../kit/checkout.ts'
import { issueCard, projectCall } from '../../kit/control.ts'
import { formIn, onPortal, type Portal } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const fieldsOf = async (portal: Portal, operation: string) =>
  formIn(await portal.page(`${portal.base}/docs/${operation}`), 'send').held

/** The response of the operation, and the page that shows it. */
async function sent(
  portal: Portal,
  operation: string,
): Promise<{ readonly answer: Record<string, unknown>; readonly page: string }> {
  const { text } = await portal.submit(
    await portal.page(`${portal.base}/docs/${operation}`),
    'send',
  )
  const [, answer = ''] = /aria-label="response"><code>([^]*?)<\/code>/.exec(text) ?? []
  const json = plain(answer.replaceAll(/<[^>]*>/g, ''))
  return { answer: JSON.parse(json) as Record<string, unknown>, page: text }
}

onPortal('An id in the reference', (at) => {
  test("is the example's while the project is empty", async () => {
    assert.equal((await fieldsOf(at.portal, 'b/getCard'))['parameter.id'], '100000000001')
    assert.match((await fieldsOf(at.portal, 'c/deposit'))['field.orderId'] ?? '', /^019b2d4e/)
  })

  test('is the id of the newest card, cardholder, order, binding, entry or callback', async () => {
    const { merchant, sandbox } = at.portal
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    await issueCard(call)
    const { id, cardholder } = await issueCard(call)
    const orderId = await merchant.register({ clientId: 'client-1' })
    await merchant.pay(orderId, { $PAN: TEST_CARDS.approved })
    const { json } = await call('GET', '/control/v1/bindings')
    const { items } = json as { items: readonly { id: string }[] }
    for (const [operation, field, value] of [
      ['b/getCard', 'parameter.id', id],
      ['control/showCard', 'parameter.id', id],
      ['control/listCardTransactions', 'parameter.id', id],
      ['b/getCardholder', 'parameter.id', cardholder],
      ['control/showOrder', 'parameter.id', orderId],
      ['c/getOrderStatusExtended', 'field.orderId', orderId],
      ['c/updateSSLCardList', 'field.mdorder', orderId],
      ['c/unBindCard', 'field.bindingId', items[0]?.id],
    ] as const)
      assert.equal((await fieldsOf(at.portal, operation))[field], value, operation)
    const { body = '' } = await fieldsOf(at.portal, 'a/getCardData')
    assert.deepEqual(JSON.parse(body), { cardIdentification: { cardId: Number(id) } })
    assert.equal((await sent(at.portal, 'control/showEntry')).answer['orderId'], orderId)
  })

  test('is the id of an order in a state that the operation accepts', async () => {
    const { merchant } = at.portal
    const [waiting, held, paid] = [
      await merchant.register(),
      await merchant.heldOrder({ amount: '1500' }),
      await merchant.paidOrder(),
    ]
    await merchant.register()
    for (const [operation, field, orderId] of [
      ['refund', 'orderId', paid],
      ['deposit', 'orderId', held],
    ] as const) {
      assert.equal((await fieldsOf(at.portal, `c/${operation}`))[`field.${field}`], orderId)
      const { answer } = await sent(at.portal, `c/${operation}`)
      assert.equal(answer['errorCode'], '0', operation)
    }
    const { answer } = await sent(at.portal, 'c/decline')
    assert.equal(answer['errorCode'], '0')
    assert.equal((await fieldsOf(at.portal, 'c/paymentorder'))['field.MDORDER'], waiting)
  })

  test('links to the page of its object in a response', async () => {
    const { base } = at.portal
    for (const operation of [
      'c/register',
      'b/createCardholder',
      'b/getCard',
      'control/listOrders',
      'control/listCards',
      'control/listEntries',
      'a/getCardData',
    ]) {
      const { page } = await sent(at.portal, operation)
      const [, shown = ''] = /aria-label="response"><code>([^]*?)<\/code>/.exec(page) ?? []
      const links = [...shown.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
      assert.ok(links.length > 0, operation)
      for (const link of new Set(links)) {
        assert.ok(
          [`${base}/`, '/payment/merchants/'].some((each) => link.startsWith(each)),
          link,
        )
        await at.portal.page(plain(link))
      }
    }
  })
})
