import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations as operationsOfControl } from '../../../src/api/control/plugin.ts'
import { operationIdOf } from '../../../src/api/gateway/endpoint.ts'
import { ENDPOINTS } from '../../../src/api/gateway/plugin.ts'
import { operations as operationsOfA } from '../../../src/api/issuing-v1/plugin.ts'
import { operations as operationsOfB } from '../../../src/api/issuing-v2/plugin.ts'
import { APIS } from '../../../src/api/endpoint/apis.ts'
import { MEMBER_TEXTS } from '../../../src/api/reference/member-texts/member-texts.ts'
import { databases } from '../../kit/databases.ts'
import { checkOf } from '../../kit/gateway-answers.ts'
import { openApiOf } from '../../kit/open-api.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  isRefused,
  type OpenApi,
  operationsOf,
  sendExamples,
  type SentExample,
} from './examples.ts'

const TAGS = ['Interface A', 'Interface B', 'Interface C', 'Control', 'Operations']
/** Operations outside the tables: for a payer's browser, and for the operator. */
const OF_BROWSERS = ['acsRedirect', 'acsRedirectRest', 'finish3ds']
const OF_OPERATORS = ['getHealth', 'getReadiness', 'getMetrics']

/** Locations of POST operations that may be repeated with an `Idempotency-Key`. */
const ACCEPT_AN_IDEMPOTENCY_KEY = ['/v2/', '/control/v1/']
/** They change nothing, or repeating them changes nothing. */
const IGNORE_AN_IDEMPOTENCY_KEY = [
  'checkOutcomeRule',
  'createWalletToken',
  'expect',
  'giveProject',
  'previewCallback',
  'verifyCallback',
]

/** Strings whose handlers only accept a list of words or ids. */
const CHECKED_AS_A_LIST = ['.features[]', '.transactionStates', 'acsRedirect.do orderId']

/** The strings in a schema without a maximum length, a pattern, a format or a list of values. */
function unboundedTexts(schema: unknown, name: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const part = schema as Readonly<Record<string, unknown>>
  const isBounded = ['maxLength', 'pattern', 'format', 'enum'].some((member) => member in part)
  if (part['type'] === 'string' && !isBounded) return [name]
  const {
    properties = {},
    items,
    anyOf = [],
    allOf = [],
  } = part as {
    readonly properties?: Readonly<Record<string, unknown>>
    readonly items?: unknown
    readonly anyOf?: readonly unknown[]
    readonly allOf?: readonly unknown[]
  }
  return [
    ...Object.entries(properties).flatMap(([member, each]) =>
      unboundedTexts(each, `${name}.${member}`),
    ),
    ...unboundedTexts(items, `${name}[]`),
    ...[...anyOf, ...allOf].flatMap((each) => unboundedTexts(each, name)),
  ]
}

type Member = { readonly description?: string; readonly $ref?: string }

/** The fields of every schema in a part of the document, with their names. */
function membersOf(part: unknown): (readonly [name: string, member: Member])[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([keyword, inner]: [string, unknown]) => [
    ...(keyword === 'properties' ? Object.entries(inner as Record<string, Member>) : []),
    ...(keyword.startsWith('example') ? [] : membersOf(inner)),
  ])
}

describe('The reference', () => {
  let sandbox: Sandbox
  let document: OpenApi
  before(async () => {
    const [database] = databases
    assert.ok(database)
    sandbox = await startSandbox(database)
    document = (await sandbox.call('GET', '/openapi.json')).json as OpenApi
  })
  after(() => sandbox.close())

  test('is OpenAPI 3.1 and lists every interface and its authentication', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.deepEqual(
      document.tags.map(({ name }) => name),
      TAGS,
    )
    assert.deepEqual(Object.keys(document.components.securitySchemes), [
      'basic',
      'apiKey',
      'adminToken',
    ])
  })

  test('contains every operation of the interfaces', () => {
    const names = operationsOf(document).map(({ operation }) => operation.operationId ?? '')
    const expected = [...operationsOfA, ...operationsOfB, ...operationsOfControl].map(
      ({ name }) => name,
    )
    const ofC = ENDPOINTS.filter(({ isHidden }) => isHidden !== true)
    expected.push(...ofC.map(operationIdOf))
    assert.deepEqual(names.sort(), [...expected, ...OF_BROWSERS, ...OF_OPERATORS].sort())
  })

  test('bounds every string in a query and in a request body', async () => {
    const schemas = operationsOf(await openApiOf(sandbox)).flatMap(
      ({ method, path, operation }) => [
        ...(operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema }) => [`${method} ${path} ${name}`, schema] as const),
        ...Object.values(operation.requestBody?.content ?? {}).map(
          (content) => [`${method} ${path}`, content?.schema] as const,
        ),
      ],
    )
    assert.ok(schemas.length > 150)
    const free = schemas.flatMap(([name, schema]) => unboundedTexts(schema, name))
    assert.deepEqual(
      free.filter((name) => !CHECKED_AS_A_LIST.some((end) => name.endsWith(end))),
      [],
    )
  })

  test('describes each operation: name, description, tag, credentials, example, responses and errors', () => {
    const poor = operationsOf(document).flatMap(({ method, path, operation }) => {
      const { operationId, summary, description, tags, security, responses, requestBody } =
        operation
      const statuses = Object.keys(responses ?? {})
      const [content] = Object.values(requestBody?.content ?? {})
      const isOpen = tags?.[0] === 'Operations'
      const lacks = [
        operationId === undefined && 'operationId',
        !summary && 'summary',
        !description && 'description',
        (tags?.length !== 1 || !TAGS.includes(tags[0] ?? '')) && 'tag',
        security === undefined && 'security',
        !statuses.some((status) => status.startsWith('2')) && 'answer',
        !isOpen && !statuses.some((status) => status.startsWith('4')) && 'errors',
        content !== undefined &&
          content.example === undefined &&
          content.examples === undefined &&
          'example',
      ].filter((lack) => lack !== false)
      return lacks.length === 0 ? [] : [`${method} ${path}: ${lacks.join(', ')}`]
    })
    assert.deepEqual(poor, [])
  })

  test('shows a success in every example of a successful response of interface C', () => {
    for (const { name, answer, answers } of ENDPOINTS) {
      assert.ok(checkOf(answers).Check(answer), `${name} has an example that is not a valid answer`)
      const {
        errorCode,
        ErrorCode = errorCode ?? 0,
        error,
        success,
      } = answer as Readonly<Record<string, unknown>>
      assert.deepEqual(
        [Number(ErrorCode), error ?? false, success ?? true],
        [0, false, true],
        `${name} shows an error`,
      )
    }
  })

  test('has a document for each interface, with its operations and the schemas they use', async () => {
    for (const [name, tag, schemes] of [
      ['a', 'Interface A', ['basic']],
      ['b', 'Interface B', ['apiKey']],
      ['c', 'Interface C', []],
      ['control', 'Control', ['apiKey', 'adminToken']],
    ] as const) {
      const part = (await sandbox.call('GET', `/openapi/${name}.json`)).json as OpenApi
      const namesOf = (whole: OpenApi) =>
        operationsOf(whole)
          .filter(({ operation }) => operation.tags?.includes(tag))
          .map(({ operation }) => operation.operationId)
      assert.deepEqual(namesOf(part), namesOf(document))
      assert.equal(operationsOf(part).length, namesOf(part).length)
      assert.deepEqual(Object.keys(part.components.securitySchemes), schemes)
      const used = JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)
      const names = new Set([...used].map(([, schema]) => schema))
      assert.deepEqual([...names].sort(), Object.keys(part.components.schemas).sort())
    }
  })

  test('lists the idempotency key exactly for the operations that accept it', () => {
    const operations = operationsOf(document)
    const takes = operations.filter(({ operation }) =>
      JSON.stringify(operation.parameters ?? []).includes('"idempotency-key"'),
    )
    const accepts = operations.filter(
      ({ method, path, operation: { operationId = '' } }) =>
        method === 'post' &&
        !IGNORE_AN_IDEMPOTENCY_KEY.includes(operationId) &&
        ACCEPT_AN_IDEMPOTENCY_KEY.some((start) => path.startsWith(start)),
    )
    const namesOf = (listed: typeof operations): string[] =>
      listed.map(({ method, path }) => `${method} ${path}`).sort()
    assert.deepEqual(namesOf(takes), namesOf(accepts))
  })

  test('describes every parameter of a path, a query or a header', () => {
    const bare = operationsOf(document).flatMap(({ method, path, operation }) =>
      (operation.parameters ?? [])
        .filter(({ description }) => !description)
        .map(({ name }) => `${method} ${path}: ${name}`),
    )
    assert.deepEqual(bare, [])
  })

  test('describes every field of a request and a response', () => {
    const members = operationsOf(document).flatMap(({ operation }) => membersOf(operation))
    const named = Object.values(document.components.schemas).flatMap(membersOf)
    const all = [...members, ...named]
    assert.ok(all.length > 2000)
    const bare = all.filter(([, { $ref, description }]) => !description && $ref === undefined)
    assert.deepEqual(
      bare.map(([name]) => name),
      [],
    )
  })

  test('uses every text about a field', async () => {
    const operations = operationsOf(await openApiOf(sandbox))
    const unused = Object.entries(MEMBER_TEXTS).flatMap(([api, texts]) => {
      const tag = APIS[api as keyof typeof APIS].tag
      const used = new Set(
        operations
          .filter(({ operation }) => operation.tags?.includes(tag))
          .flatMap(({ operation }) => membersOf(operation))
          .map(([name, { description = '' }]) => `${name}: ${description}`),
      )
      return Object.entries(texts)
        .map(([key, text]) => `${key.replace(/^.*\.|\[\]$/g, '')}: ${text}`)
        .filter((row) => !used.has(row))
        .map((row) => `${api}: ${row}`)
    })
    assert.deepEqual(unused, [])
  })

  test('describes every response, in its own text or by the name of its status', () => {
    const answers = document.paths['/control/v1/projects']?.['post']?.responses
    const described = answers as Record<string, { description: string }>
    assert.equal(described['201']?.description, 'Created')
    assert.match(described['422']?.description ?? '', /^A value is invalid/)
    assert.ok(!JSON.stringify(document).includes('Default Response'))
  })

  test('contains examples that can be sent unchanged, in order, to a new project', async () => {
    const failed = (await sendExamples(sandbox, document)).filter(isRefused).map(describeFailure)
    assert.deepEqual(failed, [])
  })
})

const describeFailure = ({ title, answer }: SentExample): string =>
  `${title}: ${answer.status} ${answer.text.slice(0, 300)}`
