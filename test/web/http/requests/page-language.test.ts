import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Order } from '../../../../src/payments/orders/order.ts'
import {
  orderReadIn,
  PAGE_LANGUAGES,
  pageLanguage,
} from '../../../../src/web/http/requests/page-language.ts'

describe('The language of a page', () => {
  for (const [wishes, found] of [
    [['de'], 'de'],
    [['RU'], 'ru'],
    [['it', 'El', 'fr'], 'el'],
    [[undefined, '', 'es'], 'es'],
    [['it', 'xx', 'english'], 'en'],
    [[], 'en'],
  ] as const)
    test(`is ${found} for the preferences ${JSON.stringify(wishes)}`, () => {
      assert.equal(pageLanguage(...wishes), found)
    })
})

describe('An order registered', () => {
  // Only the request of the order is read.
  const ordered = (language: string) => ({ request: { language } }) as Order
  for (const { own, read, continuesIn } of [
    ...PAGE_LANGUAGES.map((each) => ({ own: 'en', read: each, continuesIn: each })),
    ...PAGE_LANGUAGES.map((each) => ({ own: each, read: 'en' as const, continuesIn: 'en' })),
    { own: 'it', read: 'en' as const, continuesIn: 'it' },
    { own: 'it', read: 'de' as const, continuesIn: 'de' },
  ])
    test(`in ${own}, shown in ${read}, continues in ${continuesIn} and stays in ${own}`, () => {
      const order = ordered(own)
      assert.equal(orderReadIn(order, read).request.language, continuesIn)
      assert.equal(order.request.language, own)
    })
})
