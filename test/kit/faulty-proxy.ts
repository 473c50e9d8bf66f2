// A proxy between the service and PostgreSQL that a test can cut at the worst moment: during COMMIT
// or during its response.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Where the connection is cut: before the server receives the COMMIT, or before its response
 * passes.
 */
type Cut = 'before-commit' | 'after-commit'

export interface CuttingProxy {
  readonly url: string
  /** Cuts the connections of the next commits, one each. */
  cut(...cuts: readonly Cut[]): void
  /** Refuses all connections after the next cut. */
  stayDown(): void
  cuts(): number
  /**
   * Holds back the bytes of the next transaction and cuts the client at its COMMIT. The returned
   * function delivers them to the server, and resolves when the server has processed them.
   */
  holdBack(): () => Promise<void>
  /** Cuts all connections now and refuses new ones until `comeBack`. */
  goAway(): void
  /** Keeps all connections open and silent, and accepts no others until `comeBack`. */
  fallSilent(): void
  comeBack(): void
  /** New connections go to this server. */
  pointTo(databaseUrl: string): void
  close(): Promise<void>
}

/**
 * The bytes that identify the statement, in Parse of the extended protocol or Query of the simple
 * one.
 */
const COMMIT = Buffer.from('commit\0')

export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  let target = new URL(databaseUrl)
  const planned: Cut[] = []
  const sockets = new Set<Socket>()
  let done = 0
  let isDown = false
  let staysDown = false
  /** The bytes that are held back; undefined if none are. */
  let held: Buffer[] | undefined
  let deliver: () => Promise<void> = () => Promise.reject(new Error('nothing was held back'))
  const server = createServer((client) => {
    if (isDown) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // A cut resets both ends, as the test intends.
      socket.on('error', () => socket.destroy())
    }
    let deaf = false
    let isLate = false
    client.on('data', (chunk: Buffer) => {
      if (held !== undefined) {
        held.push(chunk)
        if (!chunk.includes(COMMIT)) return
        const late = Buffer.concat(held)
        held = undefined
        deaf = isLate = true
        deliver = async () => {
          upstream.end(late)
          await once(upstream, 'close')
        }
        client.destroy()
        return
      }
      const cut = chunk.includes(COMMIT) ? planned.shift() : undefined
      if (cut === undefined) {
        upstream.write(chunk)
        return
      }
      done += 1
      isDown = staysDown
      deaf = true
      if (cut === 'after-commit') {
        // The response confirms the commit; it is dropped.
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
    client.on('close', () => {
      if (!isLate) upstream.destroy()
    })
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
    holdBack() {
      held = []
      return () => deliver()
    },
    goAway() {
      isDown = true
      for (const socket of sockets) socket.destroy()
    },
    fallSilent() {
      isDown = true
      for (const socket of sockets) socket.pause()
    },
    comeBack: () => (isDown = false),
    pointTo: (url) => (target = new URL(url)),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
