// The groups of callback parameters on the settings page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PARAMETER_GROUPS } from '../../../src/pages/portal/callbacks/parameter-groups.ts'
import { CALLBACK_PARAMETERS } from '../../../src/payments/orders/callback-parameters.ts'

test('Every callback parameter is in exactly one group', () => {
  const grouped = PARAMETER_GROUPS.flatMap(({ names }) => names)
  assert.deepEqual(grouped.toSorted(), [...CALLBACK_PARAMETERS].sort())
})
