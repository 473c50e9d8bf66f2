// The rows of callbacks and their lookup columns.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Callback } from './callback.ts'

export const CALLBACK_LOOKUPS = { callback: ['id'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    callback: Callback
  }
  interface Lookups extends LookupsOf<typeof CALLBACK_LOOKUPS> {}
}
