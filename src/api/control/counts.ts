// The number of rows for each filter of a list, for the tabs of the portal.

import { AUTHORISATION_STATUSES } from '../../authorisations/authorisation.ts'
import {
  accountCounts,
  authorisationCounts,
  cardholderCounts,
  COUNTED_ROWS_MAX,
  requestCounts,
  type RowCounts,
} from '../../store/reads/counts.ts'
import { Type } from '../../web/http/schemas/type.ts'
import type { ChangedKind } from '../../engine/project-watch.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { operation } from './api.ts'

const NONE = { count: 0, hasMore: false }

interface CountedList {
  readonly name: string
  readonly path: `/${string}`
  /** Plural noun of the rows. */
  readonly rows: string
  /** The first filter shows all rows. */
  readonly filters: readonly string[]
  readonly reads: readonly ChangedKind[]
  readonly count: (call: Pick<ProjectCall, 'service' | 'project' | 'read'>) => Promise<RowCounts>
}

const countOperation = ({ name, path, rows, filters, reads, count }: CountedList) =>
  operation({
    name,
    method: 'GET',
    path,
    summary: `Count the ${rows} by filter`,
    description: `Counts up to ${COUNTED_ROWS_MAX.toLocaleString('en')} of the newest items; \`hasMore\` is true if there may be more.`,
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          filter: Type.Enum([...filters]),
          count: Type.Integer(),
          hasMore: Type.Boolean(),
        }),
      ),
    }),
    reads,
    async handle(call) {
      const counts = await count(call)
      return { items: filters.map((filter) => ({ filter, ...(counts[filter] ?? NONE) })) }
    },
  })

export const countRequests = countOperation({
  name: 'countRequests',
  path: '/requests/counts',
  rows: 'requests',
  filters: ['all', 'declined', 'refused', 'error', 'callback'],
  reads: ['order', 'journalEntry', 'card', 'cardholder', 'callback', 'project'],
  count: ({ service, project }) => service.readLog(project, requestCounts),
})

export const countAuthorisations = countOperation({
  name: 'countAuthorisations',
  path: '/authorisations/counts',
  rows: 'authorisations',
  filters: ['all', ...AUTHORISATION_STATUSES],
  reads: ['authorisation', 'order', 'journalEntry'],
  count: ({ read }) => read(authorisationCounts),
})

export const countCardholders = countOperation({
  name: 'countCardholders',
  path: '/cardholders/counts',
  rows: 'cardholders',
  filters: ['all', 'with', 'without'],
  reads: ['cardholder', 'card'],
  count: ({ read }) => read(cardholderCounts),
})

export const countAccounts = countOperation({
  name: 'countAccounts',
  path: '/accounts/counts',
  rows: 'accounts',
  filters: ['all', 'customer', 'own'],
  reads: ['account'],
  count: ({ read }) => read(accountCounts),
})

export const countOperations = [countRequests, countAuthorisations, countCardholders, countAccounts]
