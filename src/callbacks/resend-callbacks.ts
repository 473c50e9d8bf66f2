// Resends callbacks on request, in any state.

import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { type Callback, isFailing, originOf } from './callback.ts'
import { requeued } from './queued-item.ts'

/** Queues a callback again. */
export const resendCallback = defineCommand<{ readonly id: number }, Callback>({
  decide({ id }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback === null)
      throw new Fault('callback-not-found', 'This project has no such callback.')
    const addressed = withUrl(callback, draft)
    if (addressed.url === null)
      throw new Fault('parameter-invalid', 'The callback has no URL. Set callbackUrl first.')
    return requeue(addressed, draft)
  },
})

/** `failed`: all attempts are used up; `failing`: the last attempt failed; `chosen`: any state. */
type Resent = 'failed' | 'failing' | 'chosen'

const IS_RESENT: Readonly<Record<Resent, (callback: Callback) => boolean>> = {
  failed: ({ state }) => state === 'failed',
  failing: isFailing,
  chosen: ({ url }) => url !== null,
}

/** Queues the callbacks that have not been resent yet; returns how many. */
export const resendCallbacks = defineCommand<
  { readonly ids: readonly number[]; readonly which: Resent },
  number
>({
  decide({ ids, which }, draft) {
    const resent = [...new Set(ids)]
      .map((id) => draft.get('callback', 'id', id))
      .filter((callback) => callback !== null)
      .map((callback) => withUrl(callback, draft))
      .filter(IS_RESENT[which])
    for (const callback of resent) requeue(callback, draft)
    return resent.length
  },
})

/** A callback that had no URL is sent to the current URL. */
function withUrl(callback: Callback, draft: Draft): Callback {
  const url = callback.url ?? draft.dataset.settings.callbackUrl
  return { ...callback, url, origin: originOf(url) }
}

function requeue(callback: Callback, draft: Draft): Callback {
  const next = requeued(callback, draft)
  draft.put('callback', next)
  draft.dataset = withDue(draft.dataset, next.dueAt)
  return next
}
