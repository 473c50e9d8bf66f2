// The types of the parameters of interface C, with valid and invalid values. They are repeated by
// hand, because values taken from the table would change with it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as types from '../../../src/api/gateway/parameters/parameter-types.ts'
import { isForm, parseObject } from '../../../src/api/gateway/parameters/sent-parameters.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const NIL = '00000000-0000-0000-0000-000000000000'
const UUID = '0196b0a0-0000-7000-8000-00000000000a'
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const members = (count: number): string =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, '1'])),
  )

interface Row {
  readonly type: types.ParameterType<unknown>
  /** A text and its parsed value. */
  readonly reads: readonly (readonly [text: string, value: unknown])[]
  readonly refuses: readonly string[]
}

// prettier-ignore
const ROWS: Readonly<Record<string, Row>> = {
  amount: { type: types.amount, reads: [['0', 0], ['999999999999', 999_999_999_999]], refuses: ['', '1000000000000', '-1', ' 1', '1 ', '1.5', 'x1', '1x'] },
  currency: { type: types.currency, reads: [['978', 978], ['8', 8], ['008', 8], ['810', 810], ['36', 36]], refuses: ['', '0978', '000', 'EUR', 'x978', '978x', '9787'] },
  integer: { type: types.integer(2, 500_000_000), reads: [['2', 2], ['500000000', 500_000_000], ['000000003', 3]], refuses: ['1', '500000001', '0000000003', 'x3', '3x', ''] },
  boolean: { type: types.boolean, reads: [['true', true], ['TRUE', true], ['false', false], ['False', false]], refuses: ['', 'xtrue', 'truex', 'xfalse', 'falsex', '1'] },
  text: { type: types.text(3), reads: [['abc', 'abc'], ['', ''], ['a\tb', 'a\tb'], ['<3', '<3']], refuses: ['abcd', '<b>', '<!a', '</a', '<?a', 'a\u0000', '\ud800'] },
  longText: { type: types.text(40), reads: [['javascript: the good parts', 'javascript: the good parts']], refuses: [' javascript:alert(1)', 'JavaScript:x'] },
  oneOf: { type: types.oneOf(['a', 'b']), reads: [['a', 'a'], ['b', 'b']], refuses: ['A', 'ab', ''] },
  names: { type: types.names, reads: [['a, b ,c', ['a', 'b', 'c']], ['a', ['a']], ['x'.repeat(255), ['x'.repeat(255)]]], refuses: ['x'.repeat(256), '<b>'] },
  id: { type: types.id, reads: [[UUID, UUID], [UUID.toUpperCase(), UUID], [`x${UUID}`, NIL], [`${UUID}x`, NIL], [UUID.replace('0196b0a0', '0196b0a00'), NIL], [UUID.replace('7000', '70000'), NIL], [`${UUID}0`, NIL], ['', NIL]], refuses: [] },
  language: { type: types.language, reads: [['en', 'en'], ['RU', 'ru']], refuses: ['', 'e', 'eng', 'xen', 'en ', '1e'] },
  url: { type: types.url, reads: ['https://a.example/b', 'HTTP://a.example', 'https://u:p@a.example', 'sdk://done', 'myapp://payment/done', 'com.example.shop://pay', 'ftp://a.example'].map((text) => [text, text]), refuses: ['', '/a', '//a.example', 'localhost:3000', 'mailto:a@a.example', 'https://a.example/ b', 'https://a.example\u00a0b', 'https://', ' https://a.example', ...['javascript', 'JavaScript', 'data', 'vbscript', 'file', 'blob', 'about'].map((scheme) => `${scheme}://a/b`), 'javascript:alert(1)', 'data:text/html,a', 'about:blank'] },
  webUrl: { type: types.webUrl, reads: [['https://a.example', 'https://a.example']], refuses: ['https://u@a.example', 'https://:p@a.example', 'https://u:p@a.example', '/a', 'sdk://done'] },
  jsonObject: { type: types.jsonObject, reads: [['{"a":1}', { a: 1 }], [' [ ] ', {}], ['null', {}], [' null ', {}], ['{}', {}]], refuses: ['', '[1]', '1', '"a"', '{', 'xnull', 'nullx', '[]x', 'x[]', '{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"__proto__":1}', deep(51)] },
  params: { type: types.params, reads: [['{"a":1,"b":null,"c":"x","d":[1]}', { a: '1', b: '', c: 'x', d: '[1]' }]], refuses: ['[1]', '{"a":"<b>"}', '{"<b>":"a"}', members(101)] },
  dateTime: { type: types.dateTime, reads: [['2031-05-10T10:00:01', Date.UTC(2031, 4, 10, 10, 0, 1)]], refuses: ['', '2031-05-10', '2031-02-30T00:00:00', 'x2031-05-10T10:00:01', '2031-05-10T10:00:01Z', '+002031-05-10T10:00:01', '2031-05-10T10:00:01.5', '20310510100001'] },
  compactDateTime: { type: types.compactDateTime, reads: [['20310510100001', Date.UTC(2031, 4, 10, 10, 0, 1)]], refuses: ['', '203105101000011', '2031051010000', 'x20310510100001', '20310510100001x', '20310230000000'] },
  sessionTimeout: { type: types.sessionTimeout, reads: [['0', 'default'], ['1', 1], ['999999999', 999_999_999]], refuses: ['', '-1', '01', '1000000000', '1x', 'x1', '1.5', '1e3', '1\n'] },
  pan: { type: types.pan, reads: [[TEST_CARDS.approved, TEST_CARDS.approved], [TEST_CARDS.attemptV1, TEST_CARDS.attemptV1]], refuses: ['', '4111111111111112', ` ${TEST_CARDS.approved}`, '4444 5555 1111 3333'] },
  cvc: { type: types.cvc, reads: [['123', '123'], ['0123', '0123']], refuses: ['', '12', '12345', 'x123', '123x', 'x1234', '1234x'] },
  year: { type: types.year, reads: [['2034', 2034], ['2000', 2000]], refuses: ['34', '1999', '20345', 'x2034', '2100'] },
  month: { type: types.month, reads: [['1', 1], ['01', 1], ['9', 9], ['10', 10], ['12', 12]], refuses: ['', '0', '00', '13', '012', '121', 'x1', '1x'] },
  yearMonth: { type: types.yearMonth, reads: [['203412', 203_412], ['203401', 203_401]], refuses: ['', '203400', '203413', '2034121', 'x203412', '203412x', '199912', '2034112'] },
  ip: { type: types.ip, reads: [['::', '::'], ['203.0.113.7', '203.0.113.7'], ['FE80::1', 'FE80::1'], ['1'.repeat(39), '1'.repeat(39)]], refuses: ['', ':', '1'.repeat(40), 'x203.0.113.7', '203.0.113.7x', 'localhost'] },
  message: { type: types.message, reads: [['x'.repeat(32_768), 'x'.repeat(32_768)]], refuses: ['x'.repeat(32_769)] },
  unreadable: { type: types.unreadable, reads: [], refuses: ['', 'x'] },
}

for (const [name, { type, reads, refuses }] of Object.entries(ROWS))
  test(`A parameter of type ${name} at interface C only accepts valid values`, () => {
    for (const [text, value] of reads) assert.deepEqual(type.read(text), value, text.slice(0, 60))
    for (const text of refuses) assert.equal(type.read(text), undefined, text.slice(0, 60))
  })

test('Card data, issuer responses and refused parameters are sensitive', () => {
  const sensitive = Object.entries(ROWS).filter(([, { type }]) => type.sensitive === true)
  assert.deepEqual(
    sensitive.map(([name]) => name),
    ['pan', 'cvc', 'message', 'unreadable'],
  )
})

test('JSON is parsed up to a depth of 50', () => {
  assert.ok(parseObject(deep(50)) !== undefined)
  for (const text of [deep(51), '[', '[]', 'null', '1', '"{}"', ''])
    assert.equal(parseObject(text), undefined)
})

test('A form is recognised by its type, in any case and with any parameters', () => {
  const form = 'application/x-www-form-urlencoded'
  for (const type of [form, form.toUpperCase(), `${form}; charset=utf-8`, `${form} ;a`])
    assert.ok(isForm(type), type)
  for (const type of [undefined, '', `x${form}`, `${form}x`, 'application/json'])
    assert.equal(isForm(type), false)
})
