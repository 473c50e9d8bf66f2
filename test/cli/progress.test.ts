// The progress bars of long work, on a terminal and without one.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { reportingSend } from '../../src/cli/reporting-send.ts'
import { percentBar } from '../../src/cli/terminal.ts'
import { connect, type SandboxProject } from '../../src/client/connect.ts'
import { type CommandResult, runCommand } from '../kit/command.ts'
import { oneDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

test('A bar shows the share of completed steps', () => {
  for (const [done, total, expected] of [
    [0, 12, `Checking [${' '.repeat(30)}] 0%`],
    [5, 12, `Checking [${'='.repeat(13)}${' '.repeat(17)}] 41%`],
    [12, 12, `Checking [${'='.repeat(30)}] 100%`],
    [0, 0, `Checking [${'='.repeat(30)}] 100%`],
  ] as const)
    assert.equal(percentBar('Checking', done, total), expected)
})

/** A service that answers by `listener`, until the test ends. */
async function startService(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

for (const [name, headers, total] of [
  ['A response with a length reports its total', { 'content-length': '8' }, 8],
  ['A response without a length reports only the bytes received', {}, undefined],
] as const)
  test(name, async (t) => {
    const half = Promise.withResolvers<void>()
    const url = await startService(t, (_request, response) => {
      // The parts of the euro sign are in different chunks.
      const bytes = Buffer.from('12€345')
      response.writeHead(200, headers).write(bytes.subarray(0, 4))
      void half.promise.then(() => response.end(bytes.subarray(4)))
    })
    const reports: (readonly [number, number | undefined])[] = []
    const send = reportingSend((done, all) => {
      reports.push([done, all])
      half.resolve()
    })
    const { status, text } = await send(url, { method: 'GET', headers: {} })
    assert.deepEqual([status, text], [200, '12€345'])
    assert.deepEqual(reports[0], [4, total])
    assert.deepEqual(reports.at(-1), [8, total])
  })

describe('The progress of a command', { concurrency: 4 }, () => {
  let sandbox: Sandbox
  let project: SandboxProject
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-progress-'))
  const large = join(folder, 'large')
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    project = await connect(sandbox.url).project()
    writeFileSync(large, `${'x'.repeat(199_920)}\n{"rows":1234,"sha256":"ab"}\n`)
    await project.control.createSnapshot({ name: 'ready' })
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await sandbox.close()
  })

  const newProject = async () => ({
    SANDCARD_KEY: (await connect(sandbox.url).project()).interfaceB.apiKey,
  })
  const run = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> =>
    runCommand(args, {
      env: { SANDCARD_URL: sandbox.url, SANDCARD_KEY: project.interfaceB.apiKey, ...env },
    })
  /** Runs a command whose standard error is a terminal, and returns the lines shown on it. */
  const onTerminal = async (args: readonly string[], env: Record<string, string> = {}) => {
    const terminal = '--import=data:text/javascript,process.stderr.isTTY=true'
    const result = await run(args, { NODE_OPTIONS: terminal, ...env })
    return { ...result, shown: result.stderr.split('\r\u{1b}[2K') }
  }
  const sharesIn = (shown: readonly string[]): readonly string[] =>
    shown.flatMap((line) => /\] (\d+% of .*)$/.exec(line)?.[1] ?? [])

  test('an import shows the rows and the share of the file that has been sent', async () => {
    const { code, shown } = await onTerminal(['snapshot', 'import', large])
    assert.deepEqual(
      sharesIn(shown),
      ['32', '65', '98'].map((share) => `${share}% of 200 kB`),
    )
    assert.ok(shown.some((line) => line.startsWith(`Importing ${large} (1234 rows) [`)))
    assert.match(shown.at(-1) ?? '', /^sandcard: .*\(snapshot-file-invalid\)\n$/)
    assert.equal(code, 4)
  })

  test('a wrong key and an unreachable service fail in the same way on a terminal', async () => {
    const wrong = [{ SANDCARD_KEY: 'wrong' }, { SANDCARD_URL: 'http://127.0.0.1:2' }]
    const import_ = ['snapshot', 'import', large]
    for (const env of wrong) {
      const [{ code, shown }, elsewhere] = await Promise.all([
        onTerminal(import_, env),
        run(import_, env),
      ])
      assert.deepEqual([code, shown.at(-1)], [elsewhere.code, elsewhere.stderr])
    }
  })

  test('an export shows its size so far, and an import reads what it wrote', async () => {
    const file = join(folder, 'exported')
    const { stdout, shown } = await onTerminal(['snapshot', 'export', 'ready', '-o', file])
    const { size } = statSync(file)
    assert.equal(stdout, `${file}: ${size} bytes.\n`)
    const received = shown.filter((line) => line.includes(`] ${Math.ceil(size / 1000)} kB, `))
    assert.ok(received.length > 0, JSON.stringify(shown))
    assert.deepEqual([sharesIn(shown), shown.at(-1)], [[], ''])
    const imported = await onTerminal(['snapshot', 'import', file, '--name', 'copy'])
    assert.match(imported.stdout, /^copy /m)
    assert.equal(imported.shown.at(-1), '')
    assert.match(readFileSync(file, 'utf8'), /^\{"format":"sandcard-snapshot"/)
  })

  test('the progress bar of sample data shows how much of the week has been added', async (t) => {
    const days = [0, 4, 6]
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const url = await startService(t, (request, response) => {
      const answer = (value: unknown): unknown => response.end(JSON.stringify(value))
      if (request.url === '/control/v1/project') return answer(project)
      if (request.method === 'POST')
        return end.then(() => answer({ seed: 1, cards: 8, orderNumberPrefix: 'S1-' }))
      const day = days.shift()
      // The bar has shown the days that were read before.
      if (day === undefined) resolve()
      return answer({ now: new Date(Date.UTC(2027, 0, 1 + (day ?? 7))), frozen: false })
    })
    const { code, stdout, shown } = await onTerminal(['seed'], { SANDCARD_URL: url })
    assert.equal(code, 0, shown.at(-1) ?? '')
    assert.match(stdout, /^added .*8 cards/m)
    assert.deepEqual(sharesIn(shown), ['57% of 7 days', '85% of 7 days'])
  })

  test('a file of fixtures shows the share that has been sent', async () => {
    const fixtures = join(folder, 'fixtures.json')
    writeFileSync(fixtures, `${' '.repeat(100_000)}{"cardholders": []}`)
    const { code, shown } = await onTerminal(['seed', fixtures], await newProject())
    assert.deepEqual([code, sharesIn(shown)], [0, ['65% of 101 kB']])
  })

  test('no progress bar is shown without a terminal', async () => {
    const file = join(folder, 'plain')
    const exported = await run(['snapshot', 'export', 'ready', '-o', file])
    const results = [
      exported,
      await run(['snapshot', 'import', file, '--name', 'plain']),
      await run(['seed'], await newProject()),
    ]
    assert.deepEqual(
      results.map(({ code, stderr }) => [code, stderr]),
      results.map(() => [0, '']),
    )
  })
})
