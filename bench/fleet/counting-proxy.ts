// A proxy that counts the traffic between two programs: bytes in each direction, and round trips.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface Passed {
  /** Bytes from the connecting side, and bytes back. */
  readonly sent: number
  readonly received: number
  /** Number of times that the connecting side sent data after it had received data. */
  readonly trips: number
}

interface CountingProxy {
  readonly port: number
  passed(): Passed
  close(): Promise<void>
}

export async function startProxy(port: number, host: string): Promise<CountingProxy> {
  let passed: Passed = { sent: 0, received: 0, trips: 0 }
  const sockets = new Set<{ destroy(): unknown }>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host, noDelay: true })
    let isAnswered = true
    near.on('data', (chunk) => {
      passed = {
        ...passed,
        sent: passed.sent + chunk.length,
        trips: passed.trips + (isAnswered ? 1 : 0),
      }
      isAnswered = false
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      passed = { ...passed, received: passed.received + chunk.length }
      isAnswered = true
      near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    passed: () => passed,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
