// The state of a callback, in a word and its meaning.

import type { CallbackWireState } from '../../../api/control/callback-view.ts'
import type { CallbackState } from '../../../callbacks/callback.ts'
import type { Meaning } from '../../../web/html/components.ts'

// prettier-ignore
export const CALLBACK_LABELS: Readonly<Record<CallbackWireState | CallbackState, readonly [Meaning, string]>> = {
  captured:    ['neutral',  'no callback URL'],
  unaddressed: ['neutral',  'no callback URL'],
  waiting:     ['pending',  'waiting'],
  delivered:   ['approved', 'delivered'],
  failed:      ['declined', 'failed'],
}
