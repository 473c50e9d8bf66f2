// An answer that is written while it is read, whole as it comes: a document that would not fit in memory.

import { Readable } from 'node:stream'

export class StreamedAnswer {
  readonly #parts: AsyncIterator<string, void, undefined>

  constructor(parts: AsyncIterator<string, void, undefined>) {
    this.#parts = parts
  }

  /** It resolves with the first part, so that what fails before is answered as an error; what fails later ends the connection. */
  async stream(): Promise<Readable> {
    const first = await this.#parts.next()
    return Readable.from(this.#rest(first), { objectMode: false })
  }

  async *#rest(first: IteratorResult<string, void>): AsyncGenerator<string, void, undefined> {
    for (let part = first; part.done !== true; part = await this.#parts.next()) yield part.value
  }
}
