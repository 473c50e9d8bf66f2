// The front threads of a service, as the engine thread sees them.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { type EngineDuties, type FrontData, type FrontDuties, SHARED } from './duties.ts'
import { Line } from './line.ts'

interface Front {
  readonly thread: Thread
  readonly line: Line<FrontDuties>
}

export interface FrontsParts extends Pick<FrontData, 'config' | 'master' | 'path'> {
  readonly duties: Omit<EngineDuties, 'listening'>
  /** A front thread ended unexpectedly. Its clients have lost their connections. */
  readonly onEnd: (reason: string) => void
}

export class Fronts {
  readonly #shared: FrontData['shared'] = new Int32Array(new SharedArrayBuffer(8))
  readonly #fronts: Front[] = []
  /** Only accessible to this user. */
  #folder = ''
  #isStopping = false

  /** The path of the socket on which the engine thread serves forwarded requests. */
  makePath(): string {
    this.#folder = mkdtempSync(join(tmpdir(), 'sandcard-'))
    return join(this.#folder, 'engine')
  }

  /** Starts them one after the other, because they share the port that the first one takes. */
  async start(parts: FrontsParts): Promise<AddressInfo> {
    const { host, port, threads } = parts.config
    if (port !== 0) await assertFree({ host, port })
    let address = await this.#startOne(parts, port)
    for (let count = 1; count < threads; count++)
      address = await this.#startOne(parts, address.port)
    return address
  }

  #startOne({ duties, onEnd, ...parts }: FrontsParts, port: number): Promise<AddressInfo> {
    // In the package, all modules are in one folder.
    const file = import.meta.url.endsWith('.ts') ? '../main.ts' : './main.js'
    const workerData: FrontData = { ...parts, port, shared: this.#shared }
    const thread = new Thread(new URL(file, import.meta.url), { workerData })
    return new Promise((resolve, reject) => {
      const line = new Line<FrontDuties>(thread, { ...duties, listening: resolve })
      let reason = 'it exited'
      thread.once('error', (error) => {
        reason = error instanceof Error ? error.message : String(error)
      })
      thread.once('exit', () => {
        line.cut()
        reject(new Error(reason))
        if (!this.#isStopping) onEnd(reason)
      })
      this.#fronts.push({ thread, line })
    })
  }

  /** Makes the front threads drop their cached projects. */
  forget(): void {
    Atomics.add(this.#shared, SHARED.version, 1)
  }

  /** Call it for each exchange that has arrived. */
  arrived(): void {
    Atomics.sub(this.#shared, SHARED.exchanges, 1)
  }

  /** Resolves when all earlier messages from the front threads have arrived. */
  async flush(): Promise<void> {
    await Promise.all(this.#fronts.map(({ line }) => line.call('flush')))
  }

  /** Completes open requests. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      this.#fronts.map(async ({ thread, line }) => {
        // A front thread that has ended has no requests.
        await line.call('stop').catch(() => undefined)
        await thread.terminate()
      }),
    )
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/**
 * Threads may share a port, which would also let another process of the same user bind it by
 * mistake.
 */
async function assertFree(address: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer().listen(address)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Calls `changed` after each method of `target`, regardless of the outcome. */
export function announcing<T extends object>(target: T, changed: () => void): T {
  return new Proxy(target, {
    get(_target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member === 'object' && member !== null) return announcing(member, changed)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args)
        return result instanceof Promise ? result.finally(changed) : result
      }
    },
  })
}
