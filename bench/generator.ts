// Controls the load generator: sends it a job, receives the result, and fails if the result
// contains refused requests.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, string>>
}

/** Requests sent in sequence on one connection, which count as one. */
export type Story = readonly Request[]

/** Placeholder for a unique number of the same width. */
export const SERIAL_PLACEHOLDER = 'serial0000000000'
/** Placeholder for the order id of the previous response. */
export const ORDER_ID = '00000000-0000-0000-0000-000000000000'

/** The job of the generator. */
export interface Job {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Complete requests as bytes; each connection repeats the stories. */
  readonly stories: readonly (readonly string[])[]
  /** A text whose presence in a response counts the request as refused. */
  readonly unwanted?: string
  /** A text whose absence counts the request as refused. */
  readonly wanted?: string
}

/** The result of the generator. */
export interface Result {
  /** Completed stories. */
  readonly told: number
  readonly refused: number
  readonly seconds: number
}

export interface Load extends Pick<Job, 'url' | 'connections' | 'unwanted' | 'wanted'> {
  readonly stories: readonly Story[]
}

export class Generator {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(fileURLToPath(new URL('load.ts', import.meta.url)))
  }

  /** Stories per second under the load. */
  async rate({ stories, ...load }: Load, seconds: number): Promise<number> {
    const { host } = new URL(load.url)
    const wired = stories.map((story) => story.map((request) => wire(request, host)))
    const { told, refused, ...result } = await this.#run({ ...load, seconds, stories: wired })
    if (refused > 0) throw new Error(`${refused} requests to ${load.url} were refused`)
    return told / result.seconds
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

function wire({ method, path, headers, body, form }: Request, host: string): string {
  const [type, content] =
    form === undefined
      ? ['application/json', body === undefined ? '' : JSON.stringify(body)]
      : ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()]
  const all: Record<string, string | number> = {
    host,
    ...(content === '' ? {} : { 'content-type': type, 'content-length': content.length }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${content}`
}
