// Requests to the control API with an Idempotency-Key: a retry gets the first response and changes
// nothing again. `simulation-keys.test.ts` has the simulations.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../../src/api/control/plugin.ts'
import {
  bodyOf,
  createProject,
  type ClockShape,
  type ProblemShape,
  type ProjectCall,
  projectCall,
  type ProjectShape,
} from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { runSql } from '../../kit/sql.ts'
import {
  bodiesOf,
  ExampleSender,
  HOSTED,
  isRefused,
  isStream,
  type OpenApi,
  operationsOf,
} from '../reference/examples.ts'

const CONTROL = '/control/v1'
const isReplayed = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true'

/** Operations that ignore the key: they change nothing, or repeating them changes nothing. */
const HARMLESS = [
  'checkOutcomeRule',
  'createWalletToken',
  'expect',
  'giveProject',
  'previewCallback',
  'verifyCallback',
]

onEveryDatabase('The control API with an Idempotency-Key', (database) => {
  let sandbox: Sandbox
  let call: ProjectCall
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const newCall = async (): Promise<ProjectCall> =>
    projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
  const send = (path: string, key: string, body?: object): Promise<Answer> =>
    call('POST', CONTROL + path, body, { 'idempotency-key': key })
  const listOf = async (path: string): Promise<readonly unknown[]> =>
    bodyOf<{ items: unknown[] }>(await call('GET', CONTROL + path), 200).items

  test('repeats the first response of every POST operation that changes something', async () => {
    const document = (await sandbox.call('GET', '/openapi/control.json')).json as OpenApi
    const sender = new ExampleSender(sandbox)
    const failed: string[] = []
    const repeated = new Set<string>()
    for (const { method, path, operation } of operationsOf(document)) {
      const { operationId: name = '' } = operation
      if (HOSTED.has(name) || isStream(operation)) continue
      await sender.prepare(name)
      for (const [index, body] of bodiesOf(operation).entries()) {
        const headers = { 'idempotency-key': `${name}-${index}` }
        const answer = () => sender.send(method, path, operation, body, headers)
        const first = await answer()
        if (method !== 'post' || HARMLESS.includes(name)) continue
        const second = await answer()
        repeated.add(name)
        if (isRefused({ answer: first }) || isReplayed(first)) failed.push(`${name} first`)
        if (!isReplayed(second)) failed.push(`${name} is not replayed`)
        assert.deepEqual([second.status, second.json], [first.status, first.json], name)
      }
    }
    assert.deepEqual(failed, [])
    const posts = operations.filter(({ method, name }) => method === 'POST' && !HOSTED.has(name))
    const names = posts.map(({ name }) => name).filter((name) => !HARMLESS.includes(name))
    assert.deepEqual([...repeated].sort(), names.sort())
  })

  test('changes the project once', async () => {
    call = await newCall()
    const receiver = await send('/receivers', 'r', {})
    assert.deepEqual((await send('/receivers', 'r', {})).json, receiver.json)
    assert.equal((await listOf('/receivers')).length, 1)

    bodyOf(await call('POST', `${CONTROL}/clock`, { freeze: true }), 200)
    const moved = bodyOf<ClockShape>(await send('/clock', 'c', { advance: 'P1D' }), 200)
    const again = bodyOf<ClockShape>(await send('/clock', 'c', { advance: 'P1D' }), 200)
    const clock = bodyOf<ClockShape>(await call('GET', `${CONTROL}/clock`), 200)
    assert.deepEqual([again, clock.now], [moved, moved.now])

    const person = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const card = { cardholder: person, initialBalance: 500 }
    const both = await Promise.all([send('/cards', 'k', card), send('/cards', 'k', card)])
    // The second does not wait: 503 says that the first is in progress.
    for (const answer of both) assert.ok([201, 503].includes(answer.status), answer.text)
    bodyOf(await send('/cards', 'k', card), 201)
    assert.equal((await listOf('/cards')).length, 1)
  })

  test('repeats a secret that the database has only encrypted', async () => {
    call = await newCall()
    const webhook = { url: 'http://127.0.0.1:9/events' }
    const { secret } = bodyOf<{ secret: string }>(await send('/webhooks', 'w', webhook), 201)
    const again = bodyOf<{ secret: string }>(await send('/webhooks', 'w', webhook), 201)
    assert.equal(again.secret, secret)
    assert.equal((await listOf('/webhooks')).length, 1)
    const rows = await runSql(
      sandbox.sandcard.service.config.database,
      'select answer from idempotency',
    )
    assert.ok(rows.length > 0)
    assert.ok(rows.every(({ answer }) => !String(answer).includes(secret)))
  })

  test('repeats the response of a reset and a restore, and keeps later data', async () => {
    call = await newCall()
    bodyOf(await send('/snapshots', 's', { name: 'empty' }), 201)
    for (const path of ['/reset', '/snapshots/empty/restore']) {
      const first = await send(path, 'same')
      bodyOf(await call('POST', `${CONTROL}/receivers`, {}), 201)
      const second = await send(path, 'same')
      assert.deepEqual([second.status, second.json, isReplayed(second)], [200, first.json, true])
      assert.equal((await listOf('/receivers')).length, 1)
    }
  })

  test('executes a refused request again', async () => {
    call = await newCall()
    const name = { name: 'taken' }
    bodyOf(await call('POST', `${CONTROL}/snapshots`, name), 201)
    const refused = bodyOf<ProblemShape>(await send('/snapshots', 's', name), 409)
    assert.equal(refused.code, 'snapshot-exists')
    bodyOf(await call('DELETE', `${CONTROL}/snapshots/taken`), 200)
    const made = await send('/snapshots', 's', name)
    assert.deepEqual([made.status, isReplayed(made)], [201, false])
  })

  test('refuses another body, another query and an invalid key', async () => {
    call = await newCall()
    bodyOf(await send('/receivers', 'k', { delayMs: 1 }), 201)
    for (const [key, path, status, code] of [
      ['k', '/receivers', 422, 'idempotency-mismatch'],
      ['k', '/receivers?x=1', 422, 'idempotency-mismatch'],
      ['two words', '/receivers', 400, 'invalid-idempotency-key'],
      ['two words', '/projects', 400, 'invalid-idempotency-key'],
    ] as const) {
      const body = path === '/receivers?x=1' ? { delayMs: 1 } : {}
      assert.equal(bodyOf<ProblemShape>(await send(path, key, body), status).code, code)
    }
  })

  test('does not execute a request again whose outcome is unknown', async () => {
    call = await newCall()
    bodyOf(await send('/receivers', 'lost', {}), 201)
    // As if the service had stopped before it stored the response.
    await runSql(sandbox.sandcard.service.config.database, "update idempotency set answer = ''")
    await call('POST', `${CONTROL}/snapshots`, { name: 'x' })
    bodyOf(await call('POST', `${CONTROL}/snapshots/x/restore`), 200)
    const refused = bodyOf<ProblemShape>(await send('/receivers', 'lost', {}), 503)
    assert.equal(refused.code, 'outcome-unknown')
  })

  test('creates one project, which a repeated request returns while it exists', async () => {
    const create = (key: string, body?: object): Promise<Answer> =>
      sandbox.call('POST', `${CONTROL}/projects`, {
        headers: { 'idempotency-key': key },
        ...(body && { body }),
      })
    const made = await Promise.all([1, 2, 3].map(() => create('ci', { name: 'ci' })))
    const projects = made.map((answer) => bodyOf<ProjectShape>(answer, 201))
    const [first] = projects
    assert.ok(first)
    for (const each of projects) assert.deepEqual(each, first)
    const again = await create('ci', { name: 'ci' })
    assert.deepEqual([again.json, isReplayed(again)], [first, true])
    for (const body of [{ name: 'other' }, undefined])
      assert.equal(bodyOf<ProblemShape>(await create('ci', body), 422).code, 'idempotency-mismatch')
    const seeded = bodyOf<ProjectShape>(await create('seeded', { seed: 7 }), 201)
    assert.deepEqual((await create('seeded', { seed: 7 })).json, seeded)
    const { items } = bodyOf<{ items: { name: string }[] }>(
      await sandbox.call('GET', `${CONTROL}/projects`),
      200,
    )
    assert.equal(items.filter(({ name }) => name === 'ci').length, 1)
    call = projectCall(sandbox, first.interfaceB.apiKey)
    bodyOf(await call('DELETE', `${CONTROL}/project`), 200)
    assert.notEqual(bodyOf<ProjectShape>(await create('ci', { name: 'ci' }), 201).id, first.id)
  })
})
