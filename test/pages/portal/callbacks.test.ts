// Callbacks on the portal's pages: the inbox, one of them with its checksum, sending again, and where they go.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hmacChecksum } from '../../../src/callbacks/checksum.ts'
import { plain } from '../../kit/checkout.ts'
import { onPortal, sectionOf, wordsOf } from '../../kit/portal.ts'

onPortal('Callbacks of the portal', (at) => {
  test('are kept, shown with the way to their checksum, and wait for an address', async () => {
    const { portal } = at
    const { merchant, base } = portal
    assert.match(wordsOf(await portal.page(`${base}/callbacks`)), /No address is set/)
    const order = await merchant.paidOrder({ orderNumber: 'told' })
    const inbox = await portal.page(`${base}/callbacks?filter=unaddressed`)
    assert.match(wordsOf(inbox), /deposited no address set told 0 just now/)
    assert.match(wordsOf(await portal.page(`${base}/callbacks?filter=failed`)), /appear here/)
    const [, path = ''] = /href="([^"]*\/callbacks\/\d+)"/.exec(inbox) ?? []
    const page = await portal.page(path)
    const [text = '', checksum = ''] = [
      ...sectionOf(page, 'The checksum, step by step').matchAll(/<code>([^<]*)<\/code><\/pre>/g),
    ].map(([, code = '']) => plain(code))
    assert.match(
      text,
      new RegExp(`^mdOrder;${order};operation;deposited;orderNumber;told;status;1;$`),
    )
    const parameters = text
      .split(';')
      .slice(0, -1)
      .reduce<string[][]>((pairs, each, index) => {
        if (index % 2 === 0) return [...pairs, [each]]
        return [...pairs.slice(0, -1), [...(pairs.at(-1) ?? []), each]]
      }, [])
      .map(([name = '', value = '']) => [name, value] as const)
    const { callbackKey } = merchant.project.secrets.interfaceC
    assert.equal(checksum, hmacChecksum(parameters, callbackKey))
    const { status, text: refused } = await portal.submit(page, 'resend')
    assert.equal(status, 422)
    assert.match(wordsOf(refused), /Set one in the settings of callbacks first/)
  })

  test('go where the settings say, which show their PATCH and keep what was typed', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const settings = await portal.page(`${base}/callbacks/settings`)
    for (const callbackUrl of [
      'nowhere',
      'ftp://a.example',
      'javascript:alert(1)',
      `http://a.example/${'x'.repeat(600)}`,
    ]) {
      const { status, text } = await portal.submit(settings, 'callback-settings', { callbackUrl })
      assert.equal(status, 422, callbackUrl)
      assert.match(wordsOf(text), /Nothing was changed\. Address : It must/)
      assert.ok(text.includes(`value="${callbackUrl}"`))
    }
    // Nobody listens on the discard port.
    const saved = await portal.done(settings, 'callback-settings', {
      callbackUrl: 'http://127.0.0.1:9/told',
      callbackMethod: 'POST',
      callbackSignature: 'none',
      callbackOperations: 'refunded',
    })
    assert.match(
      wordsOf(saved),
      /Saved The call PATCH \/control\/v1\/project .*"callbackMethod":"POST"/,
    )
    const { json } = await portal.sandbox.call('GET', '/control/v1/project', {
      headers: { 'x-api-key': merchant.project.secrets.interfaceB.apiKey },
    })
    const { callbackUrl, callbackOperations, callbackSignature } = (
      json as { settings: Record<string, unknown> }
    ).settings
    assert.deepEqual(
      [callbackUrl, callbackOperations, callbackSignature],
      ['http://127.0.0.1:9/told', ['refunded'], 'none'],
    )
  })

  test('are sent again at a press', async () => {
    const { portal } = at
    const { base } = portal
    const [, path = ''] =
      /href="([^"]*\/callbacks\/\d+)"/.exec(await portal.page(`${base}/callbacks`)) ?? []
    const page = await portal.done(await portal.page(path), 'resend')
    assert.match(wordsOf(page), /Queued anew The call POST \/control\/v1\/callbacks\/\d+\/resend/)
    const all = await portal.post(`${base}/callbacks/resend`)
    assert.equal(all.headers['location'], `${base}/callbacks?resent=0`)
  })
})
