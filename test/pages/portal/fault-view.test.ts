// The message on a page for a fault that belongs to no field: temporary faults may be retried, all
// others are permanent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault, type FaultCode } from '../../../src/kernel/fault.ts'
import { faultView } from '../../../src/pages/portal/shell/fault-view.ts'
import type { PageContext } from '../../../src/pages/portal/shell/screen.ts'
import { wordsOf } from '../../kit/portal.ts'

// prettier-ignore
const FAULTS: readonly (readonly [code: FaultCode, isPassing: boolean, advice: string])[] = [
  ['busy',             true,  'Try it again in a moment.'],
  ['outcome-unknown',  true,  'Check whether it did before you try it again.'],
  ['rate-limited',     true,  'Try it again in a moment.'],
  ['unavailable',      true,  'Try it again in a moment.'],
  ['pool-exhausted',   false, 'Nothing was changed.'],
  ['order-not-found',  false, 'Nothing was changed.'],
]

for (const [code, isPassing, advice] of FAULTS)
  test(`The fault ${code} is shown on a page as ${isPassing ? 'temporary' : 'permanent'}`, () => {
    const shown = faultView(new Fault(code, 'Because.'), { base: '/p/x' } as PageContext)
    assert.equal(shown.isPassing, isPassing)
    assert.equal(shown.view.status, isPassing ? undefined : 409)
    assert.equal(shown.view.title, isPassing ? 'Temporarily unavailable' : 'Not possible')
    assert.deepEqual(shown.view.call, { api: 'control', method: 'GET', path: '/project' })
    assert.equal(
      wordsOf(shown.view.content.toString()),
      `${shown.view.title} Because. ${advice} Back to the project`,
    )
    assert.match(shown.view.content.toString(), /<a href="\/p\/x">/)
  })
