// Finds the request that caused each step of an order, from the changes in the request log.

import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import type { Step } from './timeline.ts'

type LoggedRequest = Pick<RequestAnswer, 'id' | 'operation' | 'changes'>
type ChangedRecord = NonNullable<RequestAnswer['changes']>[number]

/** The steps with their requests; the requests are newest first. */
export function withRequests(
  steps: readonly Step[],
  orderId: string,
  requests: readonly LoggedRequest[],
): readonly Step[] {
  return steps.map((step) => {
    const made = requests.find(({ changes }) => changes?.some((each) => makes(each, step, orderId)))
    return made === undefined ? step : { ...step, request: made }
  })
}

function makes(record: ChangedRecord, { kind, entryId }: Step, orderId: string): boolean {
  if (entryId !== undefined) return record.kind === 'entry' && record.id === entryId
  if (record.kind !== 'order' || record.id !== orderId) return false
  const sets = (name: string, value?: string | boolean): boolean =>
    record.fields.some(
      (field) => field.name === name && (value === undefined || field.after === value),
    )
  switch (kind) {
    case 'registered':
      return record.change === 'created'
    case 'page':
      return sets('pageOpened', true)
    case 'attempt':
      return sets('failedAttempts')
    case 'challenge':
      return sets('challenge', 'open')
    case 'end':
      return sets('status', 'declined')
    default:
      return false
  }
}
