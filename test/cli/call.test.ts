// `sandcard call`: every operation of the control API is a function of the client and a command.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { controlApiRoutes } from '../../src/client/operations.ts'
import { type CommandResult, serviceForCommands } from '../kit/command.ts'

/** Operations with another command and another function of the client. */
const OTHERWISE: Readonly<Record<string, string>> = {
  createProject: 'project create',
  streamEvents: 'logs --follow',
}

/** Responses that change with each call. */
const CHANGING = ['getClock', 'listRequests', 'countRequests', 'getOverview', 'exportProject']

interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>
}

describe('sandcard call', () => {
  const at = serviceForCommands()
  const run = (...args: string[]): Promise<CommandResult> =>
    at.host.run(['call', ...args], { SANDCARD_URL: at.sandbox.url })

  test('lists the operations of the reference', async () => {
    const response = await fetch(`${at.sandbox.url}/openapi/control.json`)
    const { paths } = (await response.json()) as Reference
    const declared = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    )
    const { stdout } = await run('--json')
    const { operations } = JSON.parse(stdout) as { operations: { operation: string }[] }
    const listed = operations.map(({ operation }) => operation)
    assert.deepEqual([...listed, ...Object.keys(OTHERWISE)].toSorted(), declared.toSorted())
    assert.match((await run()).stdout, /^OPERATION +SUMMARY\n(?:\w+ +\S.*\n)+$/)
  })

  test('prints the responses of operations without fields', async () => {
    const reads = Object.entries(controlApiRoutes).filter(
      ([name, { method, path }]) =>
        method === 'GET' && !path.includes('{') && !CHANGING.includes(name),
    )
    assert.ok(reads.length > 30)
    await run('moveClock', 'freeze=true')
    for (const [name, { path }] of reads) {
      const headers = { 'x-api-key': 'demo-api-key' }
      const response = await fetch(at.sandbox.url + path, { headers })
      const { stdout } = await run(name, '--json')
      if (response.ok) assert.deepEqual(JSON.parse(stdout), await response.json(), name)
    }
  })

  test('sends fields of path, query and body with their types', async () => {
    const cardholder = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const issued = await run(
      'issueCard',
      'initialBalance=5000',
      `cardholder=${JSON.stringify(cardholder)}`,
    )
    const { id } = JSON.parse(issued.stdout) as { id: string }
    const shown = JSON.parse((await run('showCard', `id=${id}`)).stdout) as { available: number }
    assert.equal(shown.available, 5000)
    const { stdout } = await run('listCards', 'limit=1')
    assert.deepEqual((JSON.parse(stdout) as { items: { id: string }[] }).items[0]?.id, id)
  })

  for (const [args, code, line] of [
    ['nope', 2, 'There is no operation "nope". "sandcard call" lists them.'],
    ['showCard', 2, 'showCard needs id.'],
    ['showCard id=', 2, 'Field id must not be empty.'],
    ['showCard id', 2, 'showCard needs name=value, not "id".'],
    ['getClock now=1', 2, 'getClock has no fields.'],
    ['moveClock at=1', 2, 'moveClock does not support "at"; valid names are advance, set, freeze.'],
    ['moveClock --file none', 2, 'Cannot read none: no such file or directory.'],
    ['moveClock freeze=soon', 4, 'Field freeze must be true or false. (validation-failed)'],
    ['showCard id=1', 4, 'This project has no such card. (card-not-found)'],
  ] as const)
    test(`"sandcard call ${args}" exits with code ${code}`, async () => {
      const { stderr, ...result } = await run(...args.split(' '))
      assert.equal(stderr, `sandcard: ${line}\n`)
      assert.equal(result.code, code)
    })
})
