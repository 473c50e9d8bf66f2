// The operations in the reference and the responses to their examples match their snapshots.
// Schemas have no snapshots, because the code that validates requests and serialises responses is
// compiled from them.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoProject } from '../../../src/web/http/demo-project.ts'
import { folded, Transcript } from '../../kit/transcript.ts'
import { freezeClock } from '../../kit/clock.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { assertSnapshot } from '../../kit/snapshot.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type OpenApi, operationsOf, sendExamples } from './examples.ts'

/** Operations whose responses have tests in `test/api/control/`, and the metrics. */
const OF_CONTROL = /^\w+ \/(metrics|control\/v1\/)/
const API_KEY = JSON.stringify([{ apiKey: [] }])
/** Errors that operations of the control API share. */
const COMMON_STATUSES = new Set(['400', '401', '403', '404', '422', '429', '503'])

/** Keywords that do not change which values are accepted. */
const FOR_PEOPLE = new Set(['description', 'summary', 'title', 'examples', 'example'])

/**
 * Prints schemas, one line per part. Properties that an earlier operation also has are only named.
 */
class SchemaLines {
  readonly #known = new Set<string>()

  of(schema: unknown, name: string, depth = 0): string[] {
    const start = `${' '.repeat(depth)}${name}`
    if (isReference(schema)) return [`${start} ${schema.$ref.replace(/^.*\//, '')}`]
    if (typeof schema !== 'object' || schema === null) return [`${start} ${JSON.stringify(schema)}`]
    const members = Object.entries(schema).filter(([member]) => !FOR_PEOPLE.has(member))
    const facts = members
      .filter(([, part]) => isFact(part))
      .map(([member, fact]) =>
        member === 'type' ? [fact].flat().join('|') : `${member}=${JSON.stringify(fact)}`,
      )
    const parts = members.filter(([, part]) => !isFact(part))
    const [only] = parts
    if (facts.length === 0 && parts.length === 1 && only !== undefined && name !== 'properties')
      return this.of(only[1], `${name}.${only[0]}`, depth)
    return [
      [start, ...facts].join(' '),
      ...(name.endsWith('properties')
        ? this.#properties(parts, depth + 1)
        : parts.flatMap(([member, part]) => this.of(part, member, depth + 1))),
    ]
  }

  #properties(parts: readonly (readonly [string, unknown])[], depth: number): string[] {
    const asBefore: string[] = []
    const lines = parts.flatMap(([name, part]) => {
      const text = JSON.stringify([name, part], (key, value: unknown) =>
        FOR_PEOPLE.has(key) ? undefined : value,
      )
      if (this.#known.has(text)) {
        asBefore.push(name)
        return []
      }
      this.#known.add(text)
      return this.of(part, name, depth)
    })
    const named = `${' '.repeat(depth)}as before: ${asBefore.join(' ')}`
    return [...(asBefore.length === 0 ? [] : [named]), ...joinedLines(lines)]
  }
}

/** Adjacent lines of the same depth are joined if they fit. */
function joinedLines(lines: readonly string[]): string[] {
  const depthOf = (line: string): number => line.search(/\S/)
  return lines.reduce<string[]>((joined, line, index) => {
    const last = joined.at(-1)
    const isParent = depthOf(lines[index + 1] ?? '') > depthOf(line)
    const wasParent = depthOf(line) !== depthOf(lines[index - 1] ?? '')
    const both = `${last} | ${line.trim()}`
    if (last === undefined || isParent || wasParent || both.length > LINE_LENGTH)
      return [...joined, line]
    return [...joined.slice(0, -1), both]
  }, [])
}

const LINE_LENGTH = 120

const isReference = (schema: unknown): schema is { readonly $ref: string } =>
  typeof schema === 'object' && schema !== null && '$ref' in schema

/** A value, or a list of values. */
const isFact = (part: unknown): boolean =>
  [part].flat().every((each) => typeof each !== 'object' || each === null)

/**
 * The operations of an interface. Errors are only listed with status and cause, because the
 * interface defines their schema.
 */
function operationsInLines(operations: ReturnType<typeof operationsOf>): string {
  const schemas = new SchemaLines()
  const errors = new Map<string, string>()
  const isKnown = (status: string, description: string): boolean => {
    const known = errors.get(status) === description
    errors.set(status, description)
    return known
  }
  const inLines = ({ method, path, operation }: (typeof operations)[number]): string => {
    const { operationId = '', security, parameters = [], requestBody, responses = {} } = operation
    const all = Object.entries(responses as Record<string, { description?: string }>)
    const isGood = ([status]: readonly [string, unknown]): boolean =>
      Number(status) < 300 || status === 'default'
    const errorsOf = all.filter((each) => !isGood(each))
    const known = errorsOf.filter(([status, answer]) => isKnown(status, answer.description ?? ''))
    const others = errorsOf.filter((each) => !known.includes(each))
    return [
      `## ${operationId}: ${method} ${path} ${JSON.stringify(security)}`,
      ...parameters.flatMap((each) => schemas.of(each, `${each.in} ${each.name}`)),
      ...Object.entries(requestBody?.content ?? {}).flatMap(([type, body]) =>
        schemas.of(body?.schema, type),
      ),
      ...all.filter(isGood).flatMap(([status, answer]) => schemas.of(answer, status)),
      ...others.map(([status, { description = '' }]) => `${status} ${description}`),
      ...(known.length === 0 ? [] : [`as before: ${known.map(([status]) => status).join(' ')}`]),
      '',
    ].join('\n')
  }
  return operations.map(inLines).join('\n')
}

/** The first item of each long list of objects. */
function abridged(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(abridged)
    const isLong = items.length > 2 && items.every((each) => typeof each === 'object')
    return isLong ? [items[0], `and ${items.length - 1} more`] : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, abridged(each)]))
}

describe('The reference and its examples', () => {
  let sandbox: Sandbox
  let document: OpenApi
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    document = (await sandbox.call('GET', '/openapi.json')).json as OpenApi
  })
  after(() => sandbox.close())

  test('the description of the interfaces has not changed', () => {
    const { paths, components, ...rest } = document
    assert.ok(Object.keys(paths).length > 0)
    const { securitySchemes } = components
    const head = JSON.stringify({ ...rest, securitySchemes }, null, 1)
    const text = new Transcript().named(folded(head))
    assertSnapshot(new URL('snapshots/head.txt', import.meta.url), `${text}\n`)
  })

  for (const tag of ['Interface A', 'Interface B', 'Interface C', 'Operations'])
    test(`the operations of ${tag} have not changed`, () => {
      const operations = operationsOf(document).filter(({ operation }) =>
        operation.tags?.includes(tag),
      )
      const name = tag.toLowerCase().replace(' ', '-')
      assertSnapshot(
        new URL(`snapshots/${name}.txt`, import.meta.url),
        operationsInLines(operations),
      )
    })

  test('the operations of the control API have not changed', () => {
    const lines = operationsOf(document)
      .filter(({ operation }) => operation.tags?.includes('Control'))
      .map(({ method, path, operation }) => {
        const { operationId = '', security, parameters = [], responses = {} } = operation
        const key = JSON.stringify(security) === API_KEY ? [] : [JSON.stringify(security)]
        const inPath = (name: string): boolean => path.includes(`{${name}}`)
        const query = parameters.map(({ name }) => name).filter((name) => !inPath(name))
        return [
          operationId,
          method,
          path,
          ...key,
          ...(query.length === 0 ? [] : ['?', ...query]),
          '→',
          ...Object.keys(responses).filter((status) => !COMMON_STATUSES.has(status)),
        ].join(' ')
      })
    assertSnapshot(new URL('snapshots/control.txt', import.meta.url), `${lines.join('\n')}\n`)
  })

  test('the responses of A, B and C to the examples have not changed', async () => {
    const transcript = new Transcript()
    for (const { title, answer } of await sendExamples(await atOneMoment(sandbox), document))
      if (!OF_CONTROL.test(title))
        transcript.record(title, { ...answer, json: abridged(answer.json) })
    transcript.assertMatches(new URL('snapshots/answers.txt', import.meta.url))
  })
})

/** When the examples are sent. Their cards have not expired. */
const MOMENT = Date.UTC(2030, 4, 10, 10)

/** A sandbox in which the clock of every project is frozen, including the demo project. */
async function atOneMoment(sandbox: Sandbox): Promise<Sandbox> {
  const { service } = sandbox.sandcard
  const demo = await demoProject(service)
  assert.ok(demo !== undefined)
  await freezeClock(service, demo, MOMENT)
  let last = demo
  return {
    ...sandbox,
    async newProject(name) {
      last = await sandbox.newProject(name)
      await freezeClock(service, last, MOMENT)
      return last
    },
    async call(method, path, options) {
      const answer = await sandbox.call(method, path, options)
      // A reset unfreezes the clock.
      if (path === '/control/v1/reset') await freezeClock(service, last, MOMENT)
      return answer
    },
  }
}
