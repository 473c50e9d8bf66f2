// The files that the portal exports, as spreadsheets read them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRow } from '../../../src/pages/portal/parts/csv.ts'

// prettier-ignore
const CELLS: readonly (readonly [text: string, cell: string])[] = [
  ['plain, "quoted"', '"plain, ""quoted"""'],
  ['', ''], ['-100', '-100'], ['-20.50', '-20.50'], ['a-b', 'a-b'], ['order_id', 'order_id'], ['a@b.example', '"a@b.example"'],
  ['=1+1', `"'=1+1"`], ['+1', `"'+1"`], ['-1+1', `"'-1+1"`], ['@SUM(A1)', `"'@SUM(A1)"`],
  ['a;=1+1', `"a;'=1+1"`], ['\n=1', `"\n'=1"`], ['a\r=1', `"a\r'=1"`], ['a\t=1', `"a\t'=1"`], ['\t1', `"'\t1"`],
  [' =1', `"' =1"`], ['; -1', `";' -1"`], ['＝1', `"'＝1"`], ['a;＠b', `"a;'＠b"`],
]

for (const [text, cell] of CELLS)
  test(`The CSV export writes ${JSON.stringify(text)} so that no spreadsheet runs it as a formula`, () => {
    assert.equal(csvRow([text, 'x']), `${cell},x\r\n`)
  })
