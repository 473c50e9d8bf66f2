// The reference in the running service: every operation of the document has a page with its
// description, samples in four languages, and a form that sends it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Script } from 'node:vm'
import { patternWords } from '../../../src/pages/portal/reference/pattern-words.ts'
import type { JsonSchema } from '../../../src/web/http/schemas/open-api.ts'
import { runBash } from '../../kit/bash.ts'
import { oneDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { FORM_TYPE } from '../../kit/merchant.ts'
import { openApiOf } from '../../kit/open-api.ts'
import { formIn, wordsOf } from '../../kit/portal.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type ListedOperation, type OpenApi, operationsOf } from '../../api/reference/examples.ts'
import { addressOf, answerOf, blockOf, LANGUAGES } from './reference-pages.ts'

/** Without spaces, including those between elements. */
const compact = (text: string): string => text.replaceAll(/\s+/g, '')

/** The text of the row of a field, a parameter or an error. */
function fieldRow(page: string, name: string): string {
  const rows = page.split('<dt>').slice(1)
  const [row] = rows.find((each) => nameOf(each) === name)?.split('</dd>') ?? []
  assert.ok(row !== undefined, `no row ${name}`)
  return wordsOf(row)
}

const nameOf = (row: string): string => /<code>([^]*?)<\/code>/.exec(row)?.[1]?.trim() ?? ''

/** Checks that strings are closed and brackets outside strings are balanced. */
function assertBalanced(code: string): void {
  const bare = code.replaceAll(/'(?:\\.|[^'\\])*'/gs, '')
  assert.doesNotMatch(bare, /'/)
  let open = ''
  for (const [bracket] of bare.matchAll(/[[\](){}]/g)) {
    const opening = { ']': '[', ')': '(', '}': '{' }[bracket]
    if (opening === undefined) open += bracket
    else {
      assert.equal(open.at(-1), opening)
      open = open.slice(0, -1)
    }
  }
  assert.equal(open, '')
}

describe('The reference', () => {
  let sandbox: Sandbox
  let document: OpenApi
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    document = await openApiOf(sandbox)
  })
  after(() => sandbox.close())

  const page = async (path: string): Promise<string> => {
    const { status, text } = await sandbox.call('GET', path)
    assert.equal(status, 200, path)
    return text
  }
  const kept = new Map<string, Promise<string>>()
  /** A page that the tests only read, opened once. */
  const pageOnce = (path: string): Promise<string> => {
    const opened = kept.get(path) ?? page(path)
    kept.set(path, opened)
    return opened
  }
  const pageOf = (listed: ListedOperation): Promise<string> => pageOnce(addressOf(listed))

  test('links to every operation from its index and from the page of each interface', async () => {
    const rowsOf = async (path: string): Promise<ReadonlyMap<string, string>> => {
      const [, ...rows] = (await pageOnce(path)).split('<li>\n          <a href="')
      return new Map(
        rows.map((row) => {
          const [address = '', rest = ''] = row.split('</li>')[0]?.split(/">([^]*)/) ?? []
          return [address, compact(wordsOf(rest))] as const
        }),
      )
    }
    for (const listed of operationsOf(document)) {
      const address = addressOf(listed)
      const { operation, method, path } = listed
      const expected = compact(`${operation.summary}${method.toUpperCase()}${path}`)
      for (const list of ['/docs', address.slice(0, address.lastIndexOf('/'))])
        assert.equal((await rowsOf(list)).get(address), expected, `${list}: ${address}`)
    }
  })

  test('shows the tree of all operations next to each, and marks the current one', async () => {
    const text = await page('/docs/c/refund')
    const [tree = ''] = /<nav class="operation-tree"[^]*?<\/nav>/.exec(text) ?? []
    for (const listed of operationsOf(document))
      assert.ok(tree.includes(`href="${addressOf(listed)}"`), addressOf(listed))
    assert.match(tree, /href="\/docs\/c\/refund"\s+aria-current="page"/)
  })

  test('shows the texts, path, parameters, fields, responses and credentials of each operation', async () => {
    for (const listed of operationsOf(document)) {
      const { operation, method, path } = listed
      const text = compact(wordsOf(await pageOf(listed)))
      const [content] = Object.values(operation.requestBody?.content ?? {})
      const expected = [
        operation.summary ?? '',
        (operation.description ?? '').replaceAll('`', ''),
        `${method.toUpperCase()} ${path}`,
        ...(operation.parameters ?? []).map(({ name }) => name),
        ...Object.keys(content?.schema?.properties ?? {}),
        ...Object.keys(operation.responses ?? {}),
      ]
      for (const words of expected)
        assert.ok(text.includes(compact(words)), `${operation.operationId}: ${words}`)
      assert.match(text, /Credentials:(the|login|user)|Nocredentialsrequired/)
    }
  })

  test('shows description, values, limits, pattern and example of each parameter and field', async () => {
    for (const listed of operationsOf(document)) {
      const { operation } = listed
      const text = await pageOf(listed)
      const [content] = Object.values(operation.requestBody?.content ?? {})
      const { properties = {}, required = [] } = content?.schema ?? {}
      const fields = [
        ...(operation.parameters ?? []).map(({ name, schema = {}, ...parameter }) => ({
          name,
          schema,
          parameter,
          isRequired: parameter.required === true,
        })),
        ...Object.entries(properties).map(([name, schema]) => ({
          name,
          schema,
          parameter: {},
          isRequired: required.includes(name),
        })),
      ]
      for (const { name, schema, parameter, isRequired } of fields) {
        const {
          description,
          example,
          pattern,
          maxLength,
          maximum,
          enum: values = [],
        } = {
          ...schema,
          ...parameter,
        } as JsonSchema & { example?: unknown }
        const row = fieldRow(text, name)
        const allowed = pattern === undefined ? undefined : (patternWords(pattern) ?? pattern)
        const facts = [description?.replaceAll('`', ''), example, allowed, maxLength, maximum]
        for (const fact of [...facts, ...values])
          if (typeof fact === 'string' || typeof fact === 'number')
            assert.ok(compact(row).includes(compact(String(fact))), `${name}: ${fact}`)
        assert.equal(/\brequired\b/.test(row.split('.')[0] ?? ''), isRequired, `${name}: ${row}`)
      }
    }
  })

  test('shows status and causes of each error of an operation', async () => {
    for (const listed of operationsOf(document)) {
      const text = await pageOf(listed)
      const errors = Object.entries(listed.operation.responses ?? {}).filter(([status]) =>
        /^[45]/.test(status),
      )
      for (const [status, answer] of errors) {
        const { description = '' } = answer as { description?: string }
        const row = compact(fieldRow(text, status))
        for (const part of description.replaceAll('`', '').split('; '))
          assert.ok(row.includes(compact(part)), `${addressOf(listed)} ${status}: ${part}`)
      }
    }
  })

  test('shows samples of each operation in four languages, each of them valid', async () => {
    const commands: string[] = []
    for (const listed of operationsOf(document)) {
      const text = await pageOf(listed)
      const codes = LANGUAGES.map((language) => blockOf(text, `sample in ${language}`))
      for (const [index, code] of codes.entries())
        assert.match(code, /http:\/\/127\.0\.0\.1:\d+\//, `${addressOf(listed)} ${index}`)
      const [curl = '', javascript = '', php = '', python = ''] = codes
      commands.push(curl)
      new Script(`(async () => {\n${javascript}\n})`)
      assertBalanced(php)
      assertBalanced(python)
    }
    await runBash(`bash -n <<'SAMPLES'\n${commands.join('\n')}\nSAMPLES`)
  })

  for (const operation of ['a/registerCustomer', 'b/createCardholder', 'c/register'])
    test(`shows working commands of ${operation}`, async () => {
      const text = await page(`/docs/${operation}`)
      const answered = /"(customerNumber|id|orderId)"/
      const { stdout } = await runBash(blockOf(text, 'sample in curl'))
      assert.match(stdout, answered)
      const said: unknown[] = []
      const console = { log: (...words: unknown[]) => said.push(...words) }
      const code = `(async (console, fetch) => {\n${blockOf(text, 'sample in JavaScript')}\n})`
      const run = new Script(code).runInThisContext() as (...given: unknown[]) => Promise<void>
      await run(console, fetch)
      // A repetition, which two of them refuse.
      assert.match(String(said[1]), /"(responseCode|id|errorCode)"/)
    })

  test('finds operations by words in names, texts, paths, parameters, fields and responses', async () => {
    for (const [query, address] of [
      ['register order', '/docs/c/register'],
      ['p2pTransfer', '/docs/a/p2pTransfer'],
      ['/v2/topups', '/docs/b/createTopup'],
      ['sessionTimeoutSecs', '/docs/c/register'],
      ['documentId', '/docs/b/createCardholder'],
      ['HOLD rest', '/docs/c/deposit'],
      ['card-unknown', '/docs/b/createTransfer'],
      ['idempotency-key', '/docs/b/createTransfer'],
      ['resend webhook', '/docs/control/resendCallback'],
      ['cancel order', '/docs/c/reverse'],
    ] as const)
      assert.ok(
        (await page(`/docs?${new URLSearchParams({ q: query }).toString()}`)).includes(
          `href="${address}"`,
        ),
        query,
      )
    const [first] = /href="\/docs\/\w+\/\w+"/.exec(await page('/docs?q=refund')) ?? []
    assert.equal(first, 'href="/docs/c/refund"')
    const holds = await page('/docs?q=hold')
    assert.ok(holds.includes('Capture a hold') && !holds.includes('Register a cardholder'))
    assert.ok(holds.includes('Field: autoReverseDate – Time at which'))
    assert.ok(!holds.includes('cardholderName'))
    assert.ok((await page('/docs?q=older')).includes('Older name of'))
  })

  test('suggests fewer words if there are no results, and escapes the query', async () => {
    const nothing = await page(`/docs?q=${encodeURIComponent('<b>"x')}`)
    assert.match(nothing, /No results/)
    assert.ok(nothing.includes('value="&lt;b&gt;&quot;x"'))
    // The page has 10 kB; the long query is not repeated on it.
    assert.ok((await page(`/docs?q=${'x'.repeat(5000)}`)).length < 12_000)
    assert.match(await page('/docs?q=%20'), /<h1>Reference/)
  })

  test('has no page for an unknown operation', async () => {
    for (const path of ['/docs/x', '/docs/c/x', '/docs/a/register', '/docs/c/register/x'])
      for (const method of ['GET', 'POST']) {
        const headers = { ...FORM_TYPE, accept: 'text/html' }
        const { status } = await sandbox.call(method, path, {
          headers,
          ...(method === 'POST' && { body: '' }),
        })
        assert.ok([404, 405].includes(status), `${method} ${path}: ${status}`)
      }
  })

  test('fills in the requested example', async () => {
    const holds = async (query: string, words: string): Promise<void> => {
      const text = await page(`/docs/b/updateCard${query}`)
      assert.ok(formIn(text, 'send').held['body']?.includes(words), query)
    }
    await holds('', 'blocked')
    await holds('?example=2', 'spendingLimits')
    for (const wrong of ['0', '9', 'x', '1.5']) await holds(`?example=${wrong}`, 'blocked')
  })

  describe('A form of the reference', () => {
    const send = async (address: string, typed: Readonly<Record<string, string>> = {}) => {
      const { action, held } = formIn(await page(address), 'send')
      const [path = ''] = action.split('#')
      const body = new URLSearchParams({ ...held, ...typed }).toString()
      return sandbox.call('POST', path, { headers: FORM_TYPE, body })
    }
    const sent = async (
      address: string,
      typed?: Readonly<Record<string, string>>,
    ): Promise<ReturnType<typeof answerOf> & { readonly page: string }> => {
      const { status, text } = await send(address, typed)
      assert.equal(status, 200, address)
      return { ...answerOf(text), page: text }
    }

    test('sends the input, and shows it again, with the samples', async () => {
      const { status, page: text } = await sent('/docs/c/register', {
        'field.amount': '4200',
        'field.description': `it's "quoted" & <b>`,
      })
      assert.equal(status, 200)
      assert.equal(formIn(text, 'send').held['field.amount'], '4200')
      for (const language of LANGUAGES) assert.match(blockOf(text, `sample in ${language}`), /4200/)
      assert.match(blockOf(text, 'request body'), /description=it's "quoted" & <b>/)
      assert.ok(!text.includes('<b>'))
    })

    for (const [name, address, typed, status] of [
      ['a wrong password', '/docs/a/getCardData', { 'credential.password': 'wrong' }, 401],
      ['no key', '/docs/b/listTransfers', { 'credential.apiKey': '' }, 401],
      ['a body that is not JSON', '/docs/b/createCardholder', { body: '{' }, 400],
      ['an id with a slash', '/docs/b/getCard', { 'parameter.id': '../keys/pin' }, 404],
    ] as const)
      test(`sends ${name}, and shows the error`, async () => {
        assert.equal((await sent(address, typed)).status, status)
      })

    test('sends the idempotency key, and shows that a response was repeated', async () => {
      const typed = { 'parameter.idempotency-key': 'from-the-page' }
      await sent('/docs/b/createCardholder', typed)
      const { page: text } = await sent('/docs/b/createCardholder', typed)
      assert.match(wordsOf(text), /idempotency-replayed true/)
    })

    test('sends a card number, and masks it until the user shows it', async () => {
      await sent('/docs/b/createCardholder')
      const { page: made } = await sent('/docs/b/createCard', {
        body: '{"productName":"VISA_CLASSIC_VIRTUAL","cardholder":"100001"}',
      })
      const { id } = JSON.parse(answerOf(made).text) as { id: string }
      const { text, page: shown } = await sent('/docs/b/getCard', { 'parameter.id': id })
      assert.match(text, /"number": "400000\*{6}\d{4}"/)
      assert.match(text, /"cvc": "•••"/)
      assert.match(blockOf(shown, 'response with card numbers'), /"number": "\d{16}"/)
      const paid = await sent('/docs/c/instantPayment')
      assert.match(blockOf(paid.page, 'request body'), /cvc=•••/)
    })

    test('sends nothing from another site, and nothing above the maximum size', async () => {
      const post = (body: string, headers = {}) =>
        sandbox.call('POST', '/docs/c/register', { headers: { ...FORM_TYPE, ...headers }, body })
      assert.equal((await post('', { 'sec-fetch-site': 'cross-site' })).status, 403)
      assert.equal((await post(`field.amount=${'1'.repeat(70_000)}`)).status, 400)
      assert.equal((await sandbox.call('POST', '/docs/c/register', { body: {} })).status, 400)
    })
  })
})

test('In hosted mode, the reference shows no credentials, and sends those that are typed', async (t) => {
  const hosted = await startSandbox(oneDatabase, {
    config: { mode: 'hosted', adminToken: 'a-token-of-the-admin' },
  })
  t.after(() => hosted.close())
  const { secrets } = await hosted.newProject()
  const get = (path: string): Promise<Answer> => hosted.call('GET', path)
  const { text } = await get('/docs/b/listTransfers')
  assert.match(blockOf(text, 'sample in curl'), /X-API-KEY: YOUR-API-KEY/)
  assert.doesNotMatch(text, /demo|project id/)
  const send = async (apiKey: string): Promise<number> => {
    const body = new URLSearchParams({ 'credential.apiKey': apiKey }).toString()
    const sent = await hosted.call('POST', '/docs/b/getPinKey', { headers: FORM_TYPE, body })
    return answerOf(sent.text).status
  }
  assert.equal(await send('YOUR-API-KEY'), 401)
  assert.equal(await send(secrets.interfaceB.apiKey), 200)
})
