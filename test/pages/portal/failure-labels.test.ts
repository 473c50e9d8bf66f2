import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureCause, failureText } from '../../../src/pages/portal/labels/failure-labels.ts'

// prettier-ignore
const FAILURES = [
  ['getaddrinfo ENOTFOUND shop.invalid',  'Host name not found',    'Host name not found: shop.invalid (ENOTFOUND)'],
  ['connect ECONNREFUSED 127.0.0.1:9',    'Connection refused',     'Connection refused: 127.0.0.1:9 (ECONNREFUSED)'],
  ['read ECONNRESET',                     'Connection reset',       'Connection reset (ECONNRESET)'],
  ['self-signed certificate',             'self-signed certificate', 'self-signed certificate'],
  ['connect EADDRNOTAVAIL ::1:80',        'connect EADDRNOTAVAIL ::1:80', 'connect EADDRNOTAVAIL ::1:80'],
] as const

test('network failures have a label, other failures stay unchanged', () => {
  for (const [error, cause, text] of FAILURES)
    assert.deepEqual([failureCause(error), failureText(error)], [cause, text], error)
})
