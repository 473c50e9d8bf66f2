// A part of the web server as a separate app, which is built for its first request. Building an app
// takes time and memory: modules are loaded and routes are compiled.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export class DeferredApp {
  readonly #build: () => Promise<FastifyInstance>
  #app: Promise<FastifyInstance> | undefined

  constructor(build: () => Promise<FastifyInstance>) {
    this.#build = build
  }

  /** Resolves when the app can respond. */
  load(): Promise<FastifyInstance> {
    return (this.#app ??= this.#build())
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const app = await this.load()
    app.routing(request, response)
  }

  /** Completes open responses. An app that was never built has none. */
  async close(): Promise<void> {
    const app = await this.#app?.catch(() => undefined)
    await app?.close()
  }
}
