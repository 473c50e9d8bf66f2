// Claiming callbacks that may be sent now: a claim that nobody reports back on runs out.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { rowKey } from '../kernel/rows.ts'
import { type Callback, holdsUpTheNext, isLeased, LEASE_MS } from './callback.ts'
import type { CallbackKey } from './settings.ts'

export interface ClaimResult {
  readonly callbacks: readonly Callback[]
  /** The project's keys as they are now; the last one signs where the named one is gone. */
  readonly keys: readonly CallbackKey[]
  /** The project's time. */
  readonly now: number
}

/** Takes those that may be sent now; a claim that nobody reports back on runs out. */
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
      .filter((callback) => isSendable(callback, draft))
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

function isSendable(callback: Callback, draft: Draft): boolean {
  const { state, dueAt, previousId } = callback
  if (state !== 'waiting' || dueAt === null || dueAt > draft.now || isLeased(callback, draft))
    return false
  const previous = previousId === null ? null : draft.get('callback', 'id', previousId)
  return previous === null || !holdsUpTheNext(previous)
}
