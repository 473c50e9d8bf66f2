// Records the result of an attempt to deliver a callback.

import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { rowKey } from '../kernel/rows.ts'
import { CALLBACK_RULES, type CallbackAttempt } from './callback.ts'
import { afterSending, type AttemptReport, isClaimed, released } from './queued-item.ts'

/** False if the claim expired and another attempt was made. */
export const recordAttempt = defineCommand<AttemptReport<CallbackAttempt>, boolean>({
  prefetch: ({ id, overtakes }) => [
    rowKey('callback', 'id', id),
    ...(overtakes === undefined ? [] : [rowKey('callback', 'id', overtakes)]),
  ],
  decide(report, draft) {
    const { id, overtakes } = report
    const callback = draft.get('callback', 'id', id)
    if (callback === null || !isClaimed(callback, report)) return false
    const held = overtakes === undefined ? null : draft.get('callback', 'id', overtakes)
    for (const next of [afterSending(callback, report, CALLBACK_RULES), released(held, draft)])
      if (next !== undefined) {
        draft.put('callback', next)
        draft.dataset = withDue(draft.dataset, next.dueAt)
      }
    return true
  },
})
