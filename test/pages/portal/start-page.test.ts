import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StartPageModel } from '../../../src/pages/portal/main-page/main-page-model.ts'
import { renderStartPage } from '../../../src/pages/portal/main-page/main-page.ts'
import { assertProperty, fc } from '../../kit/property.ts'

/** Every text of the model is passed through `text`, so that a test can replace any of them. */
function model(text: (plain: string) => string): StartPageModel {
  return {
    project: { id: text('prj_demo'), name: text('Demo project') },
    mode: 'local',
    version: text('0.1.0'),
    clock: { now: new Date('2027-01-01T00:00:00Z'), state: 'frozen' },
    baseUrl: text('/base'),
    interfaces: (['A', 'B', 'C'] as const).map((letter) => ({
      letter,
      name: text(`Interface ${letter}`),
      purpose: text('Its purpose'),
      url: text(`/address-${letter}`),
      credentials: [{ label: text('Login'), value: text(`login-${letter}`) }],
    })),
    product: [{ label: text('Institution'), fields: text('institutionId'), value: text('1001') }],
    pinKey: { kid: text('pin-1'), algorithm: text('RSA-OAEP-256'), pem: text('-----BEGIN') },
    commandGroups: [
      {
        title: text('Issue a card'),
        explanation: text('First of all'),
        commands: [
          { title: text('Step'), explanation: text('Because'), command: text('curl -s /v2/cards') },
        ],
      },
    ],
  }
}

describe('The sandbox main page', () => {
  const page = renderStartPage(model((plain) => plain))

  test('shows every URL, credential, product value and command with a copy button', () => {
    const values = ['/base', '/address-A', '/address-B', '/address-C', 'login-A', 'login-C', '1001']
    for (const value of [...values, 'pin-1', '-----BEGIN', 'curl -s /v2/cards']) {
      assert.ok(page.includes(`${value}</code>`), value)
      assert.ok(page.includes(`data-copy="${value}"`), value)
    }
  })

  test('links to the reference, the guides, the OpenAPI document, health and metrics', () => {
    const { id } = model((plain) => plain).project
    const ofProject = ['docs', 'guides', 'test-cards'].map((path) => `/p/${id}/${path}`)
    for (const path of [...ofProject, '/openapi.json', '/healthz', '/metrics']) {
      assert.ok(page.includes(`href="${path}"`), path)
    }
  })

  test("shows if the project's clock differs from the real time", () => {
    assert.match(page, /2027-01-01 00:00 UTC/)
    assert.match(page, /The clock is frozen/)
    const real = { now: new Date(0), state: 'real' } as const
    assert.doesNotMatch(renderStartPage({ ...model((plain) => plain), clock: real }), /Clock /)
  })

  test('loads nothing from another host and contains no inline script or style', () => {
    assert.doesNotMatch(page, /\s(?:src|href|action)="(?!\/|#)/)
    assert.doesNotMatch(page, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })

  test('has navigation labels that match the links', () => {
    const [rail = ''] = /<nav class="rail"[^]*?<\/nav>/.exec(page) ?? []
    const titles = [...rail.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title)
    assert.deepEqual(titles.slice(-2), ['First calls', 'Service'])
  })

  test('has every section that the navigation names', () => {
    const [rail = ''] = /<nav class="rail"[^]*?<\/nav>/.exec(page) ?? []
    for (const [, id] of rail.matchAll(/href="#([^"]+)"/g)) {
      assert.ok(page.includes(`<section id="${id ?? ''}"`), `#${id ?? ''}`)
    }
  })

  test('escapes every value', () => {
    const nasty = fc.constantFrom(
      '</code><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' autofocus onfocus=alert(1) x='",
      '<!--',
      ']]>',
    )
    assertProperty(
      fc.property(fc.oneof(nasty, fc.string()), (text) => {
        assert.deepEqual(tags(renderStartPage(model((plain) => plain + text))), tags(page))
      }),
    )
  })
})

/**
 * The sequence of tags, without attribute values. A slash or a port in a value adds a place where
 * its line may break.
 */
function tags(page: string): string[] {
  const found = page.match(/<[^>]*>/g)?.filter((tag) => tag !== '<wbr />') ?? []
  return found.map((tag) => tag.replace(/"[^"]*"/g, '""'))
}
