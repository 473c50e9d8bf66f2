import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brandLabel, cardBrand } from '../../../src/web/html/card-brand.ts'
import { bars, sparkline } from '../../../src/web/html/charts.ts'
import {
  badge,
  codeBlock,
  copyable,
  dialog,
  dialogButton,
  emptyState,
  menu,
  table,
  tabs,
} from '../../../src/web/html/components.ts'
import { html, type Html } from '../../../src/web/html/html.ts'
import { icons } from '../../../src/web/html/icons.ts'
import { lastFour, maskedCard } from '../../../src/web/html/masked-card.ts'
import { amount, moneyText } from '../../../src/web/html/money.ts'
import { assertProperty, fc } from '../../kit/property.ts'

const currencies = {
  EUR: { letters: 'EUR', digits: '978', exponent: 2 },
  JPY: { letters: 'JPY', digits: '392', exponent: 0 },
  KWD: { letters: 'KWD', digits: '414', exponent: 3 },
} as const

describe('Money', () => {
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
    test(`${String(minor)} minor units of ${letters} in ${lang} are formatted as ${text}`, () => {
      const money = { minor, currency: currencies[letters] }
      assert.equal(moneyText(money, lang).replaceAll('\u00A0', ' '), text)
    })
  }

  test('formats amounts without losing digits', () => {
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

  test('marks the currency in markup', () => {
    const markup = amount({ minor: 2000, currency: currencies.EUR }).toString()
    assert.match(markup, /20\.00<span class="currency">&nbsp;EUR<\/span>/)
  })
})

describe('A masked card number', () => {
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
    test(`${pan} is masked as ${text}`, () => {
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

describe('Shared components', () => {
  test('a copyable value is shown in full without JavaScript', () => {
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

  test('a table is a Tab stop only if nothing in its rows is', () => {
    const columns = [{ header: 'Number' }]
    const stops = (rows: readonly Html[]) =>
      table({ caption: 'Cards', columns, rows: [rows] })
        .toString()
        .includes(' tabindex="0"')
    assert.equal(stops([html`4242`]), true)
    assert.equal(stops([html`<abbr>4242</abbr>`]), true)
    assert.equal(stops([html`<a href="/">4242</a>`]), false)
    assert.equal(stops([html`<button type="button">Pay</button>`]), false)
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

describe('A menu', () => {
  test('is a collapsed panel that lists its actions and omits false ones', () => {
    const markup = menu({
      label: 'Actions',
      items: [html`<a href="/a">First</a>`, false, html`<a href="/b">Second</a>`],
    }).toString()
    assert.match(markup, /^<details class="menu ?">/)
    assert.equal(markup.match(/<li>/g)?.length, 2)
  })

  test('has an accessible name if its label is an icon', () => {
    const markup = menu({ label: icons.more, name: 'Actions of A-1', items: [] }).toString()
    assert.match(markup, /<summary class="button quiet" +aria-label="Actions of A-1">/)
  })
})

describe('A dialog', () => {
  const content = html`<p>New key</p>`

  test('is opened by its button without JavaScript', () => {
    assert.match(dialogButton('rotate', 'Rotate').toString(), /popovertarget="rotate">Rotate…</)
    const markup = dialog({ id: 'rotate', title: 'Rotate the key', content }).toString()
    assert.match(markup, /id="rotate"\s+role="dialog"\s+aria-labelledby="rotate-title"/)
    assert.match(markup, /popover="auto"/)
  })

  test('is rendered inline if it is open', () => {
    const markup = dialog({ id: 'rotate', title: 'Rotate the key', content, isOpen: true })
    assert.doesNotMatch(markup.toString(), /popover/)
  })
})

test('Tabs mark the current one and show counts', () => {
  const markup = tabs('Filter', [
    { label: 'All', href: '/o', isCurrent: true, count: 54 },
    { label: 'Paid', href: '/o?filter=paid' },
  ]).toString()
  assert.match(markup, /<a href="\/o" +aria-current="page"\s*>All <span class="count">54<\/span>/)
  assert.match(markup, /<a href="\/o\?filter=paid" *\s*>Paid<\/a/)
})

test('An empty state is a drawing, a sentence and an action', () => {
  const markup = emptyState('orders', 'No orders yet.', html`<a href="/t">Try a payment</a>`)
  assert.match(markup.toString(), /<svg class="drawing"[\s\S]*<p>No orders yet\.<\/p>[\s\S]*<a /)
})

describe('A chart', () => {
  test('has its figures as a table', () => {
    const points = [
      { label: '10:00', value: 3 },
      { label: '11:00', value: 0 },
    ]
    const markup = sparkline({ label: 'Payments', points, text: (value) => `${value} paid` })
    assert.match(markup.toString(), /<div class="sr-only">[\s\S]*10:00[\s\S]*3 paid/)
    assert.match(markup.toString(), /d="M0 2L120 30"/)
  })

  test('is an empty picture without values', () => {
    assert.doesNotMatch(sparkline({ label: 'Payments', points: [] }).toString(), /NaN|Infinity/)
    assert.doesNotMatch(
      bars({ label: 'Payments', series: [], columns: [] }).toString(),
      /NaN|Infinity/,
    )
  })

  test('links each bar to what it counts, except empty ones', () => {
    const markup = bars({
      label: 'Payments',
      series: [
        { name: 'Approved', meaning: 'approved' },
        { name: 'Declined', meaning: 'declined' },
      ],
      columns: [
        { label: '10:00', values: [3, 1], href: '/o?hour=10' },
        { label: '11:00', values: [0, 0], href: '/o?hour=11' },
      ],
    }).toString()
    assert.match(markup, /<a href="\/o\?hour=10" aria-label="10:00: 3 approved, 1 declined">/)
    assert.doesNotMatch(markup, /hour=11/)
  })
})

describe('A card brand', () => {
  const cases = [
    ['MASTERCARD', 'Mastercard'],
    ['AMERICAN_EXPRESS', 'American Express'],
    ['visa', 'Visa'],
    ['New scheme', 'New scheme'],
  ] as const
  for (const [brand, label] of cases)
    test(`${brand} is written as ${label}`, () => {
      assert.equal(brandLabel(brand), label)
      assert.match(cardBrand(brand).toString(), new RegExp(`<svg[\\s\\S]*>${label}<`))
    })
})
