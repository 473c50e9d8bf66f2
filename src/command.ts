// `sandcard [serve]`: starts the service, prints URLs and credentials, and stops on a signal.

import { COMMAND_HELP } from './command-help.ts'
import { ConfigError, readConfig } from './config.ts'
import { failureLine } from './failure-line.ts'
import type { RunningService, startService } from './start.ts'
import { SchemaMismatch, StoreUnavailable } from './store/store.ts'
import { timers } from './time.ts'

const EXIT_BAD_SETTING = 2
const EXIT_NO_DATABASE = 3
/** Milliseconds until shutdown is forced. */
const STOP_TIMEOUT_MS = 20_000

/** Runs the command. Invalid arguments are reported before the service is loaded. */
export async function run(
  args: readonly string[],
  loadService: () => Promise<{ readonly startService: typeof startService }>,
): Promise<void> {
  try {
    const config = readConfig(args)
    if (config === undefined) {
      print(COMMAND_HELP)
      return
    }
    const { startService } = await loadService()
    const sandcard = await startService(config)
    stopOnSignal(sandcard)
    await announce(sandcard)
  } catch (error) {
    fail(error)
  }
}

async function announce({ url, service }: RunningService): Promise<void> {
  if (service.config.mode === 'local') {
    const demo = await service.directory.authenticate('b', 'demo-api-key')
    if (demo !== undefined) {
      const { interfaceA, interfaceB, interfaceC } = demo.secrets
      print(`main page    ${url}/`)
      print(
        `interface A  ${url}/v1/apigate/ws/rest/  Basic ${interfaceA.login}:${interfaceA.password}`,
      )
      print(`interface B  ${url}/v2/  X-API-KEY: ${interfaceB.apiKey}`)
      print(
        `interface C  ${url}/payment/rest/  userName=${interfaceC.userName} password=${interfaceC.password} callback key ${interfaceC.callbackKey}`,
      )
      print(`control      ${url}/control/v1/  X-API-KEY: ${interfaceB.apiKey}`)
      print(`reference    ${url}/docs`)
      print(`test cards   ${url}/test-cards`)
    }
  }
  // The last line always shows the listening URL, which may differ from the public one.
  if (service.config.publicUrl !== undefined) print(`public URL   ${service.config.publicUrl}`)
  print(`sandcard ready on ${url}`)
}

function stopOnSignal(sandcard: RunningService): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    sandcard.app.log.info(`received ${signal}: completing open requests, then stopping`)
    timers
      .setTimeout(() => {
        process.stderr.write(`${failureLine('forced to stop with requests still open')}\n`)
        process.exit(1)
      }, STOP_TIMEOUT_MS)
      .unref()
    sandcard.close().catch(fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Prints one line and sets the exit code of the error. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${failureLine(message)}\n`)
  process.exitCode = 1
  if (error instanceof ConfigError || error instanceof SchemaMismatch)
    process.exitCode = EXIT_BAD_SETTING
  if (error instanceof StoreUnavailable) process.exitCode = EXIT_NO_DATABASE
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
