// The frame, headers and access control of every page of a project. Navigation, routes and these
// tests come from one list of screens.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screensOf } from '../../../src/pages/portal/shell/screens.ts'
import { searchScreen } from '../../../src/pages/portal/search/search-screen.ts'
import { FORM_TYPE } from '../../kit/merchant.ts'
import { onPortal, wordsOf } from '../../kit/portal.ts'

const screens = screensOf('local')
const all = [...screens, searchScreen]
/** Pages that need no data. */
const lists = all.flatMap(({ pages }) => pages).filter(({ path }) => !path.includes(':'))
const actions = all.flatMap(({ actions: each = [] }) => each)
const UNKNOWN = 'prj_aaaaaaaaaaaaaaaa'

/** A path with an id that does not exist. */
const filled = (path: string): string => path.replaceAll(/:\w+/g, '100000000000')

onPortal('The pages of a project', (at) => {
  test('have navigation, the project, its clock, a search and the equivalent request', async () => {
    const { portal } = at
    for (const { path, shows } of lists) {
      const page = await portal.page(portal.base + path)
      for (const { label, path: place } of screens)
        assert.match(page, new RegExp(`href="${portal.base}${place}"[^>]*>[^]*?${label}</a>`), path)
      assert.match(page, /2031-05-10 10:0\d UTC/, path)
      if (path !== '/clock') assert.match(page, /The clock is frozen: nothing expires/, path)
      assert.ok(page.includes(`action="${portal.base}/search"`), path)
      const hasCall = page.includes('class="same-call"')
      if (shows !== undefined) assert.ok(hasCall, path)
      assert.equal(/docs\/\w+\/\w+">In the reference/.test(page), hasCall, path)
      assert.match(page, new RegExp(`data-copy="${portal.merchant.project.id}"`), path)
    }
  })

  test('are counted in the metrics, each under its own name', async () => {
    const { portal } = at
    await portal.page('/')
    for (const { path } of lists) await portal.page(portal.base + path)
    const { text } = await portal.sandbox.call('GET', '/metrics')
    const names = ['startPage', ...lists.map(({ operation }) => operation)]
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.ok(text.includes(`operation="${name}",status="200"`), name)
  })

  test('have headers that block foreign content, and contain no inline script or style', async () => {
    const { portal } = at
    for (const { path } of lists) {
      const { headers, text } = await portal.get(portal.base + path)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.match(String(headers['content-security-policy']), /form-action 'self'/)
      assert.equal(headers['cache-control'], 'no-store')
      assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/, path)
      assert.doesNotMatch(text, /\s(?:src|href|action)="(?!\/|#|\?)/, path)
    }
  })

  test('are linked from the main page, and from the list of projects', async () => {
    const { portal } = at
    const projects = await portal.page('/p')
    assert.ok(projects.includes(`href="${portal.base}"`))
    const [, demo = ''] =
      /href="(\/p\/prj_\w{16})">Open the portal/.exec(await portal.page('/')) ?? []
    assert.match(await portal.page(demo), /Demo project/)
  })

  test('are listed with older projects on later pages', async () => {
    const { portal } = at
    for (const before of ['0', '99999999999', 'x', '9999999999'])
      assert.match(wordsOf(await portal.page(`/p?before=${before}`)), /Projects/)
    assert.match(await portal.page('/p?before=1'), /No projects yet/)
  })

  test('are not found for an unknown project', async () => {
    const { portal } = at
    for (const project of [UNKNOWN, 'prj_', 'x', '%00', `${portal.merchant.project.id}x`])
      for (const path of ['', ...lists.map((page) => page.path)]) {
        const { status, text } = await portal.get(`/p/${project}${path}`)
        assert.equal(status, 404, path)
        assert.match(text, /Page not found/)
      }
  })

  test("are shown for a GET request to a form's URL, with the values from the path", async () => {
    const { portal } = at
    const { pages, downloads } = {
      pages: all.flatMap((screen) => screen.pages).map(({ path }) => path),
      downloads: all.flatMap((screen) => screen.downloads ?? []).map(({ path }) => path),
    }
    for (const { path } of actions) {
      if ([...pages, ...downloads].some((page) => filled(page) === filled(path))) continue
      const { status, headers } = await portal.get(portal.base + filled(path))
      assert.equal(status, 303, path)
      const location = String(headers['location'])
      assert.ok(filled(path).startsWith(location.slice(portal.base.length)), location)
      assert.ok(pages.map(filled).includes(location.slice(portal.base.length)), location)
    }
    const location = async (path: string) =>
      (await portal.get(portal.base + path)).headers['location']
    assert.equal(await location('/orders/none/refund'), `${portal.base}/orders/none`)
    assert.equal(await location('/rules/add'), `${portal.base}/rules`)
    assert.equal((await portal.get('/test-cards/pay')).headers['location'], '/test-cards')
  })

  test('are redirected to from their URLs with a trailing slash, with the query', async () => {
    const { portal } = at
    const { base, sandbox } = portal
    const redirectOf = async (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
      const { status, headers } = await sandbox.call(method, path, {
        headers: { accept: 'text/html' },
      })
      return [status, headers['location']]
    }
    for (const path of ['/p', '/docs', '/shop', ...lists.map((page) => base + page.path)])
      for (const query of ['', '?q=1&amp=%2F%2F', '?next=//evil.example/'])
        assert.deepEqual(await redirectOf(`${path}/${query}`), [308, path + query])
    assert.deepEqual(await redirectOf(`${base}/orders/`, 'HEAD'), [308, `${base}/orders`])
    assert.deepEqual(await redirectOf(`${base}/orders//`), [308, `${base}/orders`])
    assert.deepEqual(await redirectOf(`/${base}/orders/`), [308, `${base}/orders`])
    assert.deepEqual(await redirectOf(`${base}/orders/`, 'POST'), [404, undefined])
    for (const path of [
      `${base}/none/`,
      '//evil.example/',
      '/%2Fevil.example/',
      '/\\evil.example/',
      `/\\evil.example${base}/`,
      `//evil.example${base}/`,
    ])
      assert.deepEqual(await redirectOf(path), [404, undefined], path)
  })

  test('keep the frame for a missing page and for a wrong method', async () => {
    const { portal } = at
    const post = (path: string) =>
      portal.sandbox.call('POST', path, {
        headers: { ...FORM_TYPE, accept: 'text/html' },
        body: '',
      })
    for (const [title, answer] of [
      ['Page not found', await portal.get(`${portal.base}/none`)],
      ['Page not found', await portal.get(`${portal.base}/orders/none`)],
      ['The method is not allowed', await post(`${portal.base}/orders`)],
    ] as const) {
      assert.equal(answer.status, title === 'Page not found' ? 404 : 405)
      assert.match(answer.text, new RegExp(`<h1>${title}</h1>`))
      assert.match(answer.text, /class="rail"/)
      assert.match(answer.text, /The clock is frozen/)
    }
    assert.doesNotMatch((await portal.get(`/p/${UNKNOWN}/none`)).text, /class="rail"/)
  })

  test('return 404 for an unknown id, for every action', async () => {
    const { portal } = at
    for (const { path } of all
      .flatMap(({ pages }) => pages)
      .filter(({ path: each }) => each.includes(':')))
      assert.equal((await portal.get(portal.base + filled(path))).status, 404, path)
    for (const { path } of actions.filter(({ path: each }) => each.includes(':')))
      assert.equal((await portal.post(portal.base + filled(path))).status, 404, path)
  })

  test('refuse requests from another site', async () => {
    const { portal } = at
    for (const { path } of actions) {
      const headers = { ...FORM_TYPE, 'sec-fetch-site': 'cross-site' }
      const answer = await portal.sandbox.call('POST', portal.base + filled(path), {
        headers,
        body: '',
      })
      assert.equal(answer.status, 403, path)
    }
  })

  test('change the display settings by a form that only returns to pages of this service', async () => {
    const { portal } = at
    const back = `${portal.base}/orders?filter=paid`
    const { status, headers } = await portal.post('/display', { theme: 'dark', back })
    assert.equal(status, 303)
    assert.equal(headers['location'], back)
    assert.match(String(headers['set-cookie']), /^sandcard-theme=dark;.*HttpOnly/)
    const compact = await portal.post('/display', { density: 'compact', back })
    assert.match(String(compact.headers['set-cookie']), /^sandcard-density=compact;.*HttpOnly/)
    for (const foreign of [
      '//example.com',
      'https://example.com',
      '/\\example.com',
      '/p\r\nx: y',
      '',
      'x'.repeat(2000),
    ])
      assert.equal((await portal.post('/display', { back: foreign })).headers['location'], '/')
    const wrong = { theme: 'pink', timeZone: 'mars', density: 'tiny', back }
    const unknown = await portal.post('/display', wrong)
    assert.equal(unknown.headers['set-cookie'], undefined)
    const cookie =
      'sandcard-theme=pink; sandcard-time-zone=local; sandcard-browser-zone="><b>; sandcard-density="'
    const page = await portal.sandbox.call('GET', `${portal.base}/orders`, { headers: { cookie } })
    assert.match(page.text, /<html lang="en" data-theme="system"\s*>/)
    assert.match(page.text, /UTC/)
    assert.doesNotMatch(page.text, /"><b>/)
  })

  test('limit the size of forms', async () => {
    const { portal } = at
    const [action] = actions
    assert.ok(action)
    const path = portal.base + filled(action.path)
    assert.equal((await portal.post(path, { amount: 'x'.repeat(70_000) })).status, 400)
    const json = await portal.sandbox.call('POST', path, { body: { amount: 1 } })
    assert.equal(json.status, 400)
  })
})
