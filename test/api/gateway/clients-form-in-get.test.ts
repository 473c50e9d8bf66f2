// A GET request with a form in its body, which the Go libraries send for most operations. Only
// interface C reads it, in the same way as the form of a POST request.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import type { Answer } from '../../kit/http.ts'
import {
  encoded,
  FORM_TYPE,
  type Form,
  type Json,
  onGateway,
  orderForm,
  UUID_7,
} from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const PATH = '/payment/rest/register.do'
/** The maximum length of a body, in bytes. */
const BOUND = 256 * 1024
const CHUNKED = { 'transfer-encoding': 'chunked' }

onGateway('A form in the body of a GET', (at) => {
  const withCredentials = (form: Form): string => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    return encoded({ userName, password, ...form })
  }

  function get(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const framing = 'transfer-encoding' in headers ? {} : length
    return at.sandbox.call('GET', path, { headers: { ...FORM_TYPE, ...framing, ...headers }, body })
  }

  const orderIdOf = ({ json, text }: Answer): string => {
    const { orderId } = json as Json
    assert.match(String(orderId), UUID_7, text)
    return String(orderId)
  }
  const codeOf = ({ json }: Answer): unknown => (json as Json)['errorCode']

  /** Sends these bytes and returns the response, read until the service closes the connection. */
  const responseTo = (octets: string, thenBreakOff = false): Promise<string> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect(Number(new URL(at.sandbox.url).port), '127.0.0.1', () => {
        socket.write(octets, () => {
          if (thenBreakOff) socket.destroy()
        })
      })
      socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
      socket.on('error', reject)
      socket.on('close', () => {
        resolve(Buffer.concat(chunks).toString('utf8'))
      })
    })

  const request = (headers: string, body: string): string =>
    `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM_TYPE['content-type']}\r\n${headers}\r\n\r\n${body}`

  test('is read with and without a Content-Length', async () => {
    for (const headers of [
      {},
      CHUNKED,
      { 'content-type': `${FORM_TYPE['content-type']};charset=UTF-8` },
    ])
      orderIdOf(await get(PATH, withCredentials(orderForm), headers))
  })

  test('has lower precedence than the query, parameter by parameter', async () => {
    const form = withCredentials({ ...orderForm, amount: ['800', '900'], description: 'shoes' })
    const answer = await get(`${PATH}?${encoded({ amount: 700, description: '' })}`, form)
    const status = await at.merchant.status(orderIdOf(answer))
    assert.deepEqual([status['amount'], status['orderDescription']], [700, 'shoes'])
  })

  test('is ignored if its content type is not a form', async () => {
    const form = withCredentials(orderForm)
    for (const type of ['application/json', 'text/plain', '???'])
      for (const body of [form, '{']) {
        assert.equal(codeOf(await get(PATH, body, { 'content-type': type })), '5')
        orderIdOf(await get(`${PATH}?${form}`, body, { 'content-type': type }))
      }
  })

  test('is refused with 413 if it exceeds the maximum length', async () => {
    const form = withCredentials({ description: '' })
    const above = form + 'x'.repeat(BOUND + 1 - form.length)
    for (const headers of [{}, CHUNKED]) {
      const answer = await get(PATH, above, headers)
      assert.deepEqual([answer.status, codeOf(answer)], [413, '7'])
      const fits = await get(PATH, above.slice(1), headers)
      assert.deepEqual([fits.status, codeOf(fits)], [200, '5'])
    }
  })

  test('cannot carry card data: such operations return 405 with and without it', async () => {
    for (const [operation, form] of [
      ['paymentorder', { $PAN: TEST_CARDS.approved }],
      ['paymentOrderBinding', { cvc: '123' }],
      ['instantPayment', { pan: TEST_CARDS.approved }],
      ['getBindingsByCardOrId', { pan: TEST_CARDS.approved }],
      ['motoPayment', {}],
      ['verifyCard', {}],
      ['verifyEnrollment', {}],
      ['finish3dsPayment', {}],
    ] as const) {
      const answer = await get(`/payment/rest/${operation}.do`, withCredentials(form))
      assert.deepEqual([answer.status, codeOf(answer)], [405, '7'], operation)
    }
  })

  test('is ignored if no header announces it, as HTTP requires', async () => {
    const response = await responseTo(request('Connection: close', withCredentials(orderForm)))
    // The bytes after the headers are read as another request, which is malformed.
    assert.match(response, /^HTTP\/1\.1 400 /m)
    assert.doesNotMatch(response, /orderId/)
  })

  test('does not affect the service if it is malformed or incomplete', async () => {
    assert.match(
      await responseTo(request('Transfer-Encoding: chunked', 'ZZ\r\n')),
      /^HTTP\/1\.1 400 /,
    )
    assert.equal(await responseTo(request('Content-Length: 100', 'userName=x'), true), '')
    orderIdOf(await get(PATH, withCredentials(orderForm)))
  })

  describe('A form in the body of a GET to another interface', () => {
    const places: readonly (readonly [path: string, status: number])[] = [
      ['/', 200],
      ['/docs', 200],
      ['/openapi.json', 200],
      ['/healthz', 200],
      ['/v2/transfers', 401],
      ['/v2/cards', 405],
      ['/v1/apigate/ws/rest/getCardData', 401],
      ['/control/v1/clock', 401],
      ['/payment/merchants/demo/payment_en.html', 404],
      ['/payment/acsRedirect.do', 200],
      ['/payment/rest/nothing.do', 404],
    ]
    for (const [path, status] of places)
      test(`has no effect on ${path}`, async () => {
        const plain = await at.sandbox.call('GET', path)
        assert.equal(plain.status, status, plain.text)
        const long = 'x'.repeat(BOUND + 1)
        for (const type of [FORM_TYPE['content-type'], 'application/json'])
          for (const body of ['orderId=1&mdOrder=2', '{', long]) {
            const answer = await get(path, body, { 'content-type': type })
            const kinds = [plain, answer].map(({ status, headers }) => [
              status,
              headers['content-type'],
            ])
            assert.deepEqual(kinds[1], kinds[0], `${type} ${body.slice(0, 20)}`)
          }
      })
  })
})
