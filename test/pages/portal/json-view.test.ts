// The JSON view of every page that names a reading request.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCard, projectCall } from '../../kit/control.ts'
import { plain } from '../../kit/checkout.ts'
import { onPortal, type Portal, wordsOf } from '../../kit/portal.ts'
import { newestThings, portalPages } from '../../kit/portal-pages.ts'

/** The JSON that a page shows. */
const jsonIn = (page: string): unknown => {
  const code = /aria-label="response"[^>]*><code>([^]*?)<\/code>/.exec(page)?.[1]
  assert.ok(code !== undefined, 'the page shows no JSON')
  return JSON.parse(plain(code.replaceAll(/<[^>]*>/g, '')))
}

const linksOf = (page: string): readonly string[] => [
  ...new Set(
    [
      ...(/aria-label="response"[^>]*><code>([^]*?)<\/code>/
        .exec(page)?.[1]
        ?.matchAll(/href="([^"]*)"/g) ?? []),
    ].map(([, href = '']) => href),
  ),
]

/** The back link and the title of a page about one object or below a list; try has no back link. */
const headOf = (page: string): string =>
  wordsOf(/<p class="trail">[^]*?<\/h1>/.exec(page)?.[0] ?? '')

const fillProject = async ({ sandbox, merchant }: Portal): Promise<string> => {
  const { apiKey } = merchant.project.secrets.interfaceB
  const call = projectCall(sandbox, apiKey)
  await issueCard(call)
  await merchant.paidOrder({ orderNumber: 'a &"quoted"' })
  return apiKey
}

onPortal('The JSON view', (at) => {
  test('exists for each page with a reading request, links ids, and shows no secret', async () => {
    const { portal } = at
    const apiKey = await fillProject(portal)
    const { interfaceA, interfaceB, interfaceC } = portal.merchant.project.secrets
    const secrets = [interfaceA.password, interfaceB.apiKey, interfaceC.password, interfaceC.token]
    const things = await newestThings(portal.sandbox.url, apiKey)
    let count = 0
    for (const path of portalPages(things)) {
      const page = await portal.page(portal.base + path)
      const [, link = ''] = /href="([^"]*view=json)"/.exec(page) ?? []
      const isReading = page.includes('Same as <code>GET ')
      assert.equal(link !== '', isReading, path)
      if (!isReading) continue
      count += 1
      const json = await portal.page(plain(link))
      assert.equal(headOf(json), headOf(page), path)
      assert.ok(jsonIn(json) !== null, path)
      for (const secret of secrets)
        assert.ok(
          !plain(linksOf(json).join() + JSON.stringify(jsonIn(json))).includes(secret),
          path,
        )
      for (const target of linksOf(json).slice(0, 5))
        assert.equal((await portal.get(target)).status, 200, target)
    }
    assert.ok(count > 12, `${count} pages`)
    const order = await portal.page(`${portal.base}/orders/${things['order'] ?? ''}?view=json`)
    assert.ok(linksOf(order).some((href) => href.includes('/orders/')))
    assert.match(order, /&amp;\\&quot;quoted/)
    assert.match(order, /data-copy="\{/)
    const card = await portal.page(`${portal.base}/cards/${things['card'] ?? ''}?view=json`)
    assert.ok(linksOf(card).some((href) => href.includes('/cardholders/')))
    assert.ok(linksOf(card).some((href) => href.includes('/ledger/')))
  })

  test('keeps the filter of a list, and is not found for an unknown id', async () => {
    const { portal } = at
    const page = await portal.page(`${portal.base}/orders?filter=all&view=json`)
    assert.match(page, /href="[^"]*\/orders\?filter=all"/)
    assert.equal((await portal.get(`${portal.base}/orders/none?view=json`)).status, 404)
  })
})
