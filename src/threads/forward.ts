// Forwards requests for pages and the control API to the engine thread, over a socket that only
// this process can open.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { http } from '../node-http.ts'
import { CLIENT_HEADER } from './duties.ts'

type Forward = (request: IncomingMessage, response: ServerResponse) => void

export function forwardTo(socketPath: string): { forward: Forward; close: () => void } {
  const agent = new http.Agent({ keepAlive: true })
  const forward: Forward = (request, response) => {
    const { method, url: path, rawHeaders, socket } = request
    const own = [CLIENT_HEADER, socket.remoteAddress ?? '']
    const options = { socketPath, agent, method, path, headers: [...rawHeaders, ...own] }
    const passed = http.request(options as object, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.statusMessage, answer.rawHeaders)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    // The connection broke while the response was being sent, or the service is stopping.
    passed.once('error', () => {
      if (response.socket === null) return
      if (response.headersSent) response.destroy()
      else response.socket.resetAndDestroy()
    })
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  }
  return { forward, close: () => agent.destroy() }
}
