// The package: starts a service in this process, and creates projects with clients for every
// interface. Only the declarations of this file and its re-exports are public.

/// <reference lib="esnext.disposable" preserve="true" />

import type { Connection } from './client.ts'
import { connectBy } from './client/connect.ts'
import { configOf, type ServiceSettings } from './config.ts'
import { localSend } from './local-send.ts'
import { startService } from './start.ts'

export * from './client.ts'
export { ConfigError } from './config.ts'
export type { LogLevel, Mode, ServiceSettings } from './config.ts'
export { SchemaMismatch, StoreUnavailable } from './store/store.ts'

/** A running Sandcard. With `await using`, it closes at the end of the block. */
export interface Sandcard extends Connection, AsyncDisposable {
  /** Completes accepted requests, then stops. Repeated calls have no further effect. */
  readonly close: () => Promise<void>
}

/**
 * Starts the service and resolves when it is ready. Omitted settings have the command's defaults;
 * the environment is not read. Throws `ConfigError` for an invalid setting, `StoreUnavailable` for
 * an unusable database, and `SchemaMismatch` for a database of a newer version.
 */
export async function startSandcard(settings: ServiceSettings = {}): Promise<Sandcard> {
  const config = configOf(settings)
  const { url, close } = await startService(config)
  return { ...connectBy(localSend(), url, config), close, [Symbol.asyncDispose]: close }
}
