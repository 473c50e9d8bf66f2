// Reads server-sent events, as an open page does.

import assert from 'node:assert/strict'

export interface SentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

export class EventReader {
  readonly answer: Response
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #aborted: AbortController
  #text = ''

  private constructor(answer: Response, aborted: AbortController) {
    assert.ok(answer.body !== null)
    this.answer = answer
    this.#reader = answer.body.getReader()
    this.#aborted = aborted
  }

  static async open(
    address: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventReader> {
    const aborted = new AbortController()
    const answer = await fetch(address, { headers, signal: aborted.signal })
    return new EventReader(answer, aborted)
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<SentEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await this.#reader.read()
        if (done) return undefined
        this.#text += Buffer.from(value).toString('utf8')
        continue
      }
      const lines = this.#text.slice(0, end).split('\n')
      this.#text = this.#text.slice(end + 2)
      const member = (name: string): string =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      if (member('event') !== '')
        return { id: member('id'), event: member('event'), data: member('data') }
    }
  }

  /** The next event of this kind. */
  async nextOf(kind: string): Promise<SentEvent> {
    for (;;) {
      const event = await this.next()
      assert.ok(event !== undefined, `the stream ended before an event of ${kind}`)
      if (event.data.split(' ').includes(kind)) return event
    }
  }

  close(): void {
    this.#aborted.abort()
  }
}
