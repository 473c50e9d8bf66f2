// The near end of the load generator: hands it a job, takes the result, and refuses a result with refused requests in it.

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

/** Requests that are sent one after the other on one connection, and count as one. */
export type Story = readonly Request[]

/** Stands for a number that no other request of any run has; as wide as what takes its place. */
export const SERIAL_PLACEHOLDER = 'serial0000000000'
/** Stands for the order's id in the answer before. */
export const ORDER_ID = '00000000-0000-0000-0000-000000000000'

/** What the generator is told. */
export interface Job {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Whole requests as they go over the wire; each connection goes round and round through the stories. */
  readonly stories: readonly (readonly string[])[]
  /** A text in an answer's body that counts the request as refused. */
  readonly unwanted?: string
  /** A text whose absence does. */
  readonly wanted?: string
}

/** What the generator tells. */
export interface Result {
  /** Stories that came to their end. */
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

  /** Stories told per second under the load. */
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
