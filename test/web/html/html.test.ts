import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { attributes, escape, html, linkTarget } from '../../../src/web/html/html.ts'
import type { HtmlValue } from '../../../src/web/html/html.ts'

describe('the html tag', () => {
  test('escapes text and attribute values', () => {
    const nasty = `"><script>alert('x')</script>&\``
    assert.equal(
      html`<p title="${nasty}">${nasty}</p>`.toString(),
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&#96;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&#96;</p>',
    )
  })

  test('keeps fragments, joins lists at any depth and prints nothing for nothing', () => {
    const item = (text: string) => html`<li>${text}</li>`
    const list: HtmlValue = [item('a'), [item('<'), null, [undefined, false]], 7, 8n]
    assert.equal(html`<i>${list}</i>`.toString(), '<i><li>a</li><li>&lt;</li>78</i>')
  })

  test('does not take a look-alike for a fragment', () => {
    const lookAlike: unknown = { toString: () => '<b>x</b>' }
    const printed = html`${lookAlike as string}`.toString()
    assert.equal(printed, '&lt;b&gt;x&lt;/b&gt;')
  })

  test('no text can leave its place, and what was written can be read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const printed = escape(text)
        assert.doesNotMatch(printed, /[<>"'`\0]/)
        assert.equal(unescape(printed), text.replaceAll('\0', '\uFFFD'))
      }),
    )
  })
})

describe('attributes', () => {
  test('prints bare names for true and leaves out what is absent', () => {
    const printed = attributes({ required: true, hidden: false, id: undefined, 'data-n': 3 })
    assert.equal(printed.toString(), ' required data-n="3"')
  })

  for (const name of ['onclick', 'style', 'a b', 'x"', '']) {
    test(`refuses the attribute name ${JSON.stringify(name)}`, () => {
      assert.throws(() => attributes({ [name]: 'x' }), TypeError)
    })
  }
})

describe('a link target', () => {
  for (const address of ['https://shop.example/cart?a=1', 'http://127.0.0.1:3000/', '/docs']) {
    test(`may be ${address}`, () => {
      assert.equal(linkTarget(address), address)
    })
  }

  const refused = [
    'javascript:alert(1)',
    'JavaScript://%0aalert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://',
    '',
  ]
  for (const address of refused) {
    test(`a link target is never ${JSON.stringify(address)}`, () => {
      assert.equal(linkTarget(address), null)
    })
  }
})

function unescape(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replace(
    /&(?:#(\d+)|(\w+));/g,
    (_, code: string | undefined, name: string | undefined) =>
      code === undefined ? (named[name ?? ''] ?? '') : String.fromCharCode(Number(code)),
  )
}
