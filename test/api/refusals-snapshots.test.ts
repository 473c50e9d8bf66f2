// The responses to missing credentials and unreadable bodies match their snapshots, for every
// operation. Requests with the same response are listed together.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations as operationsOfControl } from '../../src/api/control/plugin.ts'
import { ENDPOINTS } from '../../src/api/gateway/plugin.ts'
import { operations as operationsOfA } from '../../src/api/issuing-v1/plugin.ts'
import { operations as operationsOfB } from '../../src/api/issuing-v2/plugin.ts'
import type { Project } from '../../src/engine/directory.ts'
import { folded, Transcript } from '../kit/transcript.ts'
import { freezeClock } from '../kit/clock.ts'
import { oneDatabase } from '../kit/databases.ts'
import { exampleCalls } from '../kit/example-calls.ts'
import type { Answer, CallOptions } from '../kit/http.ts'
import { FORM_TYPE, START } from '../kit/merchant.ts'
import { assertSnapshot } from '../kit/snapshot.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

const PREFIX_OF_A = '/v1/apigate/ws/rest'
const JSON_TYPE = { 'content-type': 'application/json' }

describe('Requests that an interface refuses', () => {
  let sandbox: Sandbox
  let project: Project
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    project = await sandbox.newProject()
    await freezeClock(sandbox.sandcard.service, project, START)
  })
  after(() => sandbox.close())

  const ofA = (): Record<string, string> => {
    const { login, password } = project.secrets.interfaceA
    return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
  }
  const ofB = (): Record<string, string> => ({ 'x-api-key': project.secrets.interfaceB.apiKey })

  /** Requests, each with its name. */
  type Calls = readonly (readonly [
    name: string,
    method: string,
    path: string,
    options?: CallOptions,
  ])[]

  /** Compares the requests of one interface; those with the same response are listed together. */
  const snapshot = (name: string, callsOf: () => Calls): void =>
    void test(`get the same responses as before: ${name}`, async () => {
      const alike = new Map<string, string[]>()
      for (const [call, method, path, options] of callsOf()) {
        const response = inWords(await sandbox.call(method, path, options))
        alike.set(response, [...(alike.get(response) ?? []), call])
      }
      const text = [...alike]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([response, calls]) => `${titlesOf(calls)}\n${response}`)
        .join('\n')
      assertSnapshot(new URL(`snapshots/refused-at-${name}.txt`, import.meta.url), text)
    })

  /** The bodies that are sent to each operation with a body. */
  const bodies = (headers: Record<string, string>): readonly (readonly [string, CallOptions])[] => [
    ['without a body', { headers }],
    ['with {}', { headers, body: {} }],
    ['with a list', { headers, body: [] }],
    ['with half of JSON', { headers: { ...headers, ...JSON_TYPE }, body: '{' }],
    ['with an empty body', { headers: { ...headers, ...JSON_TYPE }, body: '' }],
    ['with a member too many', { headers, body: { unknownMember: 1 } }],
    ['with a text', { headers: { ...headers, 'content-type': 'text/plain' }, body: 'x' }],
    ['with too much', { headers: { ...headers, ...JSON_TYPE }, body: `"${'x'.repeat(262_144)}"` }],
  ]

  snapshot('interface-a', () => [
    ...operationsOfA.flatMap(({ path }) => [
      [`${path} without credentials`, 'POST', PREFIX_OF_A + path, { body: {} }] as const,
      ...[
        'Basic',
        'Basic !',
        'Basic eDp5',
        'xBasic eDp5',
        'Basic eDp5 x',
        'Basic eA==',
        'Bearer x',
      ].map(
        (authorization) =>
          [
            `${path} as ${authorization}`,
            'POST',
            PREFIX_OF_A + path,
            { headers: { authorization }, body: {} },
          ] as const,
      ),
      ...bodies(ofA()).map(
        ([how, options]) => [`${path} ${how}`, 'POST', PREFIX_OF_A + path, options] as const,
      ),
      [`GET ${path}`, 'GET', PREFIX_OF_A + path, { headers: ofA() }] as const,
    ]),
    ...['', '/', '/x', '/blockCard/x'].map(
      (path) => [`POST ${path}`, 'POST', PREFIX_OF_A + path, { headers: ofA(), body: {} }] as const,
    ),
    ['POST /x without credentials', 'POST', `${PREFIX_OF_A}/x`, { body: {} }],
  ])

  snapshot('interface-b', () => [
    ...exampleCalls(operationsOfB).flatMap(({ method, path, body, name }) => [
      [`${name} without a key`, method, `/v2${path}`, { body }] as const,
      [
        `${name} with a wrong key`,
        method,
        `/v2${path}`,
        { headers: { 'x-api-key': 'x' }, body },
      ] as const,
      ...(body === undefined
        ? []
        : bodies(ofB()).map(
            ([how, options]) => [`${name} ${how}`, method, `/v2${path}`, options] as const,
          )),
      ...(method === 'POST'
        ? ['', 'x'.repeat(256), 'a b', 'ä'].map(
            (key) =>
              [
                `${name} with the key "${key.slice(0, 5)}"`,
                method,
                `/v2${path}`,
                { headers: { ...ofB(), 'idempotency-key': key }, body: {} },
              ] as const,
          )
        : []),
      [`PUT for ${name}`, 'PUT', `/v2${path}`, { headers: ofB(), body: {} }] as const,
    ]),
    ...[
      '',
      '/',
      '/x',
      '/cards',
      '/cards/x',
      '/cards/0',
      '/cards/-1',
      '/cards/1000000000000000',
      '/cardholders/01',
    ].map((path) => [`GET ${path}`, 'GET', `/v2${path}`, { headers: ofB() }] as const),
    ...[
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=x',
      'x=1',
      'statusFltr=x',
      'periodStartFltr=x',
      'periodEndFltr=2031-02-30',
      'cardNumberFltr=x',
      'limit=1&limit=2',
    ].map(
      (query) =>
        [`listTransfers ${query}`, 'GET', `/v2/transfers?${query}`, { headers: ofB() }] as const,
    ),
  ])

  snapshot('control', () => [
    ...exampleCalls(operationsOfControl)
      .filter(({ name }) => name !== 'deleteProject' && name !== 'createProject')
      .flatMap(({ method, path, body, name, query }) => [
        [`${name} without a key`, method, `/control/v1${path}`, { body }] as const,
        [
          `${name} with a wrong key`,
          method,
          `/control/v1${path}`,
          { headers: { 'x-api-key': 'x' }, body },
        ] as const,
        ...(body === undefined || name === 'resetProject' || name === 'rotateCredentials'
          ? []
          : bodies(ofB()).map(
              ([how, options]) =>
                [`${name} ${how}`, method, `/control/v1${path}`, options] as const,
            )),
        ...(method === 'GET'
          ? [
              'limit=0',
              'limit=1001',
              'limit=x',
              'cursor=x',
              'x=1',
              ...Object.keys(query).map((each) => `${each}=%00`),
            ].map(
              (each) =>
                [
                  `${name} ${each}`,
                  method,
                  `/control/v1${path}?${each}`,
                  { headers: ofB() },
                ] as const,
            )
          : []),
        [`PUT for ${name}`, 'PUT', `/control/v1${path}`, { headers: ofB(), body: {} }] as const,
      ]),
    ...[
      '',
      '/',
      '/x',
      '/cards/x',
      '/cards/0',
      '/orders/x',
      '/entries/1000000000000000',
      '/callbacks/01',
      '/accounts/x',
      '/cardholders/x',
    ].map((path) => [`GET ${path}`, 'GET', `/control/v1${path}`, { headers: ofB() }] as const),
  ])

  snapshot('interface-c', () =>
    ENDPOINTS.flatMap(({ name }) => {
      const path = name.includes('/') ? `/payment/${name}` : `/payment/rest/${name}`
      const { userName, password } = project.secrets.interfaceC
      const form = (fields: Record<string, string>): CallOptions => ({
        headers: FORM_TYPE,
        body: new URLSearchParams(fields).toString(),
      })
      return [
        [`${name} with nothing`, 'POST', path, form({})],
        [`${name} with a wrong password`, 'POST', path, form({ userName, password: 'x' })],
        [`${name} with a wrong token`, 'POST', path, form({ token: 'x' })],
        [`${name} with credentials alone`, 'POST', path, form({ userName, password })],
        [`${name} in Russian`, 'POST', path, form({ userName, password, language: 'ru' })],
        [
          `${name} in a language of three letters`,
          'POST',
          path,
          form({ userName, password, language: 'rus' }),
        ],
        [
          `${name} by GET`,
          'GET',
          `${path}?${new URLSearchParams({ userName, password }).toString()}`,
        ],
        [`${name} as JSON`, 'POST', path, { body: { userName, password } }],
        [`${name} as a list`, 'POST', path, { body: [] }],
        [`${name} by PUT`, 'PUT', path, form({})],
      ] as const
    }).concat([
      ['GET /payment', 'GET', '/payment'],
      ['GET /payment/rest/x.do', 'GET', '/payment/rest/x.do'],
      ['POST /payment/rest/x.do', 'POST', '/payment/rest/x.do', { headers: FORM_TYPE, body: '' }],
      [
        'too much',
        'POST',
        '/payment/rest/register.do',
        { headers: FORM_TYPE, body: 'x'.repeat(300_000) },
      ],
    ] as never),
  )

  snapshot('operations', () =>
    ['/healthz', '/readyz', '/openapi.json'].flatMap((path) => [
      [`HEAD ${path}`, 'HEAD', path] as const,
      [`POST ${path}`, 'POST', path, { body: {} }] as const,
      [`DELETE ${path}`, 'DELETE', path] as const,
    ]),
  )
})

/** Headers that a snapshot contains. */
const HEADERS = ['allow', 'retry-after', 'www-authenticate', 'connection']

/** The operations by the variants of their requests. */
function titlesOf(calls: readonly string[]): string {
  const operations = Map.groupBy(calls, (call) => call.split(' ')[0] ?? '')
  const alike = Map.groupBy([...operations], ([name, variants]) =>
    variants.map((call) => call.slice(name.length + 1)).join(' | '),
  )
  return [...alike]
    .map(([variants, named]) => `## ${variants}: ${named.map(([name]) => name).join(', ')}`)
    .map(wrapped)
    .join('\n')
}

const LINE_LENGTH = 100

/** Lines of at most 100 characters, broken between names. */
function wrapped(title: string): string {
  const lines = ['']
  for (const word of title.split(/(?<=,) /)) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= LINE_LENGTH)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`   ${word}`)
  }
  return lines.join('\n')
}

interface Problem {
  readonly type: string
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly instance?: string
}

const isProblem = (json: unknown): json is Problem =>
  typeof json === 'object' && json !== null && 'code' in json && 'type' in json

/** The fields of a problem that do not follow from its code, its status or its request. */
function essential(json: unknown, status: number): unknown {
  if (!isProblem(json)) return json
  const { type, status: said, requestId, instance, ...rest } = json
  assert.deepEqual([type, said], [`urn:problem:${rest.code}`, status])
  assert.match(requestId, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  if (instance === undefined) return { ...rest, instance: 'none' }
  assert.match(instance, new RegExp(`/p/prj_\\w+/activity/${requestId}$`))
  return rest
}

function inWords({ status, headers, json, text }: Answer): string {
  const headerNames = HEADERS.filter(
    (name) => headers[name] !== undefined && headers[name] !== 'keep-alive',
  )
  // Some of the requests turn out to be valid. Other tests compare their responses.
  const isAccepted = status < 300 && headers['cache-control'] === 'no-store'
  return new Transcript([[/\bkey-[a-z2-7]{8}\b/g, 'NEW-KEY']]).named(
    [
      [status, headers['content-type'] ?? '', headers['cache-control'] ?? ''].join(' ').trim(),
      ...headerNames.map((name) => `${name}: ${String(headers[name])}`),
      ...(isAccepted
        ? []
        : [
            json === undefined
              ? text
              : folded(JSON.stringify(essential(json, status), null, 1), 400),
          ]),
      '',
    ].join('\n'),
  )
}
