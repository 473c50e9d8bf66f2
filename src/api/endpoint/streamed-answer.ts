// A response that is written while it is read, because the document might not fit in memory.

import { Readable } from 'node:stream'

export class StreamedAnswer {
  readonly #parts: AsyncIterator<string, void, undefined>

  constructor(parts: AsyncIterator<string, void, undefined>) {
    this.#parts = parts
  }

  /**
   * Resolves with the first part, so that an earlier failure is an error response; a later one
   * closes the connection.
   */
  async stream(): Promise<Readable> {
    const first = await this.#parts.next()
    return Readable.from(this.#rest(first), { objectMode: false })
  }

  async *#rest(first: IteratorResult<string, void>): AsyncGenerator<string, void, undefined> {
    for (let part = first; part.done !== true; part = await this.#parts.next()) yield part.value
  }
}
