// The webhooks of the portal: added with a form, tested, resent, rotated and deleted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'

onPortal('The webhooks of the portal', (at) => {
  const LIST = '/callbacks/webhooks'
  const URL_TYPED = 'http://127.0.0.1:9/events'

  test('show their secret once, and have a page with their deliveries', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(base + LIST)
    assert.match(wordsOf(page), /No webhooks yet\./)
    const added = await portal.submit(page, 'webhook', {
      url: URL_TYPED,
      events: 'card.*, order.*',
    })
    const [secret = ''] = /whsec_[\w+/=]+/.exec(added.text) ?? []
    assert.ok(secret.length > 40)
    const list = await portal.page(base + LIST)
    assert.ok(!list.includes(secret))
    const [, id = ''] = /callbacks\/webhooks\/(\d+)"/.exec(list) ?? []
    const own = await portal.page(`${base}${LIST}/${id}`)
    assert.match(wordsOf(own), /No events yet\..*card\.\*, order\.\*/s)
    const tested = await portal.done(own, 'test')
    assert.match(wordsOf(tested), /Test event sent.*webhook\.test/s)
    const rotated = await portal.submit(tested, 'rotate')
    assert.match(rotated.text, /whsec_/)
    assert.match(wordsOf(rotated.text), /Old secret signs until/)
    const deleted = await portal.submit(tested, 'delete')
    assert.equal(deleted.headers['location'], `${base}${LIST}?did=deleted`)
    assert.equal((await portal.get(`${base}${LIST}/${id}`)).status, 404)
  })

  test('are listed and named by their ids, because they can have the same URL', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(base + LIST)
    for (let made = 0; made < 2; made++)
      await portal.submit(page, 'webhook', { url: URL_TYPED, events: '*' })
    const list = await portal.page(base + LIST)
    const ids = [...list.matchAll(/callbacks\/webhooks\/(\d+)"/g)].map(([, id = '']) => id)
    assert.equal(new Set(ids).size, 2)
    for (const id of ids) {
      assert.match(wordsOf(list), new RegExp(`Webhook ${id} ${URL_TYPED} all 2031-05-10 10:0\\d:`))
      const own = await portal.page(`${base}${LIST}/${id}`)
      assert.match(own, new RegExp(`<title>Webhook ${id} `))
      assert.match(wordsOf(own), new RegExp(`Webhooks Webhook ${id} `))
    }
  })

  test('report an invalid value at its field, and keep the input', async () => {
    const { portal } = at
    const page = await portal.page(portal.base + LIST)
    for (const [typed, text] of [
      [{ url: 'events' }, /URL ?: It must be an absolute http or https URL/],
      [{ url: URL_TYPED, events: 'cards.*' }, /Events ?: It selects no event/],
    ] as const) {
      const refused = await portal.submit(page, 'webhook', typed)
      assert.equal(refused.status, 422)
      assert.match(wordsOf(refused.text), text)
      for (const value of Object.values(typed)) assert.ok(refused.text.includes(`value="${value}"`))
    }
  })
})
