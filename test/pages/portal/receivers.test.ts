// The receivers of the portal: created with a form or from the callback settings, changed, used as
// callback URL, and deleted; and the requests that they received.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { onPortal, wordsOf } from '../../kit/portal.ts'

onPortal('The receivers of the portal', (at) => {
  const LIST = '/callbacks/receivers'
  const idIn = (location: unknown): string =>
    /receivers\/(rcv_\w+)\?did=/.exec(String(location))?.[1] ?? assert.fail(String(location))

  test('become the callback URL with one button, and list received requests', async () => {
    const { portal } = at
    const used = await portal.post(`${portal.base}${LIST}/use`)
    const id = idIn(used.headers['location'])
    const merchant = await CallbackMerchant.of(portal.sandbox, portal.merchant.project)
    await merchant.pay()
    await merchant.inboxOnce((inbox) => inbox.at(-1)?.state === 'delivered')
    const page = wordsOf(await portal.page(`${portal.base}${LIST}/${id}`))
    assert.match(page, new RegExp(`Receiver ${id.slice(0, 12)}… callback URL`))
    assert.match(page, /deposited checksum correct .* request 1 answered 200/)
    assert.match(wordsOf(await portal.page(portal.base + LIST)), /callback URL http\S+ 200 1/)
    assert.match(wordsOf(await portal.page(`${portal.base}/callbacks/settings`)), new RegExp(id))
  })

  test('are created, changed and deleted with forms', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(base + LIST)
    const created = await portal.submit(page, 'receiver', { answers: '500, 200', delayMs: '5' })
    const id = idIn(created.headers['location'])
    const own = await portal.page(`${base}${LIST}/${id}`)
    assert.match(wordsOf(own), /Nothing has arrived yet\./)
    assert.match(
      wordsOf(await portal.done(own, 'answers', { answers: '204' })),
      /Responses changed/,
    )
    assert.match(wordsOf(await portal.done(own, 'use')), /Callbacks go to this receiver/)
    assert.equal(
      (await portal.submit(own, 'delete')).headers['location'],
      `${base}${LIST}?did=deleted`,
    )
    assert.equal((await portal.get(`${base}${LIST}/${id}`)).status, 404)
  })

  test('are listed by their ids, delays and times, and named by their ids in titles', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(base + LIST)
    const typed = { answers: '500, 200', delayMs: '7' }
    const id = idIn((await portal.submit(page, 'receiver', typed)).headers['location'])
    assert.match(
      wordsOf(await portal.page(base + LIST)),
      new RegExp(
        `${id.slice(0, 12)}… \\S+${id} 500, 200 after 7 ms 0 2031-05-10 10:0\\d:\\d\\d UTC`,
      ),
    )
    const own = await portal.page(`${base}${LIST}/${id}`)
    assert.match(own, new RegExp(`<title>Receiver ${id.slice(0, 12)}… `))
  })

  test('report an invalid value at its field, and keep the input', async () => {
    const { portal } = at
    const page = await portal.page(portal.base + LIST)
    for (const [typed, text] of [
      [{ answers: 'abc' }, /Response statuses ?: Enter statuses such as 500, 500, 200\./],
      [{ answers: '99' }, /Response statuses ?: It must be/],
      [{ delayMs: 'soon' }, /Delay before each response ?: Enter a whole number\./],
      [{ delayMs: '60001' }, /Delay before each response ?: It must be/],
    ] as const) {
      const refused = await portal.submit(page, 'receiver', typed)
      assert.equal(refused.status, 422)
      assert.match(wordsOf(refused.text), text)
      for (const value of Object.values(typed)) assert.ok(refused.text.includes(`value="${value}"`))
    }
  })

  test('are refused beyond their limit, by both forms', async () => {
    const { base } = at.portal
    const create = () => at.portal.post(base + LIST, { answers: '200', delayMs: '0' })
    let refused = await create()
    for (let made = 0; made < 20 && refused.status === 303; made++) refused = await create()
    for (const { status, text } of [refused, await at.portal.post(`${base}${LIST}/use`)]) {
      assert.equal(status, 409)
      assert.match(text, /class="rail"/)
      assert.match(wordsOf(text), /Not possible .*20.* Nothing was changed\. Back to the project/)
    }
  })
})
