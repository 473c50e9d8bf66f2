// The load generator, in a process of its own: keep-alive connections that each send the next request when the last was answered.
// It speaks just enough HTTP/1.1 to leave the processor to the server: requests are bytes made beforehand, and of an answer it
// reads the status, the length and whether the body holds a text that would make the run worthless.

import { connect, type Socket } from 'node:net'
import type { Job, Result } from './generator.ts'

const HEAD_END = '\r\n\r\n'

process.on('message', (message) => {
  run(message as Job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})

async function run(job: Job): Promise<Result> {
  const began = performance.now()
  const deadline = began + job.seconds * 1000
  const count = { answers: 0, refused: 0 }
  const connections = Array.from({ length: job.connections }, (_, index) =>
    keepAsking(job, index, deadline, count),
  )
  await Promise.all(connections)
  return { ...count, seconds: (performance.now() - began) / 1000 }
}

/** One connection: request after request until the deadline. */
function keepAsking(
  job: Job,
  index: number,
  deadline: number,
  count: { answers: number; refused: number },
): Promise<void> {
  const { port, hostname } = new URL(job.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true).setEncoding('latin1')
    let next = index
    let received = ''
    const ask = (): void => {
      send(socket, job.requests[next % job.requests.length])
      next += 1
    }
    socket.on('connect', ask)
    socket.on('data', (chunk: string) => {
      received += chunk
      const answer = parse(received)
      if (answer === undefined) return
      received = ''
      count.answers += 1
      if (
        answer.status >= 300 ||
        (job.unwanted !== undefined && answer.body.includes(job.unwanted))
      )
        count.refused += 1
      if (performance.now() < deadline) ask()
      else socket.end(() => resolve())
    })
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('the server closed a connection')))
  })
}

function send(socket: Socket, request: string | undefined): void {
  if (request !== undefined) socket.write(request, 'latin1')
}

/** A whole answer, or undefined while some of it is still on the way. */
function parse(received: string): { status: number; body: string } | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = received.slice(0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  const bodyStart = headEnd + HEAD_END.length
  if (received.length < bodyStart + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: received.slice(bodyStart) }
}
