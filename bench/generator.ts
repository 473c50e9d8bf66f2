// The near end of the load generator: hands it a job, takes the result, and refuses a result with refused requests in it.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What the generator is told. */
export interface Job {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Whole requests as they go over the wire; each connection goes round and round through them. */
  readonly requests: readonly string[]
  /** A text in an answer's body that counts the request as refused. */
  readonly unwanted?: string
}

/** What the generator tells. */
export interface Result {
  readonly answers: number
  readonly refused: number
  readonly seconds: number
}

export interface Load {
  readonly url: string
  readonly connections: number
  readonly requests: readonly Request[]
  readonly unwanted?: string
}

export class Generator {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(fileURLToPath(new URL('load.ts', import.meta.url)))
  }

  /** Requests answered per second under the load. */
  async rate({ requests, ...load }: Load, seconds: number): Promise<number> {
    const { host } = new URL(load.url)
    const job: Job = { ...load, seconds, requests: requests.map((request) => wire(request, host)) }
    const result = await this.#run(job)
    if (result.refused > 0)
      throw new Error(`${result.refused} of ${result.answers} requests to ${load.url} were refused`)
    return result.answers / result.seconds
  }

  stop(): void {
    this.#child.disconnect()
  }

  #run(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error('the load generator ended'))
      this.#child.once('exit', gone)
      this.#child.once('message', (message) => {
        this.#child.off('exit', gone)
        const result = message as Result | { readonly failure: string }
        if ('failure' in result) reject(new Error(result.failure))
        else resolve(result)
      })
      this.#child.send(job)
    })
  }
}

function wire({ method, path, headers, body }: Request, host: string): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string | number> = {
    host,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': content.length }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${content}`
}
