// The client library code in docs/clients.md. Each fragment is read as its library reads it: the
// test composes the URL of a registration as the library does, and registers an order with the
// values of the fragment. A fragment without a row here fails.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { oneDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const GUIDE = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8')
const DEFAULT_URL = 'http://127.0.0.1:8583'

interface Fragment {
  /** Heading and number within the section. */
  readonly name: string
  readonly code: string
}

const fragments: readonly Fragment[] = GUIDE.split(/^## /m).flatMap((section) => {
  const [heading = ''] = section.split('\n')
  const blocks = [...section.matchAll(/^```(?:php|python|js|go|ruby)\n(.*?)^```$/gms)]
  return blocks.map(([, code = ''], index) => ({ name: `${heading} ${index + 1}`, code }))
})

interface Settings {
  /** The URL of `register.do`. */
  readonly url: string
  readonly userName: string | undefined
  readonly password: string | undefined
  readonly currency?: string
}

/** The value of a setting, as `name => 'value'`, `name: "value"` or `name = 'value'`. */
const named = (code: string, name: string): string | undefined =>
  new RegExp(`\\b${name}['"]?\\s*(?:=>|:|=)\\s*['"]?([^'",\\s)}]+)`, 'i').exec(code)?.[1]

const credentials = (code: string) => ({
  userName: named(code, 'userName'),
  password: named(code, 'password'),
})

/** The string arguments of a call. */
const textsOf = (code: string, call: string): readonly string[] => {
  const [, inside = ''] = new RegExp(`${call}\\(([^)]*)\\)`).exec(code) ?? []
  return [...inside.matchAll(/(['"])(.*?)\1/g)].map(([, , text = '']) => text)
}

/** How a library registers an order with the settings of its fragment. */
const SETTINGS: Readonly<Record<string, (code: string) => Settings>> = {
  'PHP: voronkovich/sberbank-acquiring-client 1': (code) => ({
    url: `${named(code, 'apiUri')}${named(code, 'prefixDefault')}register.do`,
    ...credentials(code),
    currency: named(code, 'currency') ?? '',
  }),
  'Python: btipay (rolisz/pybtipay) 1': (code) => {
    const [url = '', userName, password] = textsOf(code, 'BTIPayClient')
    return { url: `${url}payment/rest/register.do`, userName, password, currency: '946' }
  },
  'JavaScript: sberbank-acquiring 1': (code) => ({
    url: `${named(code, 'entry')}register.do`,
    ...credentials(code),
  }),
  'JavaScript: alfabank 1': (code) => {
    const [from = '', to = ''] = textsOf(code, 'replace')
    const url = 'https://web.rbsuat.com/ab_by/rest/register.do'.replace(from, to)
    return { url, ...credentials(code) }
  },
  'Go: helios-ag/sberbank-acquiring-go 1': (code) => ({
    url: `${textsOf(code, 'WithEndpoint').join('')}/payment/rest/register.do`,
    ...credentials(code),
    currency: { 'currency.EUR': '978' }[named(code, 'Currency') ?? ''] ?? '0',
  }),
  'Go: alewon/alfabank-acquiring-go-client 1': (code) => ({
    url: `${named(code, 'BaseURL')}/register.do`,
    ...credentials(code),
  }),
  // Over HTTPS, through a proxy to the same path.
  'Ruby: sberbank-acquiring 1': (code) => ({
    url: `${DEFAULT_URL}/payment/rest/${named(code, 'path')}.do`,
    ...credentials(code),
  }),
}

/** Fragments that register nothing. */
const OTHERS = ['Go: helios-ag/sberbank-acquiring-go 2', 'Ruby: sberbank-acquiring 2']

describe('The code for client libraries in the guide', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  const codeOf = (name: string): string =>
    fragments.find((each) => each.name === name)?.code ?? assert.fail(`no fragment ${name}`)

  async function post(url: string, form: Readonly<Record<string, string>>): Promise<unknown> {
    assert.ok(url.startsWith(DEFAULT_URL), url)
    const { json: body } = await sandbox.call('POST', url.slice(DEFAULT_URL.length), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    return body
  }

  async function register(name: string): Promise<Readonly<Record<string, unknown>>> {
    const { url, userName = '', password = '', currency } = SETTINGS[name]?.(codeOf(name)) ?? {}
    return (await post(url ?? '', {
      userName,
      password,
      amount: '1000',
      returnUrl: 'https://shop.example/return',
      ...(currency !== undefined && { currency }),
    })) as Readonly<Record<string, unknown>>
  }

  test('covers every library in the table of settings', () => {
    const names = fragments.map(({ name }) => name)
    assert.deepEqual(names.toSorted(), [...Object.keys(SETTINGS), ...OTHERS].toSorted())
  })

  for (const name of Object.keys(SETTINGS))
    test(`${name} registers an order`, async () => {
      const { orderId, formUrl, errorMessage } = await register(name)
      assert.equal(errorMessage, undefined)
      assert.match(String(formUrl), new RegExp(`mdOrder=${String(orderId)}`))
    })

  test('refunds an order with the lower-level functions of Go', async () => {
    const [, parameters = ''] = /string\{([^}]*)\}/.exec(codeOf(OTHERS[0] ?? '')) ?? []
    const { orderId } = await register('Go: helios-ag/sberbank-acquiring-go 1')
    const own = { userName: 'demo-api', password: 'demo-password', orderId: String(orderId) }
    const card = { $PAN: '4444555511113333', $CVC: '123', YYYY: '2034', MM: '12', TEXT: 'ANN DOE' }
    const base = `${DEFAULT_URL}/payment/rest`
    await post(`${base}/paymentorder.do`, { ...own, ...card, MDORDER: own.orderId })
    const refund = { refundAmount: named(parameters, 'refundAmount') ?? '' }
    assert.deepEqual(await post(`${base}/refund.do`, { ...own, ...refund }), {
      errorCode: '0',
      errorMessage: 'Success',
    })
  })

  test('gives the validators of Ruby the callback key of the demo project', async () => {
    const [key] = textsOf(codeOf(OTHERS[1] ?? ''), 'SymmetricKeyChecksumValidator.new')
    const { json: body } = await sandbox.call('GET', '/control/v1/callback-keys', {
      headers: { 'x-api-key': 'demo-api-key' },
    })
    assert.match(JSON.stringify(body), new RegExp(`"${key ?? ''}"`))
  })
})
