// Resends callbacks on request, whatever their state.

import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { type Callback, originOf, requeued } from './callback.ts'
import { isLeased } from './sendable.ts'

/** Queues a callback again. One that had no URL takes the current one. */
export const resendCallback = defineCommand<{ readonly id: number }, Callback>({
  decide({ id }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback === null) throw new Fault('callback-not-found', 'No callback has this id.')
    const url = callback.url ?? draft.dataset.settings.callbackUrl
    if (url === null)
      throw new Fault('parameter-invalid', 'The callback has no URL. Set callbackUrl first.')
    return requeue({ ...callback, url, origin: originOf(url) }, draft)
  },
})

/** Queues those of the callbacks that failed; returns how many. */
export const resendFailed = defineCommand<{ readonly ids: readonly number[] }, number>({
  decide({ ids }, draft) {
    const failed = ids
      .map((id) => draft.get('callback', 'id', id))
      .filter((callback) => callback?.state === 'failed')
    for (const callback of failed) if (callback !== null) requeue(callback, draft)
    return failed.length
  },
})

function requeue(callback: Callback, draft: Draft): Callback {
  const next = requeued(callback, draft.now, isLeased(callback, draft))
  draft.put('callback', next)
  draft.dataset = withDue(draft.dataset, next.dueAt)
  return next
}
