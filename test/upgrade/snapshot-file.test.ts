// Snapshot files that earlier versions wrote: every later version imports them.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { closedFile } from '../../src/engine/snapshot-file.ts'
import { bodyOf, type ProjectCall, projectCall } from '../kit/control.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

const FOLDER = new URL('recorded/', import.meta.url)
const FILES = readdirSync(FOLDER).filter((name) => /^snapshot-\d+\.jsonl$/.test(name))

/** The file with the decision requests as versions before migration 29 stored them. */
function beforeSubjects(file: string): string {
  const lines = file.trimEnd().split('\n')
  const { rows: count } = JSON.parse(lines.pop() ?? '') as { rows: number }
  const head = JSON.parse(lines[0] ?? '') as {
    schemaVersion: number
    tables: Record<string, string[]>
  }
  const columns = head.tables['real_time_decision'] ?? assert.fail('no table of decisions')
  const index = columns.indexOf('subject')
  head.schemaVersion = 28
  head.tables['real_time_decision'] = [...columns.with(index, 'input'), 'verdict']
  const changed = lines.slice(1).map((line) => {
    const packed = Buffer.from(JSON.parse(line) as string, 'base64')
    const [name, rows] = JSON.parse(inflateRawSync(packed).toString()) as [string, unknown[][]]
    if (name !== 'real_time_decision') return line
    const older = rows.map((row) => {
      const { authorise, verdict } = JSON.parse(String(row[index])) as Record<string, unknown>
      return [...row.with(index, JSON.stringify(authorise)), JSON.stringify(verdict)]
    })
    return JSON.stringify(deflateRawSync(JSON.stringify([name, older])).toString('base64'))
  })
  return closedFile([JSON.stringify(head), ...changed], count)
}

onEveryDatabase('A snapshot file of an earlier version', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  async function imported(file: string): Promise<ProjectCall> {
    const { secrets } = await sandbox.newProject()
    const call = projectCall(sandbox, secrets.interfaceB.apiKey)
    const answer = await sandbox.call('POST', '/control/v1/snapshots/import', {
      headers: {
        'X-API-KEY': secrets.interfaceB.apiKey,
        'content-type': 'application/octet-stream',
      },
      body: file,
    })
    bodyOf(answer, 201)
    bodyOf(await call('POST', '/control/v1/snapshots/kept/restore'), 200)
    return call
  }

  /** The story of the recorded files, as every version has to read it. */
  async function assertStory(call: ProjectCall): Promise<void> {
    const read = async (path: string) =>
      bodyOf<{ items: Record<string, unknown>[] }>(await call('GET', `/control/v1${path}`), 200)
        .items
    const [card] = await read('/cards')
    assert.deepEqual(
      [card?.['embossedName'], card?.['status'], card?.['available']],
      ['ANN DOE', 'active', 8800],
    )
    const orders = await read('/orders')
    assert.deepEqual(
      orders.map(({ number, status }) => [number, status]),
      [
        ['open', 'registered'],
        ['paid', 'deposited'],
      ],
    )
    const authorisations = await read('/authorisations')
    assert.deepEqual(
      authorisations.map(({ status, amount, held }) => [status, amount, held]),
      [
        ['pending', 500, 500],
        ['declined', 700, 0],
        ['pending', 700, 700],
      ],
    )
    const decisions = await read('/real-time-decisions')
    assert.deepEqual(
      decisions.map(({ state }) => state),
      ['declined', 'approved'],
    )
    const ledger = bodyOf<{ trialBalance: number }>(await call('GET', '/control/v1/ledger'), 200)
    assert.equal(ledger.trialBalance, 0)
    const [rule] = await read('/outcome-rules')
    assert.equal(rule?.['id'], 'late')
  }

  for (const name of FILES)
    test(`${name} is imported and restored`, async () => {
      await assertStory(await imported(readFileSync(new URL(name, FOLDER), 'utf8')))
    })

  test('a file from before a renamed column is imported and restored', async () => {
    const file = readFileSync(new URL('snapshot-30.jsonl', FOLDER), 'utf8')
    await assertStory(await imported(beforeSubjects(file)))
  })
})
