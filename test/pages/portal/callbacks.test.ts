// Callbacks on the portal: the list, one callback with its checksum, resending, and the callback
// URL.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { hmacChecksum } from '../../../src/callbacks/checksum.ts'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { plain } from '../../kit/checkout.ts'
import { bodyOf, type ProblemShape, projectCall } from '../../kit/control.ts'
import { type Json, newMerchant } from '../../kit/merchant.ts'
import { onPortal, portalOf, sectionOf, wordsOf } from '../../kit/portal.ts'
import { runSql } from '../../kit/sql.ts'

/** No receiver listens on the discard port. */
const NO_RECEIVER = 'http://127.0.0.1:9/told'

onPortal('Callbacks of the portal', (at) => {
  test('are stored and shown with the steps of their checksum, and wait for a callback URL', async () => {
    const { portal } = at
    const { merchant, base } = portal
    assert.match(wordsOf(await portal.page(`${base}/callbacks`)), /No callback URL yet/)
    const order = await merchant.paidOrder({ orderNumber: 'told' })
    const inbox = await portal.page(`${base}/callbacks?filter=captured`)
    assert.match(wordsOf(inbox), /deposited no callback URL told 0 just now/)
    for (const [filter, says] of [
      ['failing', /No failing callbacks/],
      ['failed', /No failed callbacks\. Callbacks appear here after/],
      ['retrying', /a retry follows\. .*No callbacks are being retried/],
      ['untried', /No attempt has failed\. .*waiting for their first attempt/],
      ['waiting', /All callbacks that will be sent or retried\. .*No waiting callbacks/],
      ['delivered', /No delivered callbacks yet/],
    ] as const)
      assert.match(wordsOf(await portal.page(`${base}/callbacks?filter=${filter}`)), says)
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
    const setUrl = `href="${base}/callbacks/settings">Set a callback URL</a>`
    assert.ok(page.includes(`class="button" ${setUrl}`))
    assert.ok(!page.includes('Resend callback'))
    assert.ok(!inbox.includes('Resend selected'))
    // The URL was removed after the page was opened.
    const { status, text: refused } = await portal.post(`${path}/resend`, {})
    assert.equal(status, 422)
    assert.match(wordsOf(refused), /Set a callback URL , then resend the callback/)
    assert.ok(refused.includes(`<a ${setUrl}`))
  })

  test('are sent to the URL in the settings, which show the PATCH request and keep the input', async () => {
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
      assert.match(wordsOf(text), /Check this field: Callback URL : It must/)
      assert.ok(text.includes(`value="${callbackUrl}"`))
    }
    const previewed = await portal.post(`${base}/callbacks/settings/preview`, {
      callbackUrl: 'http://shop.example/told?a=1',
      callbackMethod: 'GET',
      callbackSignature: 'none',
      callbackParameters: 'maskedPan',
    })
    assert.match(
      wordsOf(previewed.text),
      /Preview For the order told\s?\. GET http:\/\/shop\.example\/told a 1 mdOrder \S+ orderNumber told operation deposited status 1 maskedPan \S+ The same|Same as/,
    )
    assert.match(await portal.page(`${base}/callbacks/settings`), /name="callbackUrl"\s+value=""/)
    // The discard port has no listener.
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

  test('are resent with one click', async () => {
    const { portal } = at
    const { base } = portal
    const [, path = ''] =
      /href="([^"]*\/callbacks\/\d+)"/.exec(await portal.page(`${base}/callbacks`)) ?? []
    const page = await portal.done(await portal.page(path), 'resend')
    // The sender, whose connection is refused, may be done before the page is read.
    assert.match(
      wordsOf(page),
      /(?:Sending again|Callback not delivered No response: .*) The call POST \/control\/v1\/callbacks\/\d+\/resend/,
    )
    const all = await portal.post(`${base}/callbacks/resend`, { which: 'failed' })
    assert.equal(all.headers['location'], `${base}/callbacks?did=resend&resent=0`)
    const id = path.split('/').at(-1) ?? ''
    assert.match(
      await portal.page(`${base}/callbacks`),
      new RegExp(`value="${id}"\\s+form="resend-`),
    )
    const chosen = await portal.post(`${base}/callbacks/resend`, { id })
    assert.equal(chosen.headers['location'], `${base}/callbacks?did=resend&resent=1`)
    const none = await portal.post(`${base}/callbacks/resend`)
    assert.equal(none.status, 422)
    assert.match(wordsOf(none.text), /Select the callbacks to resend/)
  })

  test('are verified: the page compares the received callback with the sent one and names the cause', async () => {
    const { portal } = at
    const { merchant, base } = portal
    await merchant.changeSettings({ callbackOperations: ['deposited'], callbackSignature: 'hmac' })
    const order = await merchant.paidOrder({ orderNumber: 'to verify' })
    await merchant.changeSettings({ callbackOperations: ['refunded'] })
    const { callbackKey } = merchant.project.secrets.interfaceC
    const told = {
      mdOrder: order,
      orderNumber: 'to verify',
      operation: 'deposited',
      status: '1',
    }
    const sorted = `mdOrder;${order};operation;deposited;orderNumber;to verify;status;1;`
    const hmac = (text: string, key = callbackKey) =>
      createHmac('sha256', key).update(text).digest('hex').toUpperCase()
    const query = (checksum: string, parameters: Readonly<Record<string, string>> = told) =>
      new URLSearchParams({ ...parameters, checksum }).toString()
    const unsorted = `mdOrder;${order};orderNumber;to verify;operation;deposited;status;1;`
    const incomplete = { mdOrder: order, orderNumber: 'to verify', operation: 'deposited' }
    // prettier-ignore
    const CASES: readonly (readonly [received: string, says: RegExp, checksum?: string])[] = [
      [query(hmac(sorted)), /The checksum is correct\. It is signed with callbackKey ••••[a-z2-7]{4} \. It is this callback/],
      [`GET /told?${query(hmac(sorted))} HTTP/1.1`, /The checksum is correct/],
      [JSON.stringify({ ...told, checksum: hmac(sorted) }), /The checksum is correct/],
      [sorted, /The checksum is correct/, hmac(sorted)],
      [query(hmac(sorted).toLowerCase()), /in lower case/],
      [query(hmac(sorted.slice(0, -1))), /The last “;” is missing/],
      [query(hmac(unsorted)), /not sorted by name/],
      [unsorted, /not sorted/, hmac(unsorted)],
      [query(hmac(sorted)), /still URL-encoded/, hmac(sorted.replace('to verify', 'to+verify'))],
      [query(hmac(sorted)), /The parameter operation is not signed/, hmac(sorted.replace('operation;deposited;', ''))],
      [query(hmac(sorted)), /computed with the password of interface C/, hmac(sorted, merchant.project.secrets.interfaceC.password)],
      [query(hmac(sorted)), /contains the checksum itself/, hmac(`checksum;${hmac(sorted)};${sorted}`)],
      [query(hmac(sorted)), /not sorted by name\. .* in lower case/, hmac(unsorted).toLowerCase()],
      [query(hmac(sorted), incomplete), /status was 1 when signed; you do not have it\./],
      [query(hmac(sorted), { ...told, utm: 'x' }), /utm was not signed; you have x\./],
      [query(hmac(sorted), { ...told, orderNumber: 'other' }), /orderNumber was “to verify” when signed; you have other\./],
      [query(hmac(sorted), { ...told, status: '0' }), /Checksum mismatch\. It is this callback \. status was 1 when signed; you have 0\./],
      [query('00', { ...told, status: '0' }), /status was 1 when signed; you have 0\./],
      [query('00'), /Checksum mismatch\. .* Check that you sign with callbackKey ••••[a-z2-7]{4} \./],
      [new URLSearchParams(told).toString(), /There is no checksum to verify/],
    ]
    for (const [received, says, checksum = ''] of CASES) {
      const asked = new URLSearchParams({ received, checksum }).toString()
      const page = wordsOf(await portal.page(`${base}/callbacks/verifier?${asked}`))
      assert.match(page, says, received)
      assert.ok(page.includes(sorted) && page.includes(hmac(sorted)), received)
    }
    for (const received of [' ', 'what is this?', 'a;b;c', '{"a":', 'x='.repeat(2001)]) {
      const asked = new URLSearchParams({ received }).toString()
      const { status, text } = await portal.get(`${base}/callbacks/verifier?${asked}`)
      assert.equal(status, 422, received)
      assert.match(
        wordsOf(text),
        /Received : (Paste what|We could not read this|Paste at most 4000 characters)/,
      )
    }
    const call = projectCall(portal.sandbox, merchant.project.secrets.interfaceB.apiKey)
    for (const received of ['what is this?', 'a;b;c', '{"a":']) {
      const answer = await call('POST', '/control/v1/callbacks/verify', { received })
      assert.deepEqual(
        bodyOf<ProblemShape>(answer, 422).errors,
        [{ pointer: '/received', detail: 'must be a query, a form, JSON or a signed string' }],
        received,
      )
    }
    const unsortedPage = await portal.page(
      `${base}/callbacks/verifier?${new URLSearchParams({ received: 'status=1&operation=deposited' }).toString()}`,
    )
    assert.match(wordsOf(unsortedPage), /operation deposited status 1/)
    const empty = wordsOf(await portal.page(`${base}/callbacks/verifier`))
    assert.match(empty, /Paste what your server received/)
  })

  test('are verified against the callback of the order with the same event, and status if possible', async () => {
    const { portal } = at
    const { merchant } = portal
    const call = projectCall(portal.sandbox, merchant.project.secrets.interfaceB.apiKey)
    await merchant.changeSettings({ callbackOperations: ['approved', 'deposited'] })
    const mdOrder = await merchant.heldOrder()
    await merchant.callOk('deposit', { orderId: mdOrder, amount: 0 })
    await merchant.changeSettings({ callbackOperations: ['refunded'] })
    const ids: unknown[] = []
    for (const [operation, status] of [
      ['approved', '1'],
      ['deposited', '1'],
      ['deposited', '0'],
      ['refunded', '1'],
    ] as const) {
      const received = new URLSearchParams({ mdOrder, operation, status }).toString()
      const judged = bodyOf<Json>(
        await call('POST', '/control/v1/callbacks/verify', { received }),
        200,
      )
      ids.push(judged['callbackId'])
    }
    const [approved, deposited, changed, ...others] = ids
    assert.ok(Number(deposited) > Number(approved), `${String(approved)} and ${String(deposited)}`)
    assert.equal(changed, deposited)
    assert.deepEqual(others, [null])
  })

  test('are verified with the key before a rotation, and with RSA', async () => {
    const { portal } = at
    const { merchant } = portal
    const call = projectCall(portal.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const verify = async (received: string, checksum?: string) =>
      bodyOf<Json>(
        await call('POST', '/control/v1/callbacks/verify', {
          received,
          ...(checksum && { checksum }),
        }),
        200,
      )
    const body = { alias: 'second', key: 'another-key' }
    bodyOf(await call('POST', '/control/v1/callback-keys', body), 201)
    const told = 'operation=bindingCreated&status=1'
    const text = 'operation;bindingCreated;status;1;'
    const signed = (key: string) =>
      createHmac('sha256', key).update(text).digest('hex').toUpperCase()
    const { callbackKey } = merchant.project.secrets.interfaceC
    for (const [checksum, verdict] of [
      [signed(callbackKey), 'right'],
      [signed('another-key'), 'right'],
      [signed('a third'), 'unexplained'],
    ] as const)
      assert.equal((await verify(told, checksum))['verdict'], verdict)
    // The two parameters that contain the signature are not signed.
    await merchant.changeSettings({ callbackOperations: ['deposited'] })
    const mdOrder = await merchant.paidOrder({ orderNumber: 'signed by an alias' })
    await merchant.changeSettings({ callbackOperations: ['refunded'] })
    const query = `mdOrder=${mdOrder}&operation=deposited&status=1`
    const named = { name: 'orderNumber', value: 'signed by an alias' }
    assert.deepEqual((await verify(query))['missing'], [named])
    bodyOf(await call('PATCH', '/control/v1/project', { callbackSignature: 'rsa' }), 200)
    const { checksum: rsa, key } = await verify(told)
    assert.equal(key, 'the RSA key')
    const judged = await verify(`${told}&checksum=${String(rsa)}`)
    assert.deepEqual([judged['verdict'], judged['causes']], ['right', []])
    bodyOf(await call('PATCH', '/control/v1/project', { callbackSignature: 'hmac' }), 200)
  })

  test('are sent as tests with a test flag, and otherwise like ordinary callbacks', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const order = await merchant.paidOrder({ orderNumber: 'tried out' })
    const page = await portal.page(`${base}/callbacks/test`)
    assert.match(page, /value="tried out"/)
    const sent = await portal.done(page, 'test-send', {
      order: ' tried out ',
      event: 'refunded',
    })
    // The attempt may have ended before the page was read.
    assert.match(
      wordsOf(sent),
      /refunded \S.* test .*The call POST \/control\/v1\/callbacks\/test .*sandcardTest true/,
    )
    const call = projectCall(portal.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const { items } = bodyOf<{ items: Json[] }>(
      await call('GET', `/control/v1/callbacks?orderId=${order}`),
      200,
    )
    assert.deepEqual(
      items.map(({ test, operation }) => [test, operation]),
      [[true, 'refunded']],
    )
    const { orderStatus } = await merchant.status(order)
    assert.equal(orderStatus, 2)
    const path = '/control/v1/callbacks/test'
    for (const [body, status] of [
      [{ orderId: order, operation: 'declinedByTimeout' }, 202],
      [{ orderId: order, operation: 'approved', status: 0 }, 202],
      [{ orderId: order, operation: 'reversed', status: 0 }, 422],
      [{ orderId: order, operation: 'declinedCardPresent' }, 422],
      [{ orderId: order, operation: 'bindingCreated' }, 422],
      [{ orderId: '0196b0a0-0000-7000-8000-000000000000', operation: 'approved' }, 404],
    ] as const)
      assert.equal((await call('POST', path, body)).status, status, JSON.stringify(body))
    for (const [fields, says] of [
      [{ order: 'nobody' }, /Order : This project has no such order/],
      [{ event: 'nothing' }, /Event : Select an event/],
      [{ event: 'binding-created' }, /Event : The order did not create a binding/],
    ] as const) {
      const { status, text } = await portal.submit(page, 'test-send', fields)
      assert.equal(status, 422)
      assert.match(wordsOf(text), says)
    }
  })

  test('are filtered by the order number, and exported as CSV', async () => {
    const { portal } = at
    const { base } = portal
    const found = wordsOf(await portal.page(`${base}/callbacks?order=told`))
    assert.match(found, /deposited .* told/)
    assert.doesNotMatch(found, /to verify/)
    const page = await portal.page(`${base}/callbacks?order=told`)
    const [, link = ''] = /href="([^"]*callbacks[^"]*\.csv[^"]*)"/.exec(page) ?? []
    const { text } = await portal.get(plain(link))
    const [header = '', first = ''] = text.split('\r\n')
    assert.match(header, /^callback_id,created_at,operation,status,state,order_id,order_number/)
    assert.match(first, /^\d+,[^,]+,deposited,1,\w+,[\w-]+,told,/)
  })

  test('are counted if they failed, and resending all of these requires a confirmation', async () => {
    const { portal } = at
    const { base } = portal
    const none = wordsOf(await portal.page(`${base}/callbacks/resend`))
    assert.match(none, /No failed callbacks/)
    const { datasetId } = portal.merchant.project
    const state = `update callback set state = 'failed', due_at = null where project_id = ${datasetId}`
    await runSql(portal.sandbox.sandcard.service.config.database, state)
    const inbox = await portal.page(`${base}/callbacks?filter=failed`)
    assert.match(inbox, /href="[^"]*\/callbacks\/resend\?filter=failed"/)
    const ask = await portal.page(`${base}/callbacks/resend`)
    const [, count = ''] = /(\d+) callbacks have failed/.exec(wordsOf(ask)) ?? []
    assert.ok(Number(count) > 1)
    assert.match(
      wordsOf(await portal.done(ask, 'resend-failed')),
      new RegExp(`Sending ${count} again`),
    )
  })

  test('are listed on Start while they fail, with the attempts so far and the time of the next one', async () => {
    const { sandbox } = at.portal
    const portal = portalOf(sandbox, await newMerchant(sandbox))
    const { merchant, base } = portal
    await merchant.paidOrder({ orderNumber: 'retried', dynamicCallbackUrl: NO_RECEIVER })
    const inbox = await CallbackMerchant.of(sandbox, merchant.project)
    const failedTimes = (times: number) => inbox.inboxOnce(([one]) => one?.failures === times)
    for (const [index, pauseMs] of [30_000, 30_000, 30_000, 60_000].entries()) {
      await failedTimes(index + 1)
      await merchant.advanceClock(pauseMs)
    }
    await failedTimes(5)
    const start = await portal.page(base)
    const [, link = ''] = /href="([^"]*)">\s*All failing callbacks/.exec(start) ?? []
    const listed = await portal.page(plain(link))
    assert.match(wordsOf(listed), /deposited retrying · 5 attempts · next in 2 min\. retried/)
    assert.match(
      wordsOf(await portal.page(`${base}/callbacks?filter=failed`)),
      /No failed callbacks/,
    )
    const [, resend = ''] = /href="([^"]*)"\s*>Resend all failing callbacks/.exec(listed) ?? []
    const asked = await portal.page(plain(resend))
    assert.match(wordsOf(asked), /1 callback is failing/)
    assert.match(wordsOf(await portal.done(asked, 'resend-failed')), /Sending 1 again/)
  })
})
