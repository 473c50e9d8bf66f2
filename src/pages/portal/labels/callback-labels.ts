// How a callback stands, in a word and its meaning.

import type { CallbackState } from '../../../callbacks/callback.ts'
import type { Meaning } from '../../../web/html/components.ts'

// prettier-ignore
export const CALLBACK_WORDS: Readonly<Record<CallbackState, readonly [Meaning, string]>> = {
  unaddressed: ['neutral',  'no address set'],
  waiting:     ['pending',  'waiting'],
  delivered:   ['approved', 'delivered'],
  failed:      ['declined', 'failed'],
}
