// Sends the requests of clients in the same process as the service. The first fetch of a process
// takes 10 ms to load and compile its code, and the service has loaded Node's HTTP anyway.

import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Answer, connectionFailure, type Send, type SentRequest } from './client/send.ts'
import { http } from './node-http.ts'

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

/** Idle connections must not keep the process running. */
export function localSend(): Send {
  const agent = new http.Agent({ keepAlive: true })
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        reject(signal?.aborted === true ? reasonOf(signal) : connectionFailure(url, error))
      }
      if (signal?.aborted === true) {
        reject(reasonOf(signal))
        return
      }
      const request: ClientRequest = http.request(
        url,
        { agent, method, headers: { accept: '*/*', ...contentHeaders(body), ...headers }, signal },
        (response) => {
          read(response).then(resolve, fail)
        },
      )
      request.on('error', fail)
      request.end(body?.toString())
    })
}

function contentHeaders(body: SentRequest['body']): Readonly<Record<string, string | number>> {
  if (body === undefined) return {}
  return {
    ...(typeof body !== 'string' && { 'content-type': FORM }),
    'content-length': Buffer.byteLength(body.toString()),
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  response.setEncoding('utf8')
  let text = ''
  for await (const part of response) text += String(part)
  return { status, headers: { get: (name) => headers[name]?.toString() ?? null }, text }
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('The request was aborted', { cause: reason })
