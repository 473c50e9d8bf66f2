// The context of a command: the service and the project in its options, and its output.

import { connect, connectBy, type Connection, type SandboxProject } from '../client/connect.ts'
import type { ControlApi } from '../client/operations.ts'
import { commandSecret } from '../config.ts'
import { reportingSend } from './reporting-send.ts'
import type { Report } from './terminal.ts'

/** The options that every command takes. */
interface CommonOptions {
  readonly url: string
  readonly key: string
  readonly json?: true | undefined
}

export class Session {
  readonly #options: () => CommonOptions
  readonly #stop = new AbortController()

  constructor(options: () => CommonOptions) {
    this.#options = options
  }

  get url(): string {
    return this.#options().url
  }

  get key(): string {
    return this.#options().key
  }

  get isJson(): boolean {
    return this.#options().json === true
  }

  /** Streams of lines are printed as text only on a terminal. */
  get isStreamJson(): boolean {
    return this.isJson || !process.stdout.isTTY
  }

  get connection(): Connection {
    return connect(this.url, { adminToken: commandSecret('SANDCARD_ADMIN_TOKEN') })
  }

  get control(): ControlApi {
    return this.connection.control(this.key)
  }

  /** Reports the bytes of the files that it sends and receives. */
  reporting(report: Report | undefined, key = this.key): ControlApi {
    return connectBy(reportingSend(report), this.url, {}).control(key)
  }

  project(): Promise<SandboxProject> {
    return this.connection.open(this.key)
  }

  /** Aborted by Ctrl-C or SIGTERM, which end a command that follows a stream. */
  untilStopped(): AbortSignal {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        this.#stop.abort()
      })
    return this.#stop.signal
  }

  /** Prints a result: JSON with `--json`, otherwise its text. */
  show(result: unknown, text: () => string): void {
    this.print(this.isJson ? JSON.stringify(result, null, 2) : text())
  }

  print(text: string): void {
    process.stdout.write(`${text}\n`)
  }

  /** A note that is not part of the result. */
  remark(text: string): void {
    process.stderr.write(`${text}\n`)
  }
}
