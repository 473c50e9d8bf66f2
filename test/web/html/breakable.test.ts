import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { breakable } from '../../../src/web/html/breakable.ts'

describe('A long text', () => {
  // prettier-ignore
  const rows: readonly (readonly [text: string, parts: readonly string[]])[] = [
    ['/payment/rest/register.do',          ['/payment/', 'rest/', 'register.do']],
    ['http://127.0.0.1:8583/v2/',          ['http://127.0.0.1', ':8583/', 'v2/']],
    ['http://127.0.0.1:8583',              ['http://127.0.0.1', ':8583']],
    ['GET /control/v1/orders?filter=held', ['GET /control/', 'v1/', 'orders?filter=held']],
    ['/receivers/rcv_abc',                 ['/receivers/', 'rcv_abc']],
    ['sandcard_due_set_aside_total',       ['sandcard_', 'due_', 'set_', 'aside_', 'total']],
    ['__proto__',                          ['__proto__']],
    ['register.do',                        ['register.do']],
    ['',                                   ['']],
  ]
  for (const [text, parts] of rows)
    test(`"${text}" breaks into ${parts.length}`, () => {
      assert.deepEqual(breakable(text).join('').split('<wbr />'), parts)
    })
})
