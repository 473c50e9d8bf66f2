// The load generator, in its own process: keep-alive connections that send the next request after
// each response. It implements just enough of HTTP/1.1 to leave the CPU to the server. Requests are
// prepared bytes. From a response, it reads the status, the length, the id for the next request,
// and whether the body contains a text that invalidates the run.

import { connect } from 'node:net'
import { type Job, ORDER_ID, type Result, SERIAL_PLACEHOLDER } from './generator.ts'

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
  const count = { told: 0, refused: 0 }
  const connections = Array.from({ length: job.connections }, (_, index) =>
    keepSending(job, index, deadline, count),
  )
  await Promise.all(connections)
  return { ...count, seconds: (performance.now() - began) / 1000 }
}

/** One connection: sends stories until the deadline. */
function keepSending(
  job: Job,
  index: number,
  deadline: number,
  count: { told: number; refused: number },
): Promise<void> {
  const { port, hostname } = new URL(job.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true).setEncoding('latin1')
    let told = 0
    let step = 0
    let received = ''
    const story = () => job.stories[(index + told) % job.stories.length] ?? []
    const send = (answered: string): void => {
      socket.write(filled(story()[step] ?? '', answered), 'latin1')
      step += 1
    }
    socket.on('connect', () => {
      send('')
    })
    socket.on('data', (chunk: string) => {
      received += chunk
      const answer = parse(received)
      if (answer === undefined) return
      received = ''
      if (isRefused(job, answer)) count.refused += 1
      if (step === story().length) {
        count.told += 1
        told += 1
        step = 0
      }
      if (step > 0 || performance.now() < deadline) send(answer.body)
      else socket.end(() => resolve())
    })
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('the server closed a connection')))
  })
}

/** Counts over all runs of this process; no other process uses the same service. */
let serial = 0

/** Replaces the placeholders in a request with texts of the same length. */
function filled(request: string, answered: string): string {
  if (request.includes(SERIAL_PLACEHOLDER)) {
    serial += 1
    return request.replace(
      SERIAL_PLACEHOLDER,
      String(serial).padStart(SERIAL_PLACEHOLDER.length, '0'),
    )
  }
  if (!request.includes(ORDER_ID)) return request
  return request.replace(ORDER_ID, /"orderId":"([^"]*)"/.exec(answered)?.[1] ?? ORDER_ID)
}

const isRefused = ({ unwanted, wanted }: Job, { status, body }: Answer): boolean =>
  status >= 300 ||
  (unwanted !== undefined && body.includes(unwanted)) ||
  (wanted !== undefined && !body.includes(wanted))

interface Answer {
  readonly status: number
  readonly body: string
}

/** A complete response, or undefined while it is incomplete. */
function parse(received: string): Answer | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = received.slice(0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response without a length: ${head}`)
  const bodyStart = headEnd + HEAD_END.length
  if (received.length < bodyStart + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: received.slice(bodyStart) }
}
