// The socket of a service: its own, or the sockets of its front threads.

import type { AddressInfo } from 'node:net'
import { type Config, ConfigError } from '../config.ts'
import type { WebServer } from '../server.ts'
import type { Fronts, FrontsParts } from '../threads/fronts.ts'

/** An unusable host or port is reported as an invalid setting. */
export async function listen(app: WebServer, { host, port }: Config): Promise<AddressInfo> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw cannotListen({ host, port }, error)
  }
  return app.server.address() as AddressInfo
}

/** The app serves an internal socket; the front threads serve the clients. */
export async function listenOnFronts(
  app: WebServer,
  fronts: Fronts,
  given: Omit<FrontsParts, 'path'>,
): Promise<AddressInfo> {
  try {
    const path = fronts.makePath()
    const listenTextResolver = (address: string) => `Serving the front threads at ${address}`
    await app.listen({ path, listenTextResolver })
    return await fronts.start({ ...given, path })
  } catch (error) {
    await Promise.all([fronts.stop(), app.close()])
    throw cannotListen(given.config, error)
  }
}

const cannotListen = (
  { host, port }: Pick<Config, 'host' | 'port'>,
  error: unknown,
): ConfigError => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `PORT ${port} of HOST ${host} is in use: stop the other program, or choose another port`,
    )
  return new ConfigError(`cannot listen on HOST ${host}, PORT ${port}: ${message}`)
}
