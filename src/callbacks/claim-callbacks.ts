// Claims callbacks for sending. A claim expires if its result is never reported. The project's
// faults are applied here: they drop an attempt, delay it, or are attached to the claim.

import { FAULT_PLAN_ID } from '../fault-injection/fault-plan.ts'
import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { rowKey } from '../kernel/rows.ts'
import { type Callback, dropped, unsentAttempt } from './callback.ts'
import { faultOfAttempt, leased, putOff, type SentWith, wasPutOff } from './queued-item.ts'
import { isSendable } from './sendable.ts'
import type { CallbackKey } from './settings.ts'

/** A callback to send. */
export interface ClaimedCallback extends Callback {
  /** The fault that applies while it is sent. */
  readonly sentWith?: SentWith
  /** The callback that a fault holds back until this one has been sent. */
  readonly overtakes?: number
}

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
    const claimable = ids.flatMap((id) => {
      const callback = draft.get('callback', 'id', id)
      if (callback === null) return []
      const { previousId } = callback
      const previous = previousId === null ? null : draft.get('callback', 'id', previousId)
      if (!isSendable(callback, previous, draft)) return []
      return [{ callback, overtakes: previous?.heldBack === true ? previous.id : undefined }]
    })
    const claimed = claimable.flatMap(({ callback, overtakes }) => {
      const fault = faultOfAttempt(
        {
          operation: callback.operation,
          isSigned: callback.message.signature !== 'none',
          wasDelayed: wasPutOff(callback),
        },
        draft,
      )
      const next = leased(callback, draft)
      switch (fault?.kind) {
        case 'drop':
          putUnsent(dropped(callback, draft.now), draft)
          return []
        case 'delay':
        case 'reorder':
          putUnsent(
            putOff(callback, { kind: fault.kind, ms: fault.ms }, draft, (attempt) =>
              unsentAttempt(callback, attempt),
            ),
            draft,
          )
          return []
        case 'duplicate':
        case 'wrong-signature':
        case undefined:
          draft.put('callback', next)
          return [
            {
              ...next,
              ...(fault && { sentWith: fault.kind }),
              ...(overtakes !== undefined && { overtakes }),
            },
          ]
      }
    })
    return {
      callbacks: claimed,
      unsent: claimable.length - claimed.length,
      keys: draft.dataset.settings.callbackKeys,
      now: draft.now,
    }
  },
})

function putUnsent(callback: Callback, draft: Draft): void {
  draft.put('callback', callback)
  draft.dataset = withDue(draft.dataset, callback.dueAt)
}
