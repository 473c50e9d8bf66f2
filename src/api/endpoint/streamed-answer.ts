// A response that is written while it is read, because the document might not fit in memory.

import { Readable } from 'node:stream'

export class StreamedAnswer {
  /** The media type, and the file name if the response is to be saved. */
  readonly type: string
  readonly fileName: string | undefined
  readonly #parts: AsyncIterator<string, void, undefined>

  constructor(
    parts: AsyncIterator<string, void, undefined>,
    {
      type = 'application/json; charset=utf-8',
      fileName,
    }: { readonly type?: string; readonly fileName?: string } = {},
  ) {
    this.type = type
    this.fileName = fileName
    this.#parts = parts
  }

  /**
   * Resolves with the first part, so that a failure before it produces an error response. A later
   * failure closes the connection.
   */
  async stream(): Promise<Readable> {
    const first = await this.#parts.next()
    return Readable.from(this.#rest(first), { objectMode: false })
  }

  async *#rest(first: IteratorResult<string, void>): AsyncGenerator<string, void, undefined> {
    for (let part = first; part.done !== true; part = await this.#parts.next()) yield part.value
  }
}
