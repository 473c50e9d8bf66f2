// Resends all callbacks whose last attempt failed, or only those that have used up their attempts.

import type { CommandInput, CommandResult } from '../../../registry/commands.ts'
import { type CallbackFilter, callbacksOf } from '../../../store/reads/callbacks.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import type { Queryable } from '../../../store/store.ts'

/** Callbacks per commit and per request. */
const RESEND_PAGE = 500
export const RESEND_MAX = 10_000

type ResendInput = CommandInput<'resendCallbacks'>

/** The context that the APIs and the pages share. */
interface Access {
  readonly read: (
    query: (reads: Queryable, id: number, filter: CallbackFilter) => Promise<readonly Callback[]>,
    filter: CallbackFilter,
  ) => Promise<readonly Callback[]>
  readonly resend: (input: ResendInput) => Promise<CommandResult<'resendCallbacks'>>
}

/**
 * Newest first in pages, so that callbacks that fail again in the meantime are not resent twice.
 */
export async function resendAllFailed(
  which: 'failed' | 'failing',
  { read, resend }: Access,
): Promise<{ readonly resent: number; readonly more: boolean }> {
  let before = Number.MAX_SAFE_INTEGER
  let resent = 0
  for (let seen = 0; seen < RESEND_MAX; seen += RESEND_PAGE) {
    const page = await read(callbacksOf, { state: which, before, limit: RESEND_PAGE })
    const last = page.at(-1)
    if (last === undefined) return { resent, more: false }
    resent += await resend({ ids: page.map(({ id }) => id), which })
    before = last.id
  }
  const [more] = await read(callbacksOf, { state: which, before, limit: 1 })
  return { resent, more: more !== undefined }
}
