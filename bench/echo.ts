// The yardstick: the least that a JSON service in this runtime can do, in a process of its own. It parses a body, answers it as
// JSON and knows nothing else; what the service is slower than this is what it costs.

import { createServer } from 'node:http'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const answer = Buffer.from(JSON.stringify(body))
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': answer.length,
    })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the echo has no address')
  process.stdout.write(`ready on http://127.0.0.1:${address.port}\n`)
})
