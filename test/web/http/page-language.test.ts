import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Order } from '../../../src/payments/orders/order.ts'
import { orderReadIn, PAGE_LANGUAGES, pageLanguage } from '../../../src/web/http/page-language.ts'

describe('the language of a page', () => {
  for (const [wishes, found] of [
    [['de'], 'de'],
    [['RU'], 'ru'],
    [['it', 'El', 'fr'], 'el'],
    [[undefined, '', 'es'], 'es'],
    [['it', 'xx', 'english'], 'en'],
    [[], 'en'],
  ] as const)
    test(`the page language wished for as ${JSON.stringify(wishes)} is ${found}`, () => {
      assert.equal(pageLanguage(...wishes), found)
    })
})

describe('an order read in a language', () => {
  // Of an order nothing but its request is read.
  const ordered = (language: string) => ({ request: { language } }) as Order
  for (const { own, read, goesOn } of [
    ...PAGE_LANGUAGES.map((each) => ({ own: 'en', read: each, goesOn: each })),
    ...PAGE_LANGUAGES.map((each) => ({ own: each, read: 'en' as const, goesOn: 'en' })),
    { own: 'it', read: 'en' as const, goesOn: 'it' },
    { own: 'it', read: 'de' as const, goesOn: 'de' },
  ])
    test(`of ${own} in ${read} goes on in ${goesOn}, and is itself unchanged`, () => {
      const order = ordered(own)
      assert.equal(orderReadIn(order, read).request.language, goesOn)
      assert.equal(order.request.language, own)
    })
})
