// A port of the loopback interface that is free and that no system assigns automatically.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux (32768), macOS and Windows (49152) assign. */
const PORTS = [10_000, 30_000] as const

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS)
    const probe = createServer()
    try {
      probe.listen(port, '127.0.0.1')
      await once(probe, 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue
      throw error
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}
