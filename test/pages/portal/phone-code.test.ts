// The QR code of a payment page, read by a decoder as a phone reads it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import jsqr from 'jsqr'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Portal, portalOf } from '../../kit/portal.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const PUBLIC_URL = 'https://sandcard.example'

onEveryDatabase('The page of an unpaid order', (database) => {
  const sandboxes: Sandbox[] = []
  let merchant: Merchant
  let local: Portal
  let reachable: Portal
  before(async () => {
    const open = async (config: { readonly publicUrl?: string }): Promise<Portal> => {
      const sandbox = await startSandbox(database, { config })
      sandboxes.push(sandbox)
      merchant = await newMerchant(sandbox)
      return portalOf(sandbox, merchant)
    }
    local = await open({})
    reachable = await open({ publicUrl: PUBLIC_URL })
  })
  after(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())))

  test('has a QR code of the payment page if PUBLIC_URL is not a loopback address', async () => {
    const orderId = await merchant.register()
    const page = await reachable.page(`${reachable.base}/orders/${orderId}`)
    const [, path = ''] = /<svg[^>]*class="qr-code"[^>]*>\s*<path d="([^"]*)"/.exec(page) ?? []
    const url = decoded(path) ?? ''
    assert.ok(url.startsWith(`${PUBLIC_URL}/payment/merchants/`), url)
    assert.equal(new URL(url).searchParams.get('mdOrder'), orderId)
    await merchant.pay(orderId)
    assert.doesNotMatch(await reachable.page(`${reachable.base}/orders/${orderId}`), /qr-code/)
  })

  test('has no QR code if PUBLIC_URL is a loopback address, which a phone cannot reach', async () => {
    const orderId = await local.merchant.register()
    assert.doesNotMatch(await local.page(`${local.base}/orders/${orderId}`), /qr-code/)
  })
})

/** Draws the squares of the path, four pixels each, and reads them. */
function decoded(path: string): string | undefined {
  const SCALE = 4
  const MARGIN = 4
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map((run) =>
    run.slice(1).map(Number),
  )
  const side = (Math.max(...runs.map(([, y = 0]) => y)) + 1 + 2 * MARGIN) * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [x = 0, y = 0, width = 0] of runs)
    for (let row = 0; row < SCALE; row++) {
      const start = (((y + MARGIN) * SCALE + row) * side + (x + MARGIN) * SCALE) * 4
      for (let at = start; at < start + width * SCALE * 4; at += 4) pixels.fill(0, at, at + 3)
    }
  return jsqr.default(pixels, side, side)?.data
}
