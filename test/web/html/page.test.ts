import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { asset, assetText } from '../../../src/web/html/asset.ts'
import { copyScript } from '../../../src/web/html/components.ts'
import { html } from '../../../src/web/html/html.ts'
import { favicon } from '../../../src/web/html/mark.ts'
import { renderPage } from '../../../src/web/html/page.ts'
import { securityHeaders } from '../../../src/web/html/security-headers.ts'
import { stylesheet } from '../../../src/web/html/stylesheet.ts'

describe('A page', () => {
  test('is a complete document that loads the style sheet and defers its scripts', () => {
    const page = renderPage({
      title: '<b>',
      lang: 'el',
      theme: 'dark',
      body: html`<main>hello</main>`,
      scripts: [copyScript],
    })
    assert.match(page, /^<!doctype html>/)
    assert.ok(page.includes('<html lang="el" data-theme="dark"'))
    assert.ok(page.includes('<title>&lt;b&gt;</title>'))
    assert.ok(page.includes(`href="${stylesheet.path}"`))
    assert.ok(page.includes(`<script defer src="${copyScript.path}"></script>`))
    assert.ok(page.includes('<main>hello</main>'))
  })

  test('has assets that are named by their content and load nothing from other hosts', () => {
    for (const file of [stylesheet, favicon, copyScript]) {
      assert.match(file.path, /^\/assets\/[a-z]+\.[0-9a-f]{16}\.(css|svg|js)$/)
      assert.equal(file.etag, `W/"${file.path.split('.')[1] ?? ''}"`)
      assert.doesNotMatch(file.body.replace('http://www.w3.org/2000/svg', ''), /\/\/|@import|url\(/)
    }
  })
})

describe('The style sheets', () => {
  const folder = new URL('../../../src/web/assets/', import.meta.url)
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'))
  const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')
  const defined = new Set(
    sheets.flatMap((file) => textOf(file).match(/(?<=^\s*)--[a-z-]+(?=:)/gm) ?? []),
  )

  test('are in cascade layers, whose order the first line of each states', () => {
    const order = '@layer reset, tokens, base, components, page;'
    const { body } = asset('any', 'css', ['tokens.css', 'checkout.css'])
    assert.ok(body.startsWith(order))
    assert.deepEqual(body.match(/^@layer \w+ \{/gm), ['@layer tokens {', '@layer page {'])
    assert.ok(stylesheet.body.startsWith(order))
  })

  test('of all pages do not style the same class in two files', () => {
    const files = stylesheet.body.split(/^@layer \w+ \{$/m).slice(1)
    const classes = files.flatMap((text) => [...new Set(text.match(/^\.[a-z-]+(?= \{$)/gm))])
    assert.ok(classes.length > 100)
    assert.deepEqual(
      classes.filter((name, index) => classes.indexOf(name) !== index),
      [],
    )
  })

  for (const file of sheets)
    test(`${file} uses only defined design tokens`, () => {
      const used = textOf(file).match(/(?<=var\()--[a-z-]+/g) ?? []
      assert.deepEqual(
        used.filter((name) => !defined.has(name)),
        [],
      )
    })
})

describe('Security headers', () => {
  test('allow our own files and nothing else', () => {
    const headers = securityHeaders()
    const policy = headers['content-security-policy'] ?? ''
    assert.doesNotMatch(policy, /unsafe|\*/)
    const parts = [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]
    assert.deepEqual(policy.split('; '), parts)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'no-store')
  })

  test('allow forms to redirect to the named origins, each listed once', () => {
    const formAction = [
      'https://shop.example/back?a=1;script-src *',
      'https://shop.example/fail',
      'http://[::1]:3000/x',
      'shopapp://paid',
      '/payment/acs',
    ]
    const policy = securityHeaders({ formAction })['content-security-policy'] ?? ''
    assert.ok(policy.includes("form-action 'self' https://shop.example http: shopapp:; frame"))
  })

  test('cannot be extended by a malformed host', () => {
    const formAction = ['https://shop;sandbox/', "http://shop,script-src'self'/", 'https://a.b/']
    const policy = securityHeaders({ formAction })['content-security-policy'] ?? ''
    assert.ok(policy.includes("; form-action 'self' https: http: https://a.b; frame-ancestors"))
  })

  test('allow forms to redirect anywhere only if set explicitly', () => {
    const formAction = ['http:', 'https:']
    const policy = securityHeaders({ formAction })['content-security-policy'] ?? ''
    assert.ok(policy.includes("form-action 'self' http: https:; frame"))
  })

  test('refuse invalid URLs', () => {
    assert.throws(() => securityHeaders({ formAction: ["'unsafe-inline'"] }), TypeError)
  })
})

describe('Colours', () => {
  const pairsOfTheSheet = [
    ...assetText('tokens.css').matchAll(
      /--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, [light, dark]] as const)
  const colours: ReadonlyMap<string, readonly string[]> = new Map(pairsOfTheSheet)
  /** The token's colour in the scheme of this index. */
  const colour = (name: string, scheme: number): string => {
    const found = colours.get(name)?.[scheme]
    assert.ok(found, `the style sheet has no colour ${name}`)
    return found
  }

  const grounds = ['background', 'surface', 'sunken', 'raised', 'hover'] as const
  const pairs = [
    ...grounds.flatMap((ground) =>
      (['text', 'muted', 'action', 'declined'] as const).map((text) => [text, ground] as const),
    ),
    ['on-action', 'action'],
    ['on-action', 'action-hover'],
    ['on-action', 'issuer-action'],
    ['on-action', 'issuer-hover'],
    ['issuer-action', 'surface'],
    ['on-issuer', 'issuer'],
    ...(['approved', 'declined', 'pending', 'warning', 'neutral'] as const).flatMap(
      (meaning) =>
        [
          [meaning, `${meaning}-ground`],
          ['text', `${meaning}-ground`],
        ] as const,
    ),
  ] as const

  for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
    for (const [text, ground] of pairs) {
      test(`${text} on ${ground} is legible in the ${scheme} theme (WCAG AA)`, () => {
        const ratio = contrast(colour(text, index), colour(ground, index))
        assert.ok(ratio >= 4.5, `contrast is ${ratio.toFixed(2)}`)
      })
    }
    test(`field borders and marks stand out in the ${scheme} theme (WCAG 1.4.11)`, () => {
      for (const name of ['line-strong', 'sand', 'focus'] as const) {
        assert.ok(contrast(colour(name, index), colour('surface', index)) >= 3, name)
      }
    })
  }
})

/** Contrast ratio of two `#rrggbb` colours as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
