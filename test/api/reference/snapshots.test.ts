// The reference and the responses to its examples match their snapshots: every operation of every interface.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoProject } from '../../../src/web/http/demo-project.ts'
import { Transcript } from '../../kit/transcript.ts'
import { freezeClock } from '../../kit/clock.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { assertSnapshot } from '../../kit/snapshot.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type OpenApi, operationsOf, sendExamples } from './examples.ts'

/** Answers that are long and that their own tests compare: of them is kept which operation gave them. */
const NOT_KEPT = /^get \/(metrics|control\/v1\/export)/

/** Examples are sent by the other tests, and words are for people. */
const NOT_TOLD = new Set(['description', 'summary', 'title', 'examples', 'example'])

/** A schema, one line for each of its parts: what changes is a line. */
function linesOf(schema: unknown, name: string, depth = 0): string[] {
  const begun = `${' '.repeat(depth)}${name}`
  if (typeof schema !== 'object' || schema === null) return [`${begun} ${JSON.stringify(schema)}`]
  const told = Object.entries(schema).filter(([member]) => !NOT_TOLD.has(member))
  const facts = told
    .filter(([, part]) => isFact(part))
    .map(([member, fact]) => `${member}=${JSON.stringify(fact)}`)
  const parts = told.filter(([, part]) => !isFact(part))
  const [only] = parts
  // What only holds another is said in its line.
  if (facts.length === 0 && parts.length === 1 && only !== undefined)
    return linesOf(only[1], `${name}.${only[0]}`, depth)
  return [
    [begun, ...facts].join(' '),
    ...parts.flatMap(([member, part]) => linesOf(part, member, depth + 1)),
  ]
}

/** A value, or a list of values. */
const isFact = (part: unknown): boolean =>
  [part].flat().every((each) => typeof each !== 'object' || each === null)

/** An operation. Of an error there is told when it is given: its form is that of all errors of the interface. */
function operationInLines({ method, path, operation }: ReturnType<typeof operationsOf>[number]) {
  const { operationId = '', security, parameters = [], requestBody, responses = {} } = operation
  return [
    `## ${operationId}: ${method} ${path} ${JSON.stringify(security)}`,
    ...parameters.flatMap((each) => linesOf(each, `${each.in} ${each.name}`)),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, body]) =>
      linesOf(body?.schema, type),
    ),
    ...Object.entries(responses as Record<string, { description?: string }>).flatMap(
      ([status, answer]) =>
        Number(status) < 300 || status === 'default'
          ? linesOf(answer, status)
          : [`${status} ${answer.description ?? ''}`],
    ),
    '',
  ].join('\n')
}

describe('The reference and its examples', () => {
  let sandbox: Sandbox
  let document: OpenApi
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    document = (await sandbox.call('GET', '/openapi.json')).json as OpenApi
  })
  after(() => sandbox.close())

  test('describe the interfaces as it is kept', () => {
    const { paths, ...rest } = document
    assert.ok(Object.keys(paths).length > 0)
    const text = new Transcript().named(JSON.stringify(rest, null, 1))
    assertSnapshot(new URL('snapshots/head.txt', import.meta.url), `${text}\n`)
  })

  for (const tag of ['Interface A', 'Interface B', 'Interface C', 'Control', 'Operations'])
    test(`describe each operation of ${tag} as it is kept`, () => {
      const lines = operationsOf(document)
        .filter(({ operation }) => operation.tags?.includes(tag))
        .map(operationInLines)
      const name = tag.toLowerCase().replace(' ', '-')
      assertSnapshot(new URL(`snapshots/${name}.txt`, import.meta.url), lines.join('\n'))
    })

  test('are answered as it is kept', async () => {
    const transcript = new Transcript()
    for (const { title, answer } of await sendExamples(await atOneMoment(sandbox), document))
      if (!NOT_KEPT.test(title)) transcript.record(title, answer)
    transcript.assertMatches(new URL('snapshots/answers.txt', import.meta.url))
  })
})

/** When the examples are sent: their cards are good then. */
const MOMENT = Date.UTC(2030, 4, 10, 10)

/** A sandbox whose projects' clocks stand still, the demo project's among them. */
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
      // The clock goes on with a reset.
      if (path === '/control/v1/reset') await freezeClock(service, last, MOMENT)
      return answer
    },
  }
}
