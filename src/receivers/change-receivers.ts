// Creates, changes and deletes receivers.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { rowKey } from '../kernel/rows.ts'
import {
  DEFAULT_ANSWERS,
  type Receiver,
  receiverId,
  receiverPlace,
  RECEIVERS_MAX,
} from './receiver.ts'

/** The changeable fields; absent ones stay unchanged. */
export interface ReceiverChange {
  readonly answers?: readonly number[] | undefined
  readonly delayMs?: number | undefined
}

export type ReceiverRefusal = 'full' | 'missing'

const PLACES = Array.from({ length: RECEIVERS_MAX }, (_, place) => place)

/** `random` is the unguessable part of the id. */
export const createReceiver = defineCommand<
  ReceiverChange & { readonly random: string },
  Receiver | ReceiverRefusal
>({
  decide({ random, answers = DEFAULT_ANSWERS, delayMs = 0 }, draft) {
    draft.need(PLACES.map((place) => rowKey('receiver', 'place', place)))
    const place = PLACES.find((each) => (draft.get('receiver', 'place', each)?.id ?? null) === null)
    if (place === undefined) return 'full'
    const id = receiverId(random, place, draft.dataset.projectNumber)
    const unused = { played: 0, received: 0, createdAt: draft.now }
    return draft.put('receiver', { place, id, answers, delayMs, ...unused })
  },
})

/** A new list of statuses starts from the beginning. */
export const changeReceiver = defineCommand<
  ReceiverChange & { readonly id: string },
  Receiver | ReceiverRefusal
>({
  decide({ id, answers, delayMs }, draft) {
    const receiver = receiverOf(id, draft)
    if (receiver === undefined) return 'missing'
    return draft.put('receiver', {
      ...receiver,
      ...(answers !== undefined && { answers, played: 0 }),
      ...(delayMs !== undefined && { delayMs }),
    })
  },
})

/** Its slot becomes free; later requests replace the stored ones. */
export const deleteReceiver = defineCommand<{ readonly id: string }, Receiver | ReceiverRefusal>({
  decide({ id }, draft) {
    const receiver = receiverOf(id, draft)
    if (receiver === undefined) return 'missing'
    draft.put('receiver', { ...receiver, id: null })
    return receiver
  },
})

/** The receiver with an id, unless it was deleted. */
export function receiverOf(id: string, draft: Draft): Receiver | undefined {
  const found = receiverPlace(id)
  const receiver = found && draft.get('receiver', 'place', found.place)
  return receiver?.id === id ? receiver : undefined
}
