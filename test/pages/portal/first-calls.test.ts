// The main page's commands are formatted for a reader: bodies as indented JSON, and no line wider
// than the block.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoSecrets, PROJECT_ENTROPY_BYTES } from '../../../src/projects/project.ts'
import { firstCalls } from '../../../src/pages/portal/main-page/first-calls.ts'

/** The width of a code block of the main page on a desktop, without scrolling. */
const LINE_CHARACTERS = 105

const secrets = demoSecrets(Buffer.alloc(PROJECT_ENTROPY_BYTES))
const groups = firstCalls(secrets, 'http://127.0.0.1:8583', 'local')
const commands = groups.flatMap((group) => group.commands)

/** The JSON bodies of a command, with values for the variables in place of numbers. */
const bodiesOf = (command: string): string[] =>
  [...command.matchAll(/(?:-d '|<<JSON(?:; echo)?\n)([[{][^]*?)(?:'|\nJSON)/g)].map(
    ([, body = '']) => body.replaceAll(/: \$\w+/g, ': 1'),
  )

describe('The sample commands of the main page', () => {
  for (const { title, command } of commands)
    test(`${title}: every line is legible, and a body is indented JSON`, () => {
      const longest = Math.max(...command.split('\n').map((line) => line.length))
      assert.ok(longest <= LINE_CHARACTERS, `${longest} characters: ${command}`)
      for (const body of bodiesOf(command)) {
        const members = Object.keys(JSON.parse(body) as object).length
        assert.ok(members === 1 || body.split('\n').length > members, body)
      }
    })

  test("use the project's key in hosted mode, because only the admin token creates projects", () => {
    const hosted = firstCalls(secrets, 'https://sandcard.example', 'hosted').at(-1)?.commands ?? []
    assert.deepEqual(
      hosted.map(({ title }) => title),
      ['Advance the clock', 'Read the ledger'],
    )
    for (const { command } of hosted) assert.match(command, /X-API-KEY: demo-api-key/)
  })

  test('have eleven bodies', () => {
    const bodies = commands.flatMap(({ command }) => bodiesOf(command))
    assert.equal(bodies.length, 11)
  })
})
