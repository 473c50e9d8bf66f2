// The state of a callback, as a word and its meaning.

import type { CallbackWireState } from '../../../api/control/callbacks/callback-view.ts'
import type { CallbackState } from '../../../callbacks/callback.ts'
import { badge, type Meaning } from '../../../web/html/components.ts'
import type { Html } from '../../../web/html/html.ts'
import { relativeTime } from '../../../web/html/when.ts'

// prettier-ignore
const CALLBACK_LABELS: Readonly<Record<CallbackWireState | CallbackState, readonly [Meaning, string]>> = {
  captured:    ['neutral',  'no callback URL'],
  unaddressed: ['neutral',  'no callback URL'],
  waiting:     ['pending',  'waiting'],
  delivered:   ['approved', 'delivered'],
  failed:      ['declined', 'failed'],
}

interface Sent {
  readonly state: CallbackWireState
  readonly failures: number
  /** ISO 8601. */
  readonly nextAttemptAt: string | null
}

/**
 * The state of a callback. If it is being retried, also the number of failures and the next time.
 */
function callbackLabel(
  { state, failures, nextAttemptAt }: Sent,
  now: number,
): readonly [Meaning, string] {
  if (state !== 'waiting' || failures === 0) return CALLBACK_LABELS[state]
  const attempts = `${failures} ${failures === 1 ? 'attempt' : 'attempts'}`
  const next = nextAttemptAt === null ? [] : [nextAttempt(Date.parse(nextAttemptAt), now)]
  return ['warning', ['retrying', attempts, ...next].join(' · ')]
}

export const callbackBadge = (callback: Sent, now: number): Html =>
  badge(...callbackLabel(callback, now))

const nextAttempt = (at: number, now: number): string =>
  at <= now ? 'next now' : `next ${relativeTime(at, now)}`
