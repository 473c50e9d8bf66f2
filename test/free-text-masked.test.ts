// Every string of every operation of interfaces A, B, C and the control API is sent once as a card
// number. None may reach the export, a table or the log, unless the string is an identifier of the
// caller.

import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { issuePan, maskPan } from '../src/issuing/pan.ts'
import {
  bodiesOf,
  ExampleSender,
  HOSTED,
  isStream,
  isRefused,
  type Operation,
  operationsOf,
} from './api/reference/examples.ts'
import { oneDatabase, onEveryDatabase } from './kit/databases.ts'
import { openApiOf } from './kit/open-api.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'
import { rowsOf, tablesOf } from './upgrade/rows.ts'

/** Identifiers of the caller, which are stored and returned exactly as sent. `id` is a rule's. */
const IDENTIFIERS = [
  'alias',
  'clientId',
  'customer_number',
  'documentId',
  'externalRefundId',
  'id',
  'orderNumber',
]
/** In the response only: keys of a settings change, and the callback verifier's input. */
const ECHOED = ['callbackKey', 'checksum']
/** The callback verifier reads it as JSON. */
const ECHOED_FROM_JSON = ['received']
/** Some of the strings that are stored masked. */
const TEXTS = ['description', 'jsonParams', 'line1', 'merchantName', 'name', 'orderBundle', 'phone']

onEveryDatabase('A card number in any string of any operation', (database) => {
  test('is masked before it is stored', async (context) => {
    let log = ''
    const logs = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString('utf8')
        done()
      },
    })
    const sandbox = await startSandbox(database, { config: { logLevel: 'trace' }, logs })
    try {
      // JSON in a string is masked before the database, so one of them is enough for it.
      const forms = database === oneDatabase ? [asText, asJson] : [asText]
      const sent = await sendEachString(sandbox, forms)
      const tables = await textOfTables(sandbox)
      const exported = await textOfExports(sandbox)
      const namesWhere = (isSo: (each: SentString) => boolean) =>
        new Set(sent.filter(isSo).map(({ name }) => name))
      const containing = (text: string) => {
        const numbers = numbersIn(text)
        return [...namesWhere(({ number }) => numbers.has(number))]
      }
      const stored = numbersIn(tables)
      assert.deepEqual(containing(tables).sort(), IDENTIFIERS)
      assert.deepEqual(containing(exported).sort(), IDENTIFIERS)
      assert.deepEqual(containing(log), [])
      const answered = [...namesWhere(({ answer, number }) => answer.includes(number))]
      const echoed = answered.filter((name) => !IDENTIFIERS.includes(name))
      const expected = forms.includes(asJson) ? [...ECHOED, ...ECHOED_FROM_JSON] : ECHOED
      assert.deepEqual(echoed.sort(), expected)
      const masked = namesWhere(
        ({ number, answer }) => stored.has(maskPan(number)) || answer.includes(maskPan(number)),
      )
      for (const name of [...TEXTS, 'senderName', 'senderAddress', 'mobile_phone'])
        assert.ok(masked.has(name), name)
      context.diagnostic(`${sent.length} strings were sent, ${masked.size} members stored masked`)
    } finally {
      await sandbox.close()
    }
  })
})

/** The start of every number that is sent. */
const BIN = '411111'

/** The numbers in a text that may have been sent, whole or masked: one pass for all of them. */
const numbersIn = (text: string): ReadonlySet<string> => {
  const numbers = text.matchAll(new RegExp(`(?=(${BIN}(?:\\d{10}|\\*{6}\\d{4})))`, 'g'))
  return new Set(numbers.map(([, number = '']) => number))
}

interface SentString {
  /** The field of the body that was a card number. */
  readonly name: string
  readonly number: string
  readonly answer: string
}

/**
 * Sends every operation once for each string that its body may have, each time with another card
 * number in place of that string.
 */
async function sendEachString(sandbox: Sandbox, forms: readonly Form[]): Promise<SentString[]> {
  const document = await openApiOf(sandbox)
  const sender = new ExampleSender(sandbox)
  const sent: SentString[] = []
  for (const { method, path, operation } of operationsOf(document)) {
    const { operationId = '' } = operation
    if (HOSTED.has(operationId) || isStream(operation)) continue
    const send = async (body: unknown) => {
      await sender.prepare(operationId)
      return sender.send(method, path, operation, body)
    }
    for (const example of bodiesOf(operation)) {
      const answer = await send(example)
      assert.ok(!isRefused({ answer }), `${operationId}: ${answer.text}`)
      for (const at of stringsOf(schemaOf(operation), example))
        for (const written of forms) {
          const number = issuePan(BIN, String(sent.length).padStart(9, '0'))
          const body = uniqueIds(example, operationId, sent.length)
          const { text } = await send(replacedAt(body, at, written(number)))
          sent.push({ name: nameAt(body, at), number, answer: text })
        }
    }
  }
  return sent
}

/** How a card number is written in a string. */
type Form = (number: string) => string

const asText = (number: string): string => number
/** As the parameters of interface C that are JSON objects expect it. */
const asJson = (number: string): string =>
  JSON.stringify({ note: number, [`of ${number}`]: 'a name', items: [Number(number)] })

/** A body whose ids were not used before. */
function uniqueIds(body: unknown, operationId: string, index: number): unknown {
  const text = JSON.stringify(body)
  const replaced =
    operationId === 'registerCustomer'
      ? text.replace('1001_P020', `1001_P${1000 + index}`)
      : operationId === 'createVirtualCard'
        ? text.replace('4000000000100018', `400000${200_000_000 + index}8`)
        : operationId === 'expect'
          ? // Nothing will match.
            text.replace(/"timeoutMs":\d+/, '"timeoutMs":0')
          : text.replace(/"shop-\d+"/, `"shop-${2000 + index}"`)
  return JSON.parse(replaced)
}

interface BodySchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly items?: BodySchema
  readonly anyOf?: readonly BodySchema[]
}

function schemaOf({ requestBody }: Operation): BodySchema | undefined {
  const [content] = Object.values(requestBody?.content ?? {})
  return content?.schema as BodySchema | undefined
}

type Path = readonly (string | number)[]

/** Where a body may have a string; a list has as many items as the example. */
function stringsOf(schema: BodySchema | undefined, example: unknown): Path[] {
  const { type, properties = {}, items, anyOf = [] } = schema ?? {}
  if (type === 'string') return schema?.enum === undefined ? [[]] : []
  const members = Array.isArray(example)
    ? example.map((item, index) => [index, items, item] as const)
    : Object.entries(properties).map(
        ([name, member]) =>
          [name, member, (example as Record<string, unknown> | undefined)?.[name]] as const,
      )
  return [
    ...members.flatMap(([name, member, value]) =>
      stringsOf(member, value).map((rest) => [name, ...rest]),
    ),
    ...anyOf.flatMap((each) => stringsOf(each, example)),
  ]
}

/** A copy of a body with another value at one position. */
function replacedAt(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(body))
    return body.with(Number(name), replacedAt(body[Number(name)], rest, value))
  const members = (body ?? {}) as Readonly<Record<string, unknown>>
  return { ...members, [name]: replacedAt(members[name], rest, value) }
}

/** The name of a field, including parameters with a name and a value. */
function nameAt(body: unknown, at: Path): string {
  const parent = at
    .slice(0, -1)
    .reduce((value, key) => (value as Record<string, unknown>)[key], body)
  const named = parent as { readonly name?: unknown }
  return String(at.at(-1) === 'value' && 'name' in (named ?? {}) ? named.name : at.at(-1))
}

const urlOf = ({ sandcard }: Sandbox): string => {
  const { database } = sandcard.service.config
  return database.kind === 'postgres' ? database.url : `sqlite:${database.path}`
}

async function textOfTables(sandbox: Sandbox): Promise<string> {
  const url = urlOf(sandbox)
  const rows = (await tablesOf(url)).map((table) => rowsOf(url, `select * from ${table}`))
  return JSON.stringify(await Promise.all(rows))
}

async function textOfExports(sandbox: Sandbox): Promise<string> {
  const { directory } = sandbox.sandcard.service
  const exports = (await rowsOf(urlOf(sandbox), 'select number from project')).map(
    async ({ number }) => {
      const project = await directory.byNumber(Number(number))
      const headers = { 'x-api-key': project?.secrets.interfaceB.apiKey ?? '' }
      const { status, text } = await sandbox.call('GET', '/control/v1/export', { headers })
      assert.equal(status, 200)
      return text
    },
  )
  return (await Promise.all(exports)).join('')
}
