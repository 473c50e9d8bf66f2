// A project with a seed takes its ids and card numbers from a sequence instead of chance. Each
// request that needs some takes a draw, which is stored: the same requests give the same ids, even
// after a restart or the restore of a snapshot.

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

/** A placeholder for an id. The draw of its request replaces it. */
export const DRAWN_ID = '00000000-0000-7000-8000-000000000000'

/** The bytes of a draw, in parts: `stream` is the key of the project's sequence. */
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
 * The number in ids of a project with a seed, beyond the numbers of projects: it is the same in
 * every service.
 */
export const idNumberOf = (stream: string): number =>
  2 ** 31 + (createHmac('sha256', stream).update('id number').digest().readUInt32BE() >>> 1)
