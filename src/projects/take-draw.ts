// A seeded project takes its ids and card numbers from a deterministic sequence instead of a random
// generator. Each request that needs some takes one draw, whose position is stored: the same
// requests give the same ids, even after a restart or the restore of a snapshot.

import { createHmac } from 'node:crypto'
import { defineCommand } from '../kernel/command.ts'

/** Takes the next draw; returns its number. */
export const takeDraw = defineCommand<Readonly<Record<never, never>>, number>({
  decide(_input, draft) {
    const { draws } = draft.dataset
    draft.dataset = { ...draft.dataset, draws: draws + 1 }
    return draws
  },
})

/** A placeholder for an id, which the draw of its request replaces. */
export const DRAWN_ID = '00000000-0000-7000-8000-000000000000'

/** The bytes of a draw, in parts; `stream` is the key of the project's sequence. */
export class Draw {
  readonly #key: Buffer
  readonly #number: number
  #parts = 0

  constructor(stream: string, number: number) {
    this.#key = Buffer.from(stream, 'base64url')
    this.#number = number
  }

  /** 32 bytes that no other part of a draw has. */
  next(): Buffer {
    const part = `${this.#number}.${(this.#parts += 1)}`
    return createHmac('sha256', this.#key).update(part).digest()
  }
}

/**
 * The number in the ids of a seeded project. It is larger than project numbers and the same in
 * every service.
 */
export const idNumberOf = (stream: string): number =>
  2 ** 31 + (createHmac('sha256', stream).update('id number').digest().readUInt32BE() >>> 1)
