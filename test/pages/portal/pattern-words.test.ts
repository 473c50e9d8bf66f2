import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { patternWords } from '../../../src/pages/portal/reference/pattern-words.ts'

describe('A pattern as text', () => {
  // prettier-ignore
  const rows: readonly (readonly [pattern: string, words: string, fits: readonly string[], others: readonly string[]])[] = [
    [String.raw`^[^\p{Cc}\p{Cs}]*$`,                'printable',                              ['', 'Ann Doe'],             ['a\n']],
    [String.raw`^(?!\s*$)[^\p{Cc}\p{Cs}]*$`,        'printable, not blank',                   ['Ann Doe'],                 ['', ' ', 'a\n']],
    [String.raw`^[^\u0000-\u001F\u007F]*$`,         'no control characters',                  ['', 'Ann'],                 ['a\tb']],
    [String.raw`^(0|[1-9]\d{0,8})$`,                'whole number, at most 9 digits',         ['0', '999999999'],          ['01', '1000000000', '-1']],
    [String.raw`^[1-9][0-9]{0,14}$`,                'whole number above 0, at most 15 digits', ['1', '999999999999999'],   ['0', '01', '1000000000000000']],
    [String.raw`^([1-9][0-9]?|1[0-9]{2}|200)$`,     '1 to 200',                               ['1', '99', '100', '200'],   ['0', '201']],
    [String.raw`^([1-9][0-9]{0,2}|1000)$`,          '1 to 1000',                              ['1', '999', '1000'],        ['0', '1001']],
    [String.raw`^20\d{2}(0[1-9]|1[0-2])$`,          'YYYYMM',                                 ['203412'],                  ['203413', '3412']],
    [String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$`, 'YYYY-MM-DDThh:mm:ss',                ['2031-05-10T10:00:00'],     ['2031-05-10']],
    [String.raw`^\d{1,12}$`,                        '1 to 12 digits',                         ['0', '999999999999'],       ['', '1.5']],
    [String.raw`^[0-9]{3}$`,                        '3 digits',                               ['978'],                     ['97', '9780']],
  ]
  for (const [pattern, words, fits, others] of rows)
    test(`${pattern} is "${words}"`, () => {
      assert.equal(patternWords(pattern), words)
      const regex = new RegExp(pattern, 'u')
      for (const text of fits) assert.match(text, regex)
      for (const text of others) assert.doesNotMatch(text, regex)
    })

  test('is missing for other patterns, which are shown as they are', () => {
    assert.equal(patternWords('^[A-Z]{2,3}$'), undefined)
  })
})
