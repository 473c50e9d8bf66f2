// Claiming callbacks for sending. A claim expires if its result is never reported.

import { defineCommand } from '../kernel/command.ts'
import { rowKey } from '../kernel/rows.ts'
import { type Callback, LEASE_MS } from './callback.ts'
import { isSendable } from './sendable.ts'
import type { CallbackKey } from './settings.ts'

export interface ClaimResult {
  readonly callbacks: readonly Callback[]
  /** The project's current keys: the last one signs if the named one was deleted. */
  readonly keys: readonly CallbackKey[]
  /** The project's time. */
  readonly now: number
}

/** Claims those of the callbacks that may be sent now. */
export const claimCallbacks = defineCommand<{ readonly ids: readonly number[] }, ClaimResult>({
  prefetch: ({ ids }, rows) =>
    ids.flatMap((id) => {
      const previousId = rows.find('callback', 'id', id)?.previousId ?? null
      const own = rowKey('callback', 'id', id)
      return previousId === null ? [own] : [own, rowKey('callback', 'id', previousId)]
    }),
  decide({ ids }, draft) {
    const callbacks = ids
      .map((id) => draft.get('callback', 'id', id))
      .filter((callback) => callback !== null)
      .filter((callback) => {
        const { previousId } = callback
        const previous = previousId === null ? null : draft.get('callback', 'id', previousId)
        return isSendable(callback, previous, draft)
      })
      .map((callback) => ({
        ...callback,
        attempt: callback.attempt + 1,
        firstAt: callback.firstAt ?? draft.now,
        leaseUntil: draft.realNow + LEASE_MS,
      }))
    for (const callback of callbacks) draft.put('callback', callback)
    return { callbacks, keys: draft.dataset.settings.callbackKeys, now: draft.now }
  },
})
