// Stores a request to a receiver, and returns the response to it.

import { defineCommand } from '../kernel/command.ts'
import { receiverOf } from './change-receivers.ts'
import { type ArrivedRequest, nextStatus, slotOf } from './receiver.ts'

/** The receiver's response; null if there is no such receiver. */
export const receiveRequest = defineCommand<
  { readonly id: string; readonly request: ArrivedRequest },
  { readonly status: number; readonly delayMs: number; readonly number: number } | null
>({
  decide({ id, request }, draft) {
    const receiver = receiverOf(id, draft)
    if (receiver === undefined) return null
    const status = nextStatus(receiver)
    const number = receiver.received + 1
    const { place, delayMs, answers, played } = receiver
    const slot = slotOf(place, number)
    // The row that it replaces.
    draft.get('receivedRequest', 'slot', slot)
    draft.put('receivedRequest', {
      slot,
      receiverId: id,
      number,
      at: draft.now,
      request,
      answeredStatus: status,
    })
    draft.put('receiver', {
      ...receiver,
      received: number,
      played: Math.min(played + 1, answers.length),
    })
    return { status, delayMs, number }
  },
})
