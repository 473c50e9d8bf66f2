// The faults page of the portal: faults are listed with their uses, added by a button or a form,
// and deleted; every page has a banner.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectCall } from '../../kit/control.ts'
import { onPortal, type Portal, wordsOf } from '../../kit/portal.ts'

const BANNER = /Faults are active: some calls or callbacks fail on purpose\. Open faults/

onPortal('The faults page of the portal', (at) => {
  const pageOf = ({ base }: Portal, path = '/faults') => at.portal.page(base + path)
  const faultsOf = async ({ sandbox, merchant }: Portal): Promise<readonly object[]> => {
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const { json } = await call('GET', '/control/v1/faults')
    const { faults } = json as { faults: Record<string, unknown>[] }
    return faults.map(({ id: _id, calls: _calls, injected: _injected, ...fault }) => fault)
  }
  const post = (portal: Portal, path: string, form: Record<string, string>) =>
    portal.post(`${portal.base}${path}`, form)

  test('adds faults by a button, shows their uses, and deletes them all', async () => {
    const { portal } = at
    assert.match(wordsOf(await pageOf(portal)), /No faults\. Calls and callbacks work normally\./)
    const added = await post(portal, '/faults', { preset: 'lost-registration' })
    assert.equal(added.headers['location'], `${portal.base}/faults?did=added`)
    const page = wordsOf(await pageOf(portal, '/faults?did=added'))
    assert.match(page, /Fault added/)
    assert.match(page, /Reset after the commit The next call of register No call yet\./)
    await assert.rejects(portal.merchant.register())
    assert.match(wordsOf(await pageOf(portal)), /used up .*Acted on 1 of 1 call\./)
    assert.equal((await post(portal, '/faults/end', {})).status, 303)
    assert.deepEqual(await faultsOf(portal), [])
  })

  test('shows a banner on every page until the faults are deleted', async () => {
    const { portal } = at
    await post(portal, '/faults', { preset: 'twice' })
    for (const path of ['', '/orders', '/clock', '/settings'])
      assert.match(wordsOf(await pageOf(portal, path)), BANNER, path)
    await post(portal, '/faults/delete', { fault: 'fault-1' })
    assert.doesNotMatch(wordsOf(await pageOf(portal, '/orders')), BANNER)
  })

  test('adds faults by a form with the fields of their kind', async () => {
    const { portal } = at
    const page = await pageOf(portal, '/faults?kind=latency')
    await portal.done(page, 'fault', {
      operation: 'all-B',
      times: '3',
      rate: '12.5',
      ms: '250',
      jitterMs: '50',
    })
    await portal.done(await pageOf(portal, '/faults?kind=error'), 'fault', {
      operation: 'register',
      status: '503',
    })
    await portal.done(await pageOf(portal, '/faults?kind=drop'), 'fault', { operation: 'refunded' })
    const all = { api: null, operation: null, times: null, rate: 1, left: null }
    assert.deepEqual(await faultsOf(portal), [
      { ...all, kind: 'latency', api: 'B', times: 3, left: 3, rate: 0.125, ms: 250, jitterMs: 50 },
      { ...all, kind: 'error', operation: 'register', status: 503 },
      { ...all, kind: 'drop', operation: 'refunded' },
    ])
    assert.match(
      wordsOf(await pageOf(portal)),
      /Latency, 0\.25 to 0\.3 s The next 3 calls of interface B, with a probability of 12\.5%/,
    )
    await post(portal, '/faults/end', {})
  })

  test('reports an invalid value at its field, and keeps the input', async () => {
    const { portal } = at
    // prettier-ignore
    const mistakes: readonly (readonly [form: Record<string, string>, text: RegExp])[] = [
      [{ kind: 'latency', ms: '60001' },          /Time ?: It must be from 0 to 60000\./],
      [{ kind: 'latency', ms: 'soon' },           /Time ?: Enter a whole number\./],
      [{ kind: 'error', times: '0' },             /Number of calls ?: It must be/],
      [{ kind: 'error', rate: '101' },            /Probability ?: Enter a percentage above 0, up to 100\./],
      [{ kind: 'error', operation: 'regster' },   /Calls ?: It is no operation of interface A, B or C\. Did you mean register\?/],
    ]
    for (const [form, text] of mistakes) {
      const answer = await post(portal, '/faults', form)
      assert.equal(answer.status, 422)
      assert.match(wordsOf(answer.text), text)
    }
    for (const kind of ['none', ''])
      assert.equal((await post(portal, '/faults', { kind })).status, 404)
    assert.equal((await post(portal, '/faults/delete', { fault: 'none' })).status, 404)
    assert.deepEqual(await faultsOf(portal), [])
  })

  test('shows a broken connection in the reference', async () => {
    const { portal } = at
    for (const [preset, text] of [
      ['lost-registration', /No response .*A fault of the project broke the connection\./],
      ['unavailable', /503 Service Unavailable .*sandcard-fault error/],
    ] as const) {
      await post(portal, '/faults', { preset })
      const page = await pageOf(portal, '/docs/c/register')
      const sent = await portal.submit(page, 'send')
      assert.match(wordsOf(sent.text), text)
      await post(portal, '/faults/end', {})
    }
  })
})
