import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpiry } from '../../../src/pages/checkout/expiry.ts'

const READ = {
  203_412: [
    '12/34',
    '1234',
    '12/2034',
    '122034',
    '12 / 2034',
    ' 12/ 34 ',
    '12-34',
    '12.2034',
    '12–34',
    '12 34',
    '2034-12',
    '2034/12',
    '203412',
    '2034 – 12',
  ],
  203_401: ['1/34', '01/34', '134', '1 / 2034', '2034-1', '0134'],
  202_012: ['12/20', '12/2020', '2020-12', '202012'],
  202_001: ['2020-01', '1/20'],
} as const

for (const [month, texts] of Object.entries(READ))
  for (const text of texts)
    test(`The expiry date “${text}” is read as ${month}`, () => {
      assert.equal(parseExpiry(text), Number(month))
    })

for (const text of [
  '',
  '12',
  '12/',
  '12/3',
  '13/34',
  '0/34',
  '00/34',
  '12/1999',
  '12/2134',
  '12/345',
  '34-12',
  '1999-12',
  '2034-13',
  '2034-',
  '12//34',
  'ab/cd',
  '12/34x',
  '１２/34',
])
  test(`The expiry date “${text}” is refused`, () => {
    assert.equal(parseExpiry(text), undefined)
  })
