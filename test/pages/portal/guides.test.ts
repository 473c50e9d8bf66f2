// The guides in the running service: the README and every file of `docs/`, with working links.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { GUIDE_GROUPS } from '../../../src/pages/portal/guides/guides.ts'
import { renderMarkdown } from '../../../src/pages/portal/guides/markdown.ts'
import { readPictures } from '../../../src/pages/portal/guides/pictures.ts'
import { plain } from '../../kit/checkout.ts'
import { databases } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const names = Object.values(GUIDE_GROUPS).flatMap((group) => Object.keys(group))

/**
 * Files in `docs/` for people with a clone: figures that come from commands of the clone, and an
 * experimental setup.
 */
const NO_GUIDES = ['performance', 'measurements', 'citus']

/** Hosted pages outside a project contain no credentials. */
const PLACEHOLDERS = {
  interfaceA: { login: 'YOUR-LOGIN', password: 'YOUR-PASSWORD' },
  interfaceB: { apiKey: 'YOUR-API-KEY' },
  interfaceC: { userName: 'YOUR-LOGIN-api', password: 'YOUR-PASSWORD' },
}

/** The code of a page. */
const codesIn = (page: string): string =>
  plain([...page.matchAll(/<code>([^]*?)<\/code>/g)].map(([, code]) => code).join('\n'))

describe('The guides', () => {
  let sandbox: Sandbox
  before(async () => {
    const [database] = databases
    assert.ok(database)
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const page = async (path: string): Promise<Answer> => {
    const answer = await sandbox.call('GET', path, { headers: { accept: 'text/html' } })
    assert.equal(answer.status, 200, path)
    return answer
  }
  /** URLs of this service that a page links to. */
  const linksOf = ({ text }: Answer): string[] =>
    [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

  test('are listed in a fixed order: the README, and the files of docs/ for users', async () => {
    const links = linksOf(await page('/guides')).filter((href) => /^\/guides\/./.test(href))
    assert.deepEqual(
      links,
      names.map((name) => `/guides/${name}`),
    )
    const files = readdirSync(new URL('../../../docs/', import.meta.url))
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -3))
    assert.deepEqual([...names, ...NO_GUIDES].toSorted(), ['readme', ...files].toSorted())
  })

  test('show a link to a file that is not a guide as text', async () => {
    const { text } = await page('/guides/scale')
    for (const name of NO_GUIDES) assert.doesNotMatch(text, new RegExp(`href="[^"]*${name}`))
    for (const name of NO_GUIDES)
      assert.equal((await sandbox.call('GET', `/guides/${name}`)).status, 404)
  })

  for (const name of names)
    test(`${name} has a strict content security policy, and all its links work`, async () => {
      const guide = await page(`/guides/${name}`)
      assert.match(String(guide.headers['content-security-policy']), /^default-src 'none'/)
      assert.equal(guide.text.match(/<h1/g)?.length, 1)
      assert.doesNotMatch(guide.text, /<script(?! defer src=)|\sstyle=/)
      // Links to the default URL become relative.
      assert.doesNotMatch(guide.text, /href="http:\/\/127\.0\.0\.1:8583/)
      for (const href of linksOf(guide)) {
        if (/^https?:/.test(href)) continue
        const [path = '', id = ''] = href.split('#')
        const target = path === '' ? guide : await page(path)
        if (id !== '') assert.ok(target.text.includes(`id="${id}"`), href)
      }
    })

  test('link to each other', async () => {
    assert.ok(linksOf(await page('/guides/readme')).includes('/guides/control-api'))
    assert.ok(linksOf(await page('/guides/operations')).includes('/guides/readme#settings'))
    assert.ok(linksOf(await page('/guides/operations')).includes('/guides/retention#limits'))
  })

  test('show their pictures, which browsers can cache permanently', async () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    const captions = [...readme.matchAll(/!\[([^\]]*)\]\(/g)].map(([, words = '']) => words)
    const { text } = await page('/guides/readme')
    const shown = [...text.matchAll(/<img\s+src="([^"]*)"\s+alt="([^"]*)"\s+width="1280"/g)]
    assert.deepEqual(
      shown.map(([, , words]) => words),
      captions,
    )
    assert.ok(shown.length >= 6)
    for (const [, path = ''] of shown) {
      const { status, headers } = await sandbox.call('GET', path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'image/webp')
      assert.match(String(headers['cache-control']), /immutable/)
      const again = { headers: { 'if-none-match': String(headers['etag']) } }
      assert.equal((await sandbox.call('GET', path, again)).status, 304)
    }
    const [, path = ''] = shown[0] ?? []
    for (const other of [path.replace('.webp', '.png'), '/assets/pictures/..%2f..%2fREADME.md'])
      assert.equal((await sandbox.call('GET', other)).status, 404, other)
  })

  test('have no pictures without the folder, and ignore files that are not pictures', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sandcard-pictures-'))
    t.after(() => {
      rmSync(folder, { recursive: true })
    })
    const url = pathToFileURL(`${folder}/`)
    assert.equal(readPictures(new URL('none/', url)).size, 0)
    writeFileSync(join(folder, 'text.webp'), 'not a picture at all, although it says so')
    writeFileSync(join(folder, 'short.webp'), 'RIFF')
    writeFileSync(join(folder, 'large.webp'), `RIFF....WEBPVP8X${'.'.repeat(200_000)}`)
    assert.equal(readPictures(url).size, 0)
  })

  for (const [where, hosted] of [
    ['locally', false],
    ['in hosted mode', true],
  ] as const)
    test(`contain the URL of the service and the project's credentials ${where}`, async (t) => {
      const [database] = databases
      assert.ok(database)
      const service = hosted
        ? await startSandbox(database, {
            config: { mode: 'hosted', adminToken: 'a-token-of-the-admin' },
          })
        : sandbox
      if (hosted) t.after(() => service.close())
      const { id, secrets } = await service.newProject()
      const base = hosted ? '' : `/p/${id}`
      for (const name of names) {
        const { text } = await service.call('GET', `${base}/guides/${name}`)
        for (const fixed of [
          '127.0.0.1:8583',
          'demo-api-key',
          'demo-password',
          'demo-callback-key',
        ])
          assert.ok(!codesIn(text).includes(fixed), `${name}: ${fixed}`)
      }
      const { text } = await service.call('GET', `${base}/guides/readme`)
      const { interfaceA, interfaceB, interfaceC } = hosted ? PLACEHOLDERS : secrets
      for (const shown of [
        hosted ? 'https://sandcard.example' : service.url,
        `X-API-KEY: ${interfaceB.apiKey}`,
        `-u ${interfaceA.login}:${interfaceA.password}`,
        `userName=${interfaceC.userName} -d password=${interfaceC.password}`,
      ])
        assert.ok(codesIn(text).includes(shown), shown)
    })

  test('return 404 for an unknown name', async () => {
    for (const name of ['nothing', '..%2fREADME', '%2e%2e%2fpackage', 'readme.md'])
      assert.equal((await sandbox.call('GET', `/guides/${name}`)).status, 404, name)
  })
})

describe('Markdown', () => {
  const rendered = (text: string, linkOf = (href: string): string | null => href): string =>
    renderMarkdown(text, { linkOf }).toString().replaceAll(/\s+/g, ' ').trim()

  for (const [name, text, expected] of [
    ['a heading', '# A `b` & c', '<h1 id="a-b--c">A <code>b</code> &amp; c</h1>'],
    ['emphasis', '*a* **b**', '<p><em>a</em> <strong>b</strong></p>'],
    ['raw HTML', 'a <b onclick="x">c</b>', '<p>a &lt;b onclick=&quot;x&quot;&gt;c&lt;/b&gt;</p>'],
    ['a block of raw HTML', '<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
    ['a link', '[a](https://x.example/)', '<p><a href="https://x.example/">a</a></p>'],
    ['a link that runs code', '[a](javascript:x)', '<p>a</p>'],
    ['a link to another host', '[a](//evil.example)', '<p>a</p>'],
    ['a quotation', '> a', '<blockquote><p>a</p></blockquote>'],
    ['a list', '- a\n- b', '<ul> <li>a</li><li>b</li> </ul>'],
    ['a numbered list', '1. a', '<ol> <li>a</li> </ol>'],
    ['a picture', '![a](b.png)', '<p>a</p>'],
    ['an escape', '\\*a\\*', '<p>*a*</p>'],
  ] as const)
    test(`${name} becomes HTML`, () => {
      assert.equal(rendered(text), expected)
    })

  test('an invalid link is shown as its text', () => {
    assert.equal(
      rendered('[a](../src/x.ts)', () => null),
      '<p>a</p>',
    )
  })

  test('headings of the same name have different ids', () => {
    const text = rendered('# A\n\n## B c\n\n## B c')
    assert.deepEqual(
      [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
      ['a', 'b-c', 'b-c-1'],
    )
  })

  test('code is shown verbatim, and tables have their rows', () => {
    const text = rendered('```sh\nls <x>\n```\n\n| a | b |\n|---|---|\n| `1` | 2 |')
    assert.match(text, /<pre [^>]*><code>ls &lt;x&gt;<\/code><\/pre>/)
    assert.match(text, /<th scope="row"[^>]*><code>1<\/code><\/th>/)
  })
})
