// Clock, keys and settings on the portal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProject } from '../../../src/web/http/demo-project.ts'
import { onPortal, type Portal, sectionOf, wordsOf } from '../../kit/portal.ts'

const settingsOf = async ({ sandbox, merchant }: Portal): Promise<Record<string, unknown>> => {
  const headers = { 'x-api-key': merchant.project.secrets.interfaceB.apiKey }
  const { json } = await sandbox.call('GET', '/control/v1/project', { headers })
  return (json as { settings: Record<string, unknown> }).settings
}

onPortal('The clock of the portal', (at) => {
  test('lists due work, and runs it', async () => {
    const { portal } = at
    const { merchant, base } = portal
    assert.match(wordsOf(await portal.page(`${base}/clock`)), /No order is due\. Orders waiting/)
    for (const orderNumber of ['waits', 'waits too']) await merchant.register({ orderNumber })
    await merchant.heldOrder({ orderNumber: 'held' })
    const page = await portal.page(`${base}/clock`)
    assert.match(wordsOf(sectionOf(page, 'Due next')), /waits Expires in 20 min\./)
    assert.match(
      wordsOf(sectionOf(page, 'Advance by')),
      /20 minutes 2 orders expire 6 hours 2 orders expire .* 1 week 2 orders expire, 1 hold is released/,
    )
    const moved = await portal.post(`${base}/clock`, { move: 'week' })
    const after = await portal.page(String(moved.headers['location']))
    assert.match(
      wordsOf(after),
      /Done: 2 orders expired, 1 hold was released\. The call POST \/control\/v1\/clock .*"advance":"P7D".* Show them/,
    )
    assert.match(wordsOf(after), /2031-05-17 10:00:00 UTC frozen/)
    const ran = sectionOf(after, 'Last advance')
    assert.match(wordsOf(ran), /waits expired .* waits too expired .* held reversed/)
    assert.equal([...ran.matchAll(/href="[^"]*\/orders\/[\da-f-]{36}"/g)].length, 3)
  })

  test('leads to no work after a move in which nothing was due', async () => {
    const { portal } = at
    const moved = await portal.post(`${portal.base}/clock`, { move: 'minutes' })
    const after = wordsOf(await portal.page(String(moved.headers['location'])))
    assert.match(after, /Done: nothing was due\./)
    assert.doesNotMatch(after, /Show them/)
  })

  test('previews a move without performing it', async () => {
    const { portal } = at
    const { merchant, base } = portal
    await merchant.register({ orderNumber: 'foreseen' })
    const before = await portal.page(`${base}/clock`)
    const foreseen = await portal.page(`${base}/clock?to=2031-05-18T00:00Z`)
    assert.match(wordsOf(foreseen), /Until 2031-05-18 00:00:00 UTC: 1 order expires\./)
    for (const page of [before, foreseen]) assert.match(wordsOf(page), /2031-05-17 10:00:00 UTC/)
    for (const to of ['2030-01-01T00:00Z', '2031-02-31T00:00Z', '99999-01-01T00:00Z', 'soon'])
      assert.doesNotMatch(wordsOf(await portal.page(`${base}/clock?to=${to}`)), /Until/)
  })

  test('lists waiting callbacks among the due work', async () => {
    const { portal } = at
    // The discard port has no listener, so the callback waits for its first attempt, or for the
    // next one.
    await portal.merchant.changeSettings({ callbackUrl: 'http://127.0.0.1:9/told' })
    await portal.merchant.paidOrder()
    const due = sectionOf(await portal.page(`${portal.base}/clock`), 'Due next')
    assert.match(wordsOf(due), /Callback deposited [\da-f]{8}…[\da-f]{4} /)
  })

  test('can be set to a later time, and refuses invalid times', async () => {
    const { portal } = at
    const page = await portal.page(`${portal.base}/clock`)
    for (const to of [
      '',
      'soon',
      '2031-02-30T00:00Z',
      '2030-01-01T00:00Z',
      '9999-12-31T00:00Z',
      '2032-01-01',
    ]) {
      const { status, text } = await portal.submit(page, 'clock-set', { to })
      assert.equal(status, 422, to)
      assert.match(wordsOf(text), /Check this field: Time :/)
    }
    const past = await portal.submit(page, 'clock-set', { to: '2030-01-01T00:00Z' })
    assert.match(wordsOf(past.text), /time is already 2031-\S+ Choose a later time, or reset/)
    const set = await portal.done(page, 'clock-set', { to: '2031-06-01T00:00Z' })
    assert.match(wordsOf(set), /2031-06-01 00:00:00 UTC/)
  })

  test('stops and resumes with one click', async () => {
    const { portal } = at
    const path = `${portal.base}/clock`
    await portal.post(path, { move: 'unfreeze' })
    assert.match(wordsOf(await portal.page(path)), /running/)
    await portal.post(path, { move: 'freeze' })
    assert.match(wordsOf(await portal.page(path)), /frozen/)
  })
})

onPortal('The keys of the portal', (at) => {
  test('are shown on request and rotated; the demo project keeps its keys', async () => {
    const { portal } = at
    const { sandbox, merchant, base } = portal
    const page = await portal.page(`${base}/keys`)
    const { interfaceB, interfaceA } = merchant.project.secrets
    assert.ok(!page.includes(`data-copy="${interfaceB.apiKey}"`))
    const open = await portal.post(`${base}/keys/show`)
    for (const value of [interfaceB.apiKey, interfaceA.password])
      assert.ok(open.text.includes(`data-copy="${value}"`))
    const one = await portal.post(`${base}/keys/show`, { key: 'A.password' })
    assert.ok(one.text.includes(`data-copy="${interfaceA.password}"`))
    assert.ok(!one.text.includes(`data-copy="${interfaceB.apiKey}"`))
    const rotated = await portal.done(page, 'rotate-A', { overlap: '0' })
    assert.match(
      wordsOf(rotated),
      /New password of interface A created .*"interface":"A","overlapSeconds":0.* Copy the new value password of interface A [a-z2-7]{24} The old one no longer works\./,
    )
    assert.match(
      wordsOf(await portal.done(page, 'rotate-C')),
      /Copy the new value password of interface C [a-z2-7]{24} token of interface C [a-z2-7]{8}-[a-z2-7]{32} The old one works until/,
    )
    const shown = await portal.post(`${base}/keys/show`)
    assert.ok(!shown.text.includes(`data-copy="${interfaceA.password}"`))
    const demo = await demoProject(sandbox.sandcard.service)
    const refused = await portal.post(`/p/${demo?.id ?? ''}/keys/rotate`, { interface: 'B' })
    assert.equal(refused.status, 422)
    assert.match(wordsOf(refused.text), /You cannot rotate the demo project’s credentials/)
    for (const path of ['rotate', 'rsa'])
      assert.equal((await portal.post(`${base}/keys/${path}`, { interface: 'Z' })).status, 404)
    const ofDemo = await portal.page(`/p/${demo?.id ?? ''}/keys`)
    assert.match(
      wordsOf(ofDemo),
      /You cannot rotate the demo project’s credentials, because the examples use/,
    )
    const disabled = /<button[^>]*\sdisabled[^>]*aria-describedby="demo-keys"/g
    assert.equal(ofDemo.match(disabled)?.length, 4)
    assert.doesNotMatch(ofDemo, /id="rotate-[ABC]"/)
  })

  test('RSA keys are shown as fingerprints and downloaded as PEM', async () => {
    const { portal } = at
    const { base } = portal
    const pemOf = async (file: string) => (await portal.get(`${base}/keys/${file}`)).text
    const before = await pemOf('callbacks.pem')
    assert.match(before, /^-----BEGIN PUBLIC KEY-----/)
    const page = await portal.page(`${base}/keys`)
    assert.doesNotMatch(page, /BEGIN PUBLIC KEY/)
    assert.match(
      wordsOf(page),
      /PIN encryption key RSA public key for encrypting PINs at interface B SHA256:\S{6}…\S{4}/,
    )
    const rotated = await portal.done(page, 'rotate-callbacks')
    assert.match(wordsOf(rotated), /New callback signing key created/)
    assert.match(wordsOf(rotated), /Old callback signing key .* signs until/)
    assert.notEqual(await pemOf('callbacks.pem'), before)
    assert.equal(await pemOf('callbacks.pem?key=old'), before)
    assert.equal((await portal.get(`${base}/keys/other.pem`)).status, 404)
  })

  test('callback keys can be added and deleted', async () => {
    const { portal } = at
    const { base } = portal
    const added = await portal.done(await portal.page(`${base}/keys`), 'rotate-callback')
    const words = wordsOf(added)
    assert.match(
      words,
      /New callback key created .*callback-keys.* Copy the new value key-\w+ \(in use\) [a-z2-7]{32}/,
    )
    assert.match(words, /key-\w+ in use Callback key .* callbackKey Callback key .* Delete/)
    const signing = /key-\w+/.exec(words)?.[0] ?? ''
    const refused = await portal.post(`${base}/keys/callback/end`, { alias: signing })
    assert.match(
      wordsOf(refused.text),
      /This is the current signing key. Add another key before you delete it/,
    )
    const ended = await portal.post(`${base}/keys/callback/end`, { alias: 'callbackKey' })
    const told = await portal.page(String(ended.headers['location']))
    assert.match(wordsOf(told), /callbackKey deleted .*-X DELETE/)
    assert.doesNotMatch(await portal.page(`${base}/keys`), /callbackKey/)
    for (const [alias, isTold] of [
      ['a', true],
      ['k'.repeat(64), true],
      ['', false],
      ['k'.repeat(65), false],
      ['<b>', false],
      ['<b>a', false],
      ['a<b>', false],
    ] as const) {
      const page = await portal.page(`${base}/keys?did=ended&alias=${encodeURIComponent(alias)}`)
      assert.equal(/\S deleted\s*</.test(page), isTold, alias)
    }
  })
})

onPortal('The settings of the portal', (at) => {
  test('rename the project everywhere, and keep a refused name', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(`${base}/settings`)
    const before = portal.merchant.project.name
    const renamed = await portal.done(page, 'name', { name: ' Check <out> ' })
    assert.match(renamed, /<title>Settings – Check &lt;out&gt; – sandcard<\/title>/)
    assert.match(wordsOf(renamed), /Renamed .* Enter “Check <out>” to confirm/)
    assert.match(wordsOf(await portal.page('/p')), /Check <out>/)
    for (const name of [' ', 'x'.repeat(101)]) {
      const refused = await portal.submit(renamed, 'name', { name })
      assert.equal(refused.status, 422)
      assert.match(wordsOf(refused.text), /Enter a name of up to 100 characters\./)
    }
    await portal.done(renamed, 'name', { name: before })
  })

  test('are saved, and show the equivalent PATCH request', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(`${base}/settings`)
    const saved = await portal.done(page, 'settings', {
      merchantName: 'Corner shop',
      mcc: '5411',
      gatewayCurrencies: '978, 840',
      reverseCaptured: 'same-day',
      gatewayPrefersVersion2: 'true',
    })
    assert.match(wordsOf(saved), /Saved The call PATCH .*"merchantName":"Corner shop","mcc":5411/)
    const {
      merchantName,
      mcc,
      gatewayCurrencies,
      reverseCaptured,
      gatewayPrefersVersion2,
      cardPool,
    } = await settingsOf(portal)
    assert.deepEqual(
      [merchantName, mcc, gatewayCurrencies, reverseCaptured, gatewayPrefersVersion2],
      ['Corner shop', 5411, ['978', '840'], 'same-day', true],
    )
    assert.ok(Number(cardPool) > 0)
  })

  test('report errors, and keep the input', async () => {
    const { portal } = at
    const page = await portal.page(`${portal.base}/settings`)
    for (const [fields, said] of [
      [{ merchantName: '' }, 'Merchant name'],
      [{ mcc: '0' }, 'Merchant category'],
      [{ mcc: '10000' }, 'Merchant category'],
      [{ mcc: '1e3' }, 'Merchant category'],
      [{ cardPool: '1000001' }, 'Card pool'],
      [{ terminalId: 'short' }, 'Terminal'],
      [{ cardPool: '-1' }, 'Card pool'],
      [{ gatewayCurrencies: '978 nope' }, 'Order currencies'],
    ] as const) {
      const { status, text } = await portal.submit(page, 'settings', fields)
      assert.equal(status, 422)
      assert.match(wordsOf(text), new RegExp(`Check (this field|these fields): ${said}`))
      for (const value of Object.values(fields)) assert.ok(text.includes(`value="${value}"`))
    }
  })

  test('can be reset after typing the project name', async () => {
    const { portal } = at
    const { merchant, base } = portal
    await merchant.register()
    const page = await portal.page(`${base}/settings`)
    assert.equal((await portal.submit(page, 'reset', { confirm: 'other' })).status, 422)
    const done = await portal.done(page, 'reset', { confirm: merchant.project.name })
    assert.match(wordsOf(done), /Project reset/)
    assert.match(await portal.page(`${base}/orders`), /as soon as a merchant registers one/)
  })
})

onPortal('Deleting a project on the portal', (at) => {
  test('offers the data as a file, and requires the project name', async () => {
    const { portal } = at
    const { base, merchant, sandbox } = portal
    const order = await merchant.paidOrder()
    const page = await portal.page(`${base}/settings`)
    assert.match(page, new RegExp(`href="${base}/export.json"`))
    const file = await portal.get(`${base}/export.json`)
    assert.match(
      String(file.headers['content-disposition']),
      /attachment; .*sandcard-prj_\w+\.json/,
    )
    assert.match(JSON.stringify(file.json), new RegExp(order))
    const { status, text } = await portal.submit(page, 'delete', { confirm: 'another' })
    assert.equal(status, 422)
    assert.match(wordsOf(text), /Check this field: Project name : Enter/)
    const gone = await portal.submit(page, 'delete', { confirm: merchant.project.name })
    assert.deepEqual([gone.status, gone.headers['location']], [303, '/p'])
    assert.equal((await portal.get(`${base}/orders`)).status, 404)
    const demo = await demoProject(sandbox.sandcard.service)
    const settings = `/p/${demo?.id ?? ''}/settings`
    assert.doesNotMatch(await portal.page(settings), /id="delete"/)
    const kept = await portal.post(`${settings}/delete`, { confirm: 'demo' })
    assert.equal(kept.status, 422)
    assert.match(wordsOf(kept.text), /The demo project cannot be deleted/)
  })
})

onPortal('The lists of the portal', (at) => {
  test('return 422 for an unknown filter or page in the URL, with a link that clears it', async () => {
    const { portal } = at
    for (const address of [
      'orders?filter=nothing',
      'orders?after=somewhere',
      'callbacks?filter=lost',
      'callbacks?after=x',
      'cards?filter=green',
      'cards?after=-1',
    ]) {
      const { status, text } = await portal.get(`${portal.base}/${address}`)
      assert.equal(status, 422, address)
      const [list = '', query = ''] = address.split('?')
      assert.match(wordsOf(text), new RegExp(`Unknown filter or page in the URL\\. ${query}`))
      assert.match(text, new RegExp(`href="${portal.base}/${list}"[^>]*>\\s*Clear filters`))
    }
  })

  test('link from a card to the clock, set to the expiry of the card', async () => {
    const { portal } = at
    const { base } = portal
    const issued = { firstName: 'Ann', lastName: 'Dune', phoneNumber: '+35799000001' }
    const card = await portal.done(await portal.page(`${base}/cards`), 'issue', issued)
    const [, clock = ''] = /href="([^"]*\/clock\?to=[^"]*)"/.exec(card) ?? []
    const page = await portal.page(clock)
    const [, moment = ''] = /name="to" value="([^"]*)"/.exec(page.replaceAll(/\s+/g, ' ')) ?? []
    assert.match(moment, /^\d{4}-\d{2}-01T00:00Z$/)
    assert.ok(clock.endsWith(moment))
  })
})
