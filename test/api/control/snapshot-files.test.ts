// Snapshot files: exported and imported on any database and service, completely or not at all.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { closedFile } from '../../../src/engine/snapshot-file.ts'
import type { Project } from '../../../src/engine/directory.ts'
import { freezeClock } from '../../kit/clock.ts'
import { bodyOf, issueCard, projectCall, topUp, transfer } from '../../kit/control.ts'
import { databases, onEveryDatabase, type TestDatabase } from '../../kit/databases.ts'
import { merchantOf, START } from '../../kit/merchant.ts'
import { assertSameReads, OF_CALLBACKS, projectReads } from '../../kit/project-reads.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const SNAPSHOTS = '/control/v1/snapshots'
const FILE_TYPE = { 'content-type': 'application/octet-stream' }

interface Saved {
  readonly project: Project
  readonly file: string
}

/** A project with cards, money and orders, and the file of its snapshot. */
async function saved(sandbox: Sandbox, passphrase?: string): Promise<Saved> {
  const project = await sandbox.newProject('source')
  await freezeClock(sandbox.sandcard.service, project, START)
  const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  const [a, b] = [await issueCard(call), await issueCard(call)]
  await topUp(call, a, 5_000)
  await transfer(call, a, b, 1_234)
  const merchant = merchantOf(sandbox, project)
  await merchant.paidOrder({ description: 'Grüße, "quoted"\n€' })
  await merchant.register()
  bodyOf(await call('PATCH', '/control/v1/project', { merchantName: 'Exported' }), 200)
  bodyOf(await call('POST', SNAPSHOTS, { name: 'exported' }), 201)
  return { project, file: await exported(sandbox, project, passphrase) }
}

async function exported(sandbox: Sandbox, project: Project, passphrase?: string): Promise<string> {
  const answer = await sandbox.call('GET', `${SNAPSHOTS}/exported/export`, {
    headers: headersOf(project, passphrase),
  })
  assert.equal(answer.status, 200, answer.text)
  assert.match(String(answer.headers['content-disposition']), /filename="exported.sandcard-/)
  return answer.text
}

const headersOf = ({ secrets }: Project, passphrase?: string) => ({
  'X-API-KEY': secrets.interfaceB.apiKey,
  ...(passphrase !== undefined && { 'Snapshot-Passphrase': passphrase }),
})

const imported = (
  sandbox: Sandbox,
  project: Project,
  file: string,
  {
    query = '',
    passphrase,
    type = FILE_TYPE,
  }: {
    query?: string
    passphrase?: string
    type?: Readonly<Record<string, string>>
  } = {},
) =>
  sandbox.call('POST', `${SNAPSHOTS}/import${query}`, {
    headers: { ...headersOf(project, passphrase), ...type },
    body: file,
  })

/** The file with a correct checksum after a change of its lines. */
function resealed(file: string, change: (lines: string[]) => void): string {
  const lines = file.trimEnd().split('\n')
  const last = JSON.parse(lines.pop() ?? '') as { rows: number }
  change(lines)
  return closedFile(lines, last.rows)
}

const inHead = (file: string, change: (head: Record<string, unknown>) => void): string =>
  resealed(file, (lines) => {
    const head = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    change(head)
    lines[0] = JSON.stringify(head)
  })

/** The file as a version before migration 21, which added the column, wrote it. */
const withoutColumn = (
  file: string,
  { table, column }: { readonly table: string; readonly column: string },
): string =>
  resealed(file, (lines) => {
    const head = JSON.parse(lines[0] ?? '') as {
      schemaVersion: number
      tables: Record<string, string[]>
    }
    const index = head.tables[table]?.indexOf(column) ?? -1
    assert.ok(index >= 0)
    head.schemaVersion = 20
    head.tables[table]?.splice(index, 1)
    lines[0] = JSON.stringify(head)
    for (const [number, line] of lines.entries()) {
      if (number === 0) continue
      const packed = Buffer.from(JSON.parse(line) as string, 'base64')
      const [name, rows] = JSON.parse(inflateRawSync(packed).toString()) as [string, unknown[][]]
      if (name !== table) continue
      for (const row of rows) row.splice(index, 1)
      const text = deflateRawSync(JSON.stringify([name, rows])).toString('base64')
      lines[number] = JSON.stringify(text)
    }
  })

onEveryDatabase('The file of a snapshot', (database) => {
  let sandbox: Sandbox
  let source: Saved
  before(async () => {
    sandbox = await startSandbox(database)
    source = await saved(sandbox)
  })
  after(() => sandbox.close())

  const otherDatabases: readonly TestDatabase[] = databases
  for (const other of otherDatabases)
    test(`restores the same data in another service with another key (${other.name})`, async () => {
      const target = await startSandbox(other, { config: { secret: 'another master key' } })
      try {
        // The project has another number than in the first service.
        for (let n = 0; n < 3; n++) await target.newProject()
        const { project: into } = { project: await target.newProject('target') }
        bodyOf(await imported(target, into, source.file), 201)
        const call = projectCall(target, into.secrets.interfaceB.apiKey)
        bodyOf(await call('POST', `${SNAPSHOTS}/exported/restore`), 200)
        const current = await target.sandcard.service.directory.refresh(into.number)
        assert.ok(current !== undefined)
        const original = await projectReads(sandbox, source.project)
        assertSameReads(await projectReads(target, current), original, OF_CALLBACKS)
        assert.deepEqual(current.secrets.product, into.secrets.product)
        await issueCard(call)
        await merchantOf(target, current).paidOrder()
        assert.equal(
          bodyOf<{ trialBalance: number }>(await call('GET', '/control/v1/ledger'), 200)
            .trialBalance,
          0,
        )
      } finally {
        await target.close()
      }
    })

  test('contains no card number and, with a passphrase, no key', async () => {
    const call = projectCall(sandbox, source.project.secrets.interfaceB.apiKey)
    const { items } = bodyOf<{ items: { id: string }[] }>(
      await call('GET', '/control/v1/cards'),
      200,
    )
    const { number } = bodyOf<{ number: string }>(
      await call('GET', `/v2/cards/${items[0]?.id ?? ''}`),
      200,
    )
    assert.ok(!source.file.includes(number))
    const sealed = await exported(sandbox, source.project, 'correct horse')
    assert.ok(source.file.includes(source.project.secrets.dataKey))
    assert.ok(!sealed.includes(source.project.secrets.dataKey))
    const into = await sandbox.newProject()
    for (const passphrase of [undefined, 'wrong horse']) {
      const refused = await imported(sandbox, into, sealed, { ...(passphrase && { passphrase }) })
      assert.equal(bodyOf<{ code: string }>(refused, 422).code, 'passphrase-required')
    }
    bodyOf(await imported(sandbox, into, sealed, { passphrase: 'correct horse' }), 201)
  })

  test('restores the same data if it is from an earlier version, without newer columns', async () => {
    const into = await sandbox.newProject()
    await freezeClock(sandbox.sandcard.service, into, START)
    const call = projectCall(sandbox, into.secrets.interfaceB.apiKey)
    const older = withoutColumn(source.file, { table: 'callback', column: 'held_back' })
    bodyOf(await imported(sandbox, into, older), 201)
    bodyOf(await call('POST', `${SNAPSHOTS}/exported/restore`), 200)
    const current = await sandbox.sandcard.service.directory.refresh(into.number)
    assert.ok(current !== undefined)
    const original = await projectReads(sandbox, source.project)
    assertSameReads(await projectReads(sandbox, current), original, OF_CALLBACKS)
  })

  test('is accepted with any media type, and under another name', async () => {
    const into = await sandbox.newProject()
    for (const type of ['application/json', 'application/octet-stream', 'text/plain'])
      bodyOf(
        await imported(sandbox, into, source.file, {
          query: `?name=${type.replace('/', '-')}`,
          type: { 'content-type': type },
        }),
        201,
      )
    const named = await imported(sandbox, into, source.file, { query: '?name=4111111111111111' })
    assert.equal(bodyOf<{ name: string }>(named, 201).name, '411111******1111')
    bodyOf(await imported(sandbox, into, source.file), 201)
    const again = await imported(sandbox, into, source.file)
    assert.equal(bodyOf<{ code: string }>(again, 409).code, 'snapshot-exists')
  })

  describe('A damaged or newer file', () => {
    const rows: [string, (file: string) => string, RegExp][] = [
      ['empty', () => ' ', /fewer than two lines/],
      ['another file', () => '{"a":1}\n{"b":2}\n', /not a Sandcard snapshot/],
      ['a list', () => '[]\n[]\n', /not a Sandcard snapshot/],
      ['null', () => 'null\nnull\n', /not a Sandcard snapshot/],
      ['without its end', (file) => file.slice(0, file.length / 2), /end of the file|fewer than/],
      [
        'without its last line',
        (file) => `${file.trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
        /end of the file/,
      ],
      [
        'with a changed letter',
        (file) => file.replace('"Exported', '"Changed').replace('exported', 'exporteD'),
        /checksum/,
      ],
      [
        'of a newer format',
        (file) => inHead(file, (head) => (head['formatVersion'] = 2)),
        /newer version/,
      ],
      [
        'of a newer schema',
        (file) => inHead(file, (head) => (head['schemaVersion'] = 9_999)),
        /newer version/,
      ],
      [
        'without keys',
        (file) => inHead(file, (head) => (head['secrets'] = { open: '{}' })),
        /no keys/,
      ],
      [
        'with an invalid name',
        (file) => inHead(file, (head) => (head['name'] = '<b>')),
        /first line/,
      ],
      [
        'with an unknown column',
        (file) => inHead(file, (head) => ((head['tables'] as { card: string[] }).card[0] = 'nope')),
        /unknown column/,
      ],
      [
        'without a table',
        (file) => inHead(file, (head) => delete (head['tables'] as { card?: unknown }).card),
        /unknown table/,
      ],
      [
        'with invalid settings',
        (file) =>
          inHead(file, (head) => ((head['dataset'] as { settings: string }).settings = '{')),
        /settings/,
      ],
      [
        'without a line',
        (file) => resealed(file, (lines) => lines.pop()),
        /too few or too many rows/,
      ],
      [
        'with a line twice',
        (file) => resealed(file, (lines) => lines.push(lines[1] ?? '')),
        /refuses a row|too many/,
      ],
      [
        'with a line that does not contain rows',
        (file) => resealed(file, (lines) => (lines[2] = '"AAAA"')),
        /decompressed/,
      ],
      ['with a line of JSON', (file) => resealed(file, (lines) => (lines[2] = '{}')), /no rows/],
    ]
    for (const [title, damage, expected] of rows)
      test(`is refused and changes nothing: ${title}`, async () => {
        const into = await sandbox.newProject()
        const answer = await imported(sandbox, into, damage(source.file))
        const { code, detail } = bodyOf<{ code: string; detail: string }>(answer, 422)
        assert.equal(code, 'snapshot-file-invalid')
        assert.match(detail, expected)
        const call = projectCall(sandbox, into.secrets.interfaceB.apiKey)
        assert.deepEqual(bodyOf<{ items: [] }>(await call('GET', SNAPSHOTS), 200).items, [])
      })
  })
})
