import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { badge, codeBlock, copyable, table } from '../../../src/web/html/components.ts'
import { lastFour, maskedCard } from '../../../src/web/html/masked-card.ts'
import { amount, moneyText } from '../../../src/web/html/money.ts'
import { assertProperty, fc } from '../../kit/property.ts'

const currencies = {
  EUR: { letters: 'EUR', digits: '978', exponent: 2 },
  JPY: { letters: 'JPY', digits: '392', exponent: 0 },
  KWD: { letters: 'KWD', digits: '414', exponent: 3 },
} as const

describe('money', () => {
  const cases = [
    [2000, 'EUR', 'en', '20.00 EUR'],
    [5, 'EUR', 'en', '0.05 EUR'],
    [0, 'EUR', 'en', '0.00 EUR'],
    [999_999_999_999, 'EUR', 'en', '9,999,999,999.99 EUR'],
    [123_456, 'EUR', 'de', '1.234,56 EUR'],
    [2000, 'JPY', 'en', '2,000 JPY'],
    [1, 'KWD', 'en', '0.001 KWD'],
    [2000, 'EUR', 'ru', '20,00 EUR'],
  ] as const
  for (const [minor, letters, lang, text] of cases) {
    test(`${String(minor)} minor units of ${letters} in ${lang} are ${text}`, () => {
      const money = { minor, currency: currencies[letters] }
      assert.equal(moneyText(money, lang).replaceAll('\u00A0', ' '), text)
    })
  }

  test('never loses a digit', () => {
    assertProperty(
      fc.property(
        fc.maxSafeNat(),
        fc.constantFrom(...Object.values(currencies)),
        (minor, currency) => {
          const digits = moneyText({ minor, currency }).replace(/\D/g, '')
          assert.equal(Number(digits), minor)
        },
      ),
    )
  })

  test('as markup marks the currency', () => {
    const markup = amount({ minor: 2000, currency: currencies.EUR }).toString()
    assert.match(markup, /20\.00<span class="currency">&nbsp;EUR<\/span>/)
  })
})

describe('a masked card number', () => {
  const cases = [
    ['4111111111111111', '4111 11•• •••• 1111'],
    ['411111**1111', '4111 11•• •••• 1111'],
    ['411111******1111', '4111 11•• •••• 1111'],
    ['639002000000000003', '6390 02•• •••• ••00 03'],
    ['1111', '•••• 1111'],
    ['411111111', '•••• 1111'],
    ['4111111111', '4111 11•• •••• 1111'],
    ['411111111111', '4111 11•• •••• 1111'],
    ['4111111111111', '4111 11•• •111 1'],
  ] as const
  for (const [pan, text] of cases) {
    test(`of ${pan} is ${text}`, () => {
      assert.equal(maskedCard(pan).replaceAll('\u00A0', ' '), text)
    })
  }

  test('never shows more than ten digits', () => {
    assertProperty(
      fc.property(fc.stringMatching(/^\d{13,19}$/), (pan) => {
        assert.equal(maskedCard(pan).replace(/\D/g, ''), pan.slice(0, 6) + pan.slice(-4))
        assert.equal(lastFour(pan).replace(/\D/g, ''), pan.slice(-4))
      }),
    )
  })
})

describe('shared components', () => {
  test('a copyable value is shown in full without a script', () => {
    const markup = copyable('a"b', 'key').toString()
    assert.ok(markup.includes('<code class="value">a&quot;b</code>'))
    assert.ok(markup.includes('data-copy="a&quot;b" aria-label="Copy key"'))
  })

  test('a code block preserves every character', () => {
    const code = 'curl \\\n  -d \'{"a":1}\' | sh <in\n'
    const markup = codeBlock({ code, label: 'command' }).toString()
    assert.ok(
      markup.includes('curl \\\n  -d &#39;{&quot;a&quot;:1}&#39; | sh &lt;in\n</code></pre>'),
    )
  })

  test('a table names its columns and rows, and explains an empty list', () => {
    const columns = [{ header: 'Order' }, { header: 'Amount', align: 'end' }] as const
    const full = table({ caption: 'Orders', columns, rows: [['<1>', '20.00']] }).toString()
    assert.match(full, /<th scope="row"\s*>&lt;1&gt;<\/th>/)
    assert.match(full, /<td\s+class="end"\s*>20\.00<\/td>/)
    const empty = table({ caption: 'Orders', columns, rows: [], empty: 'None yet' }).toString()
    assert.match(empty, /colspan="2">None yet</)
  })

  test('a table whose rows become blocks has table roles for screen readers, and labels its cells', () => {
    const columns = [{ header: 'Number' }, { header: 'CVC', labelled: true }] as const
    const stacked = table({ caption: 'Cards', columns, rows: [['4242', '123']], stacks: true })
    const markup = stacked.toString().replaceAll(/\s+/g, ' ')
    for (const role of ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'])
      assert.ok(markup.includes(` role="${role}"`), role)
    assert.match(markup, /<td role="cell" data-label="CVC">123</)
  })

  test('a badge has a word for the meaning of its colour', () => {
    assert.match(badge('declined', 'Declined').toString(), /class="badge declined"><svg.*Declined/s)
  })
})
