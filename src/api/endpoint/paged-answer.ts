// A response that lists any number of items, written page by page so that other requests do not
// wait.

import { Readable } from 'node:stream'
import { nextTurn } from '../../time.ts'

type Item = Record<string, unknown>
type Pages = AsyncIterator<readonly Item[], void, undefined>

/** `{[member]: [...]}` with all items. */
export class PagedAnswer {
  readonly member: string
  readonly #pages: Pages

  constructor(member: string, pages: Pages) {
    this.member = member
    this.#pages = pages
  }

  /**
   * The response as JSON. It resolves with the first page, so that a failure before it produces an
   * error response. A later failure closes the connection, because an incomplete list must not look
   * complete. `write` returns the JSON of an item.
   */
  async stream(write: (item: Item) => string): Promise<Readable> {
    const first = await this.#pages.next()
    return Readable.from(this.#chunks(first, write), { objectMode: false })
  }

  async *#chunks(first: IteratorResult<readonly Item[], void>, write: (item: Item) => string) {
    let separator = `{${JSON.stringify(this.member)}:[`
    for (let page = first; page.done !== true; page = await this.#pages.next()) {
      for (const item of page.value) {
        yield separator + write(item)
        separator = ','
      }
      // SQLite reads in this process, so other requests get a turn in between.
      await nextTurn()
    }
    yield separator === ',' ? ']}' : `${separator}]}`
  }
}
