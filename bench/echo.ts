// The reference server: a minimal server in its own process. It parses a JSON body and returns it,
// or parses a form and returns a small JSON body. The difference from it is the cost of the
// service.

import { createServer } from 'node:http'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const ORDER_ID = '019b2d4e-5c7a-7b21-8f3d-9a5e00000001'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    const isForm = request.headers['content-type'] === FORM_TYPE
    const answer = Buffer.from(JSON.stringify(isForm ? answerTo(text) : JSON.parse(text)))
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': answer.length,
    })
    response.end(answer)
  })
})

function answerTo(form: string): object {
  const { orderNumber = '' } = Object.fromEntries(new URLSearchParams(form))
  return { orderId: ORDER_ID, formUrl: `http://127.0.0.1/payment?mdOrder=${orderNumber}` }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the echo has no address')
  process.stdout.write(`ready on http://127.0.0.1:${address.port}\n`)
})
