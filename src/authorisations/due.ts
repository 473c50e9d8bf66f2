// Due work of authorisations: a hold that was not cleared in time is released.

import { defineCommand } from '../kernel/command.ts'
import { withRan } from '../projects/move-clock.ts'
import { expire } from './change-hold.ts'
import { keysOfAuthorisation } from './legs.ts'

interface DueAuthorisation {
  readonly authorisationId: number
}

/** Releases the hold of one authorisation. */
export const runDueAuthorisation = defineCommand<DueAuthorisation, null>({
  prefetch: keysOfAuthorisation,
  decide({ authorisationId }, draft) {
    expire(draft, authorisationId)
    const { dataset } = draft
    draft.dataset = withRan({ ...dataset, dueRan: dataset.dueRan + 1 }, 'released')
    return null
  },
})

/** Clears the due time if the expiry failed, so that it does not block the clock. */
export const setAuthorisationAside = defineCommand<DueAuthorisation, null>({
  decide({ authorisationId }, draft) {
    const authorisation = draft.getOrThrow('authorisation', 'id', authorisationId)
    draft.put('authorisation', { ...authorisation, dueAt: null })
    return null
  },
})
