// An answer with a list that may be long: written page by page, so that nobody else waits while it is made.

import { Readable } from 'node:stream'
import { nextTurn } from '../../time.ts'

type Item = Record<string, unknown>
type Pages = AsyncIterator<readonly Item[], void, undefined>

/** `{[member]: [...]}`, of as many items as there are. */
export class PagedAnswer {
  readonly member: string
  readonly #pages: Pages

  constructor(member: string, pages: Pages) {
    this.member = member
    this.#pages = pages
  }

  /**
   * The answer as JSON. It resolves with the first page, so that what fails before is answered as an error; what fails later ends the
   * connection, for a list that is cut short must not look whole. `write` makes the JSON of an item.
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
      // SQLite reads in this process: let other requests in between.
      await nextTurn()
    }
    yield separator === ',' ? ']}' : `${separator}]}`
  }
}
