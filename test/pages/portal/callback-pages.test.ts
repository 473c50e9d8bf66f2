// The pages of sent callbacks match their snapshot: every signature, every outcome.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transcript, namesOfProject } from '../../kit/transcript.ts'
import { type Behaviour, answer, Receiver } from '../../kit/callback-receiver.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { newMerchant } from '../../kit/merchant.ts'
import { onPortal, portalOf, wordsOf } from '../../kit/portal.ts'

interface Inbox {
  readonly items: readonly { readonly id: string; readonly attempts: readonly unknown[] }[]
}

/** No receiver listens on the discard port. */
const NOBODYS = { callbackUrl: 'http://127.0.0.1:9/told' }

// prettier-ignore
const SENT: readonly (readonly [name: string, settings: Readonly<Record<string, unknown>>, behaviour: Behaviour])[] = [
  ['signed by HMAC and taken',       { callbackSignature: 'hmac', callbackMethod: 'GET' },  answer(200, 'thanks <b>')],
  ['signed by RSA and refused',      { callbackSignature: 'rsa',  callbackMethod: 'POST' }, answer(500, 'no')],
  ['not signed and answered 204',    { callbackSignature: 'none', callbackMethod: 'POST' }, answer(204)],
  ['not answered',                   { callbackSignature: 'none', callbackMethod: 'GET', ...NOBODYS }, answer(200)],
]

onPortal('The pages of sent callbacks', (at) => {
  test('have not changed', async (context) => {
    const { sandbox } = at.portal
    const receiver = await Receiver.open()
    context.after(() => receiver.close())
    const portal = portalOf(sandbox, await newMerchant(sandbox))
    const { merchant, base } = portal
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const transcript = new Transcript([
      [receiver.url(), 'RECEIVER'],
      [String(receiver.port), 'PORT'],
      [/(?<=<span>)\d+ ms/g, 'MILLISECONDS'],
      [/^span \d+ ms|\b\d+ ms\b/gm, 'MILLISECONDS'],
      [/Date: [^G]*GMT/g, 'DATE'],
      [/[\dA-F]{128,}/g, 'SIGNATURE'],
      ...namesOfProject(merchant.project),
    ])
    /** The newest callback, once it has an attempt. */
    const attempted = async (): Promise<string> => {
      for (;;) {
        const { items } = bodyOf<Inbox>(await call('GET', '/control/v1/callbacks'), 200)
        const [newest] = items
        if (newest !== undefined && newest.attempts.length > 0) return newest.id
      }
    }
    for (const [name, settings, behaviour] of SENT) {
      receiver.script.push(behaviour)
      await merchant.changeSettings({ callbackUrl: receiver.url(), ...settings })
      await merchant.paidOrder({ orderNumber: name.slice(0, 30) })
      const id = await attempted()
      transcript.record(name, await portal.get(`${base}/callbacks/${id}`))
      await merchant.advanceClock(1000)
    }
    for (const filter of ['', 'delivered', 'waiting', 'failed'])
      transcript.record(`listed ${filter}`, await portal.get(`${base}/callbacks?filter=${filter}`))
    const page = await portal.page(`${base}/callbacks`)
    const [, path = ''] = /href="([^"]*\/callbacks\/\d+)"/.exec(page) ?? []
    const again = await portal.submit(await portal.page(path), 'resend')
    transcript.record('sent again', again)
    transcript.record('sending all again', await portal.get(`${base}/callbacks/resend`))
    transcript.assertMatches(new URL('snapshots/sent-callbacks.txt', import.meta.url))
  })
})

onPortal('The preview of callbacks', (at) => {
  test('has the URL of its order, whether or not the project has one', async () => {
    const { sandbox } = at.portal
    const portal = portalOf(sandbox, await newMerchant(sandbox))
    await portal.merchant.paidOrder({
      orderNumber: 'own',
      dynamicCallbackUrl: 'http://shop.example/own',
    })
    for (const callbackUrl of ['', 'http://shop.example/told']) {
      const path = `${portal.base}/callbacks/settings/preview`
      const { text } = await portal.post(path, { callbackUrl, callbackMethod: 'POST' })
      assert.match(
        wordsOf(text),
        /For the order own , which names its own callback URL\s?\. POST http:\/\/shop\.example\/own/,
        callbackUrl,
      )
    }
  })
})
