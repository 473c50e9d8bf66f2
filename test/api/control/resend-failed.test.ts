// Resending all failed callbacks: in pages, with limited commits.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Callback } from '../../../src/callbacks/callback.ts'
import type { CallbackFilter } from '../../../src/store/reads/callbacks.ts'
import { RESEND_MAX, resendAllFailed } from '../../../src/api/control/callbacks/resend-failed.ts'

/** A project with this many failed callbacks, which records those that are resent. */
function failedCallbacks(count: number) {
  const failed = Array.from({ length: count }, (_, index) => ({ id: count - index }) as Callback)
  const filters: CallbackFilter[] = []
  const commits: number[] = []
  const resent: number[] = []
  return {
    filters,
    commits,
    resent,
    read: (_query: unknown, filter: CallbackFilter) => {
      filters.push(filter)
      const { before = 0, limit = 0 } = filter
      return Promise.resolve(failed.filter(({ id }) => id < before).slice(0, limit))
    },
    resend: ({ ids }: { readonly ids: readonly number[] }) => {
      commits.push(ids.length)
      resent.push(...ids)
      return Promise.resolve(ids.length)
    },
  }
}

describe('Resending all failed callbacks', () => {
  for (const [count, commits, more] of [
    [0, [], false],
    [1, [1], false],
    [500, [500], false],
    [501, [500, 1], false],
    [1200, [500, 500, 200], false],
    [RESEND_MAX, Array.from({ length: 20 }, () => 500), false],
    [RESEND_MAX + 1, Array.from({ length: 20 }, () => 500), true],
  ] as const)
    test(`takes ${commits.length} ${commits.length === 1 ? 'commit' : 'commits'} for ${count} callbacks${more ? ', and reports that there are more' : ''}`, async () => {
      const all = failedCallbacks(count)
      const resent = Math.min(count, RESEND_MAX)
      assert.deepEqual(await resendAllFailed('failed', all), { resent, more })
      assert.deepEqual(all.commits, commits)
      // Each callback once, newest first.
      assert.deepEqual(
        all.resent,
        Array.from({ length: resent }, (_, index) => count - index),
      )
      assert.ok(all.filters.every(({ state }) => state === 'failed'))
    })
})
