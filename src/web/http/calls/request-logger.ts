// The logger of a request. Its lines contain the request id. Most requests log nothing, so the
// child of the service's logger is only created for the first line.

import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]
type Line = [first: unknown, message?: string, ...rest: unknown[]]

export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #own: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#created().level
  }

  set level(level: FastifyBaseLogger['level']) {
    this.#created().level = level
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#created().child(...args)
  }

  fatal(...line: Line): void {
    this.#created().fatal(...line)
  }

  error(...line: Line): void {
    this.#created().error(...line)
  }

  warn(...line: Line): void {
    this.#created().warn(...line)
  }

  info(...line: Line): void {
    this.#created().info(...line)
  }

  debug(...line: Line): void {
    this.#created().debug(...line)
  }

  trace(...line: Line): void {
    this.#created().trace(...line)
  }

  silent(...line: Line): void {
    this.#created().silent(...line)
  }

  #created(): FastifyBaseLogger {
    return (this.#own ??= this.#parent.child(this.#bindings, this.#options))
  }
}
