// Claims callbacks for sending. A claim expires if its result is never reported. The project's
// faults are applied here: they drop an attempt, delay it, or are attached to the claim.

import { FAULT_PLAN_ID } from '../fault-injection/fault-plan.ts'
import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { rowKey } from '../kernel/rows.ts'
import { type Callback, CALLBACK_RULES } from './callback.ts'
import { claim, type ClaimedSending } from './queued-item.ts'
import { isSendable } from './sendable.ts'
import type { CallbackKey } from './settings.ts'

/** A callback to send. */
export type ClaimedCallback = Callback & ClaimedSending

export interface ClaimResult {
  readonly callbacks: readonly ClaimedCallback[]
  /** Callbacks that a fault dropped or delayed. */
  readonly unsent: number
  /** The project's current keys. The last one signs if the callback's key was deleted. */
  readonly keys: readonly CallbackKey[]
  /** The project's time. */
  readonly now: number
}

/** Claims the callbacks that may be sent now. */
export const claimCallbacks = defineCommand<{ readonly ids: readonly number[] }, ClaimResult>({
  prefetch: ({ ids }, rows) => [
    rowKey('faultPlan', 'id', FAULT_PLAN_ID),
    ...ids.flatMap((id) => {
      const previousId = rows.find('callback', 'id', id)?.previousId ?? null
      const own = rowKey('callback', 'id', id)
      return previousId === null ? [own] : [own, rowKey('callback', 'id', previousId)]
    }),
  ],
  decide({ ids }, draft) {
    const callbacks: ClaimedCallback[] = []
    let unsent = 0
    for (const id of ids) {
      const callback = draft.get('callback', 'id', id)
      if (callback === null) continue
      const { previousId, operation } = callback
      const previous = previousId === null ? null : draft.get('callback', 'id', previousId)
      if (!isSendable(callback, previous, draft)) continue
      const isSigned = callback.message.signature !== 'none'
      const how = { draft, rules: CALLBACK_RULES, operation, isSigned }
      const { next, sending } = claim(callback, previous, how)
      draft.put('callback', next)
      if (sending !== undefined) {
        callbacks.push({ ...next, ...sending })
        continue
      }
      draft.dataset = withDue(draft.dataset, next.dueAt)
      unsent += 1
    }
    return { callbacks, unsent, keys: draft.dataset.settings.callbackKeys, now: draft.now }
  },
})
