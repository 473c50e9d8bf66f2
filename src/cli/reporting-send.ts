// Sends requests as the clients do, and reports progress in bytes for files that it sends or
// receives.

import { type Send, sendByFetch } from '../client/send.ts'
import type { Report } from './terminal.ts'

/** A blob is read in the parts of which it was created. */
const PART_BYTES = 65_536

function partsOf(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  )
}

/** A blob that reports its bytes as they are read. Unlike a stream, it has a known length. */
class ReportedBlob extends Blob {
  readonly #report: Report

  constructor(text: string, report: Report) {
    super(partsOf(Buffer.from(text)))
    this.#report = report
  }

  override stream(): ReturnType<Blob['stream']> {
    let sent = 0
    const transform = (
      bytes: Uint8Array<ArrayBuffer>,
      next: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>,
    ): void => {
      sent += bytes.length
      this.#report(sent, this.size)
      next.enqueue(bytes)
    }
    return super.stream().pipeThrough(new TransformStream({ transform }))
  }
}

export const reportingSend = (report: Report | undefined): Send =>
  report === undefined
    ? sendByFetch
    : async (url, { body, ...request }) => {
        const sent = typeof body === 'string' ? new ReportedBlob(body, report) : body
        const response = await fetch(url, { ...request, ...(sent && { body: sent }) })
        const { status, headers } = response
        if (sent !== undefined) return { status, headers, text: await response.text() }
        const length = headers.has('content-encoding') ? null : headers.get('content-length')
        const decoder = new TextDecoder()
        let [text, received] = ['', 0]
        for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
          received += bytes.length
          report(received, length === null ? undefined : Number(length))
          text += decoder.decode(bytes, { stream: true })
        }
        return { status, headers, text: text + decoder.decode() }
      }
