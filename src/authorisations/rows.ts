// The rows of authorisations, and their keys.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Authorisation } from './authorisation.ts'

export const AUTHORISATION_LOOKUPS = { authorisation: ['id'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    authorisation: Authorisation
  }
  interface Lookups extends LookupsOf<typeof AUTHORISATION_LOOKUPS> {}
}
