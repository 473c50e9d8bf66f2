// The rows of projects and their lookup columns.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Idempotency } from './idempotency.ts'

export const PROJECT_LOOKUPS = { idempotency: ['scope'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    idempotency: Idempotency
  }
  interface Lookups extends LookupsOf<typeof PROJECT_LOOKUPS> {}
}
