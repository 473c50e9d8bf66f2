// Real HTTP to one service: what a test sends, and the parts of the response that it checks.

import { http } from '../../src/node-http.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string or a buffer is sent unchanged. */
  readonly body?: unknown
}

/**
 * The number of concurrent requests; others wait. On a busy machine, the service would otherwise
 * refuse a burst of requests instead of letting them wait for the database.
 */
const MAX_SOCKETS = 32

/** Keeps its connections until it is closed. */
export class HttpClient {
  readonly #url: string
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })

  constructor(url: string) {
    this.#url = url
  }

  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body } = options
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const payload = body === undefined || isRaw ? body : JSON.stringify(body)
    const headers: Record<string, string> = {
      ...(payload === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    }
    return new Promise((resolve, reject) => {
      const settings = { method, headers, agent: this.#agent }
      const request = http.request(this.#url + path, settings, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== ''
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          })
        })
      })
      request.on('error', reject)
      request.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
