// Exchanges as an HTTP archive (HAR 1.2), which browsers and most HTTP tools open.

import { http } from '../../../node-http.ts'
import { VERSION } from '../../../version.ts'
import { absoluteUrl, type RequestAnswer } from './request-view.ts'

/** `origin` completes paths; callbacks have full URLs. */
export const harOf = (requests: readonly RequestAnswer[], origin: string): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'Sandcard', version: VERSION },
      entries: requests.map((request) => entryOf(request, origin)),
    },
  })

function entryOf(exchange: RequestAnswer, origin: string) {
  const { at, durationMs, method, path, request, response, status, id } = exchange
  const url = new URL(absoluteUrl(path, origin))
  const type = request.headers['content-type']
  return {
    startedDateTime: new Date(Date.parse(at) - durationMs).toISOString(),
    time: durationMs,
    request: {
      method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body !== null && { postData: { mimeType: type ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ''),
    },
    response: {
      status: status ?? 0,
      statusText: http.STATUS_CODES[status ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response.headers),
      content: {
        size: Buffer.byteLength(response.body ?? ''),
        mimeType: response.headers['content-type'] ?? '',
        ...(response.body !== null && { text: response.body }),
      },
      redirectURL: response.headers['location'] ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `Request-id ${id}`,
  }
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
