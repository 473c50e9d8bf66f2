// A response that is not the JSON of its operation's schema: another format, or a stream of events.

import type { Readable } from 'node:stream'

export class RawAnswer {
  readonly contentType: string
  readonly body: string | Readable

  constructor(contentType: string, body: string | Readable) {
    this.contentType = contentType
    this.body = body
  }
}
