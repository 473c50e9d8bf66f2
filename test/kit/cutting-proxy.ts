// A wire between the service and PostgreSQL that a test can cut at the worst moment: when COMMIT is on it, or when its answer is.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Where the wire is cut: the server never hears the commit, or does it and cannot say so. */
export type Cut = 'before-commit' | 'after-commit'

export interface CuttingProxy {
  readonly url: string
  /** Cuts the connection of each of the next commits in turn. */
  cut(...cuts: readonly Cut[]): void
  /** From the next cut on nobody gets through. */
  stayDown(): void
  cuts(): number
  /** Cuts every wire now and lets nobody through until `comeBack`. */
  goAway(): void
  /** From now on every wire that is there is silent, and stays open; nobody else gets through until `comeBack`. */
  fallSilent(): void
  comeBack(): void
  close(): Promise<void>
}

/** The name under which the driver sends the statement, in the extended protocol's Parse or the simple one's Query. */
const COMMIT = Buffer.from('commit\0')

export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const planned: Cut[] = []
  const sockets = new Set<Socket>()
  let done = 0
  let isDown = false
  let staysDown = false
  const server = createServer((client) => {
    if (isDown) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // A cut wire resets both ends; that is what the test is about.
      socket.on('error', () => socket.destroy())
    }
    let deaf = false
    client.on('data', (chunk: Buffer) => {
      const cut = chunk.includes(COMMIT) ? planned.shift() : undefined
      if (cut === undefined) {
        upstream.write(chunk)
        return
      }
      done += 1
      isDown = staysDown
      deaf = true
      if (cut === 'after-commit') {
        // The answer tells that the commit is done; it goes no further.
        upstream.once('data', () => upstream.end())
        upstream.write(chunk)
      } else {
        upstream.destroy()
        client.destroy()
      }
    })
    upstream.on('data', (chunk: Buffer) => {
      if (!deaf) client.write(chunk)
    })
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    cut: (...cuts) => planned.push(...cuts),
    stayDown: () => (staysDown = true),
    cuts: () => done,
    goAway() {
      isDown = true
      for (const socket of sockets) socket.destroy()
    },
    fallSilent() {
      isDown = true
      for (const socket of sockets) socket.pause()
    },
    comeBack: () => (isDown = false),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
