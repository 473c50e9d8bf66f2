// A client of the demo project over HTTP only, so that it works with a released version too.

import assert from 'node:assert/strict'

export type Json = Readonly<Record<string, unknown>>
export type Form = Readonly<Record<string, string | number>>

const API_KEY = 'demo-api-key'
const BASIC = `Basic ${Buffer.from('demo:demo-password').toString('base64')}`
const GATEWAY_CREDENTIALS = { userName: 'demo-api', password: 'demo-password', language: 'en' }

export class DemoProject {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Interface A. */
  issuingV1<T = Json>(operation: string, body: Json): Promise<T> {
    return this.#json('POST', `/v1/apigate/ws/rest/${operation}`, { authorization: BASIC }, body)
  }

  /** Interface B. */
  issuingV2<T = Json>(method: string, path: string, body?: Json, headers: Form = {}): Promise<T> {
    return this.#json(method, `/v2${path}`, { 'x-api-key': API_KEY, ...headers }, body)
  }

  /** Interface C. */
  gateway<T = Json>(operation: string, form: Form): Promise<T> {
    const fields = Object.entries({ ...GATEWAY_CREDENTIALS, ...form }).map(
      ([name, value]): [string, string] => [name, String(value)],
    )
    return this.#send('POST', `/payment/rest/${operation}.do`, {}, new URLSearchParams(fields))
  }

  control<T = Json>(method: string, path: string, body?: Json, apiKey = API_KEY): Promise<T> {
    return this.#json(method, `/control/v1${path}`, { 'x-api-key': apiKey }, body)
  }

  #json<T>(method: string, path: string, headers: Form, body?: Json): Promise<T> {
    return body === undefined
      ? this.#send(method, path, headers)
      : this.#send(
          method,
          path,
          { 'content-type': 'application/json', ...headers },
          JSON.stringify(body),
        )
  }

  async #send<T>(
    method: string,
    path: string,
    headers: Form,
    body?: string | URLSearchParams,
  ): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: headers as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text === '' ? 'null' : text) as T
  }
}
