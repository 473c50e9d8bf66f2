// The rows of receivers and their lookup columns.

import type { LookupsOf } from '../kernel/rows.ts'
import type { ReceivedRequest, Receiver } from './receiver.ts'

export const RECEIVER_LOOKUPS = { receiver: ['place'], receivedRequest: ['slot'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    receiver: Receiver
    receivedRequest: ReceivedRequest
  }
  interface Lookups extends LookupsOf<typeof RECEIVER_LOOKUPS> {}
}
