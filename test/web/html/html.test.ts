import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attributes, escape, html, type HtmlValue, linkTarget } from '../../../src/web/html/html.ts'
import { assertProperty, fc } from '../../kit/property.ts'

describe('The html tag', () => {
  test('escapes text and attribute values', () => {
    const nasty = `"><script>alert('x')</script>&\``
    assert.equal(
      html`<p title="${nasty}">${nasty}</p>`.toString(),
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&#96;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&#96;</p>',
    )
  })

  test('keeps fragments, joins nested lists and prints nothing for an absent value', () => {
    const item = (text: string) => html`<li>${text}</li>`
    const list: HtmlValue = [item('a'), [item('<'), null, [undefined, false]], 7, 8n]
    assert.equal(html`<i>${list}</i>`.toString(), '<i><li>a</li><li>&lt;</li>78</i>')
  })

  test('escapes objects that only resemble a fragment', () => {
    const lookAlike: unknown = { toString: () => '<b>x</b>' }
    const printed = html`${lookAlike as string}`.toString()
    assert.equal(printed, '&lt;b&gt;x&lt;/b&gt;')
  })

  test('keeps any text within its element or attribute, unchanged when parsed', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const printed = escape(text)
        assert.doesNotMatch(printed, /[<>"'`\0]/)
        assert.equal(unescape(printed), text.replaceAll('\0', '\uFFFD'))
      }),
    )
  })
})

/** Another name, so that formatters do not correct the markup. */
const tag = html

/** Unsafe templates: each is a mistake in our own markup. */
const REFUSED: readonly (readonly [string, () => unknown])[] = [
  ['a value in an unquoted attribute', () => tag`<p title=${'x'}></p>`],
  ['a value in single quotes', () => tag`<p title='${'x'}'></p>`],
  ['a value at the end of an unquoted attribute', () => tag`<p title=a${'x'}></p>`],
  ['a value in a script', () => tag`<script>${'x'}</script>`],
  ['an inline script', () => tag`<script>go()</script>`],
  ['a value in a style', () => tag`<style>${'x'}</style>`],
  ['a value in a comment', () => tag`<!-- ${'x'} -->`],
  ['a value as a tag name', () => tag`<${'b'}>x</b>`],
  ['a text in quotes between attributes', () => tag`<p "x" title="y"></p>`],
  ['an equals sign between attributes', () => tag`<p =x title="y"></p>`],
  ['an unescaped < before a tag', () => tag`1 < 2 <b>x</b>`],
  ['a text between attributes', () => tag`<p ${'title'}></p>`],
  ['a handler', () => tag`<p onclick="${'x'}"></p>`],
  ['an inline style', () => tag`<p style="color: red"></p>`],
  ['a frame with an inline document', () => tag`<iframe srcdoc="${'x'}"></iframe>`],
  ['markup in an attribute', () => tag`<p title="${tag`<b>x</b>`}"></p>`],
  ['attributes outside of a tag', () => tag`<p>${attributes({ id: 'x' })}</p>`],
  ['a tag that is never closed', () => tag`<p title="${'x'}"`],
  ['a link that runs code', () => tag`<a href="${'javascript:alert(1)'}">x</a>`],
  [
    'a link that runs code and has a fragment',
    () => tag`<a href="${'javascript:alert(1)#?'}">x</a>`,
  ],
  ['a form that runs code', () => tag`<form action="${'javascript:alert(1)'}"></form>`],
  ['a button that runs code', () => tag`<button formaction="${'data:text/html,x'}">x</button>`],
  ['a picture with another scheme', () => tag`<img src="${'data:text/html,x'}" />`],
  ['a picture with script', () => tag`<img src="${'data:image/svg+xml;base64,PHN2Zz4='}" />`],
  ['a picture that is not Base64', () => tag`<img src="${'data:image/png;base64,a"b'}" />`],
  ['a poster with another scheme', () => tag`<video poster="${'data:text/html,x'}"></video>`],
  ['a link to a host from a value', () => tag`<a href="/${'/evil.example'}">x</a>`],
  ['a host from two values', () => tag`<a href="${'/'}${'/evil.example'}">x</a>`],
  ['code from two values', () => tag`<a href="${''}${'javascript:x'}">x</a>`],
  ['a link without a URL', () => tag`<a href="${undefined}">x</a>`],
]

describe('An unsafe template', () => {
  for (const [title, render] of REFUSED)
    test(`is refused: ${title}`, () => {
      assert.throws(render, TypeError)
    })

  test('is refused each time, even if its literals are cached', () => {
    const link = (address: string) => tag`<a href="${address}">x</a>`
    assert.equal(link('/docs').toString(), '<a href="/docs">x</a>')
    assert.throws(() => link('javascript:x'), TypeError)
    const broken = () => tag`<p title=${'x'}></p>`
    assert.throws(broken, TypeError)
    assert.throws(broken, TypeError)
  })
})

/** Safe templates, as our pages use them. */
const ALLOWED: readonly (readonly [string, () => { toString(): string }])[] = [
  ['<a href="#top">x</a>', () => tag`<a href="#${'top'}">x</a>`],
  ['<a href="?q=1&n=2">x</a>', () => tag`<a href="?q=${1}&n=${2}">x</a>`],
  ['<a href="/p/a/b">x</a>', () => tag`<a href="/p/${'a'}/${'b'}">x</a>`],
  ['<p class="a b">x</p>', () => tag`<p class="a ${'b'}">x</p>`],
  ['<p class="ab">x</p>', () => tag`<p class="${['a', ['b']]}">x</p>`],
  ['<input required />', () => tag`<input${attributes({ required: true })} />`],
  ['<input  />', () => tag`<input ${false} />`],
  ['<script defer src="/a.js"></script>', () => tag`<script defer src="${'/a.js'}"></script>`],
  ['<!-- a > b --><p>1</p>', () => tag`<!-- a > b --><p>${1}</p>`],
  ['<!doctype html><p>a > 1</p>', () => tag`<!doctype html><p>a > ${1}</p>`],
  ['<p title="a > b" hidden>1</p>', () => tag`<p title="a > b" hidden>${1}</p>`],
]

describe('A template', () => {
  for (const [printed, render] of ALLOWED)
    test(`renders ${printed}`, () => {
      assert.equal(render().toString(), printed)
    })
})

describe('Attributes', () => {
  test('renders true attributes as bare names and omits absent ones', () => {
    const printed = attributes({ required: true, hidden: false, id: undefined, 'data-n': 3 })
    assert.equal(printed.toString(), ' required data-n="3"')
  })

  for (const name of ['onclick', 'style', 'srcdoc', 'a b', 'x"', '']) {
    test(`refuses the attribute name ${JSON.stringify(name)}`, () => {
      assert.throws(() => attributes({ [name]: 'x' }), TypeError)
    })
  }
})

describe('A link target', () => {
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
    test(`is never ${JSON.stringify(address)}`, () => {
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
