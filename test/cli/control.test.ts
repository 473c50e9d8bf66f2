// Commands that control a project, against a running service.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connect, type SandboxProject } from '../../src/client/connect.ts'
import { Receiver } from '../kit/callback-receiver.ts'
import { type CommandResult, runCommand, serviceForCommands } from '../kit/command.ts'
import { oneDatabase } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'

const TOKEN = 'admin-token-of-this-test'

describe('Commands that control a project', { concurrency: 4 }, () => {
  const at = serviceForCommands()

  /** Runs a command for a project and returns its JSON. */
  const json = async (project: SandboxProject, args: string): Promise<Json> => {
    const { code, stdout, stderr } = await run(project, `${args} --json`)
    assert.deepEqual([code, stderr], [0, ''], stdout)
    return JSON.parse(stdout) as Json
  }
  const run = (project: SandboxProject, args: string): Promise<CommandResult> =>
    at.host.run(args.split(' '), {
      SANDCARD_URL: at.sandbox.url,
      SANDCARD_KEY: project.interfaceB.apiKey,
    })
  const newProject = (): Promise<SandboxProject> => connect(at.sandbox.url).project()

  test('the demo project of the service is the default', async () => {
    const { stdout } = await runCommand(['project', '--url', at.sandbox.url])
    assert.match(stdout, /\(demo\)\n.*Basic demo:demo-password/)
  })

  test('a project is created, listed, renamed, reset and deleted', async () => {
    const created = await runCommand([
      'project',
      'create',
      'my ci',
      '--url',
      at.sandbox.url,
      '--json',
    ])
    const { id, name, interfaceB } = JSON.parse(created.stdout) as SandboxProject
    assert.equal(name, 'my ci')
    const env = { SANDCARD_URL: at.sandbox.url, SANDCARD_KEY: interfaceB.apiKey }
    const list = await runCommand(['project', 'list'], { env })
    assert.match(list.stdout, new RegExp(`^${id} +my ci +\\d{4}-`, 'm'))
    const page = await runCommand(['project', 'list', '--limit', '1'], { env })
    assert.match(page.stderr, /^More projects: --cursor \S+\n$/)
    const renamed = await runCommand(['project', 'rename', 'their ci'], { env })
    assert.equal(renamed.stdout, `Project ${id} (my ci) is now their ci.\n`)
    const reset = await runCommand(['project', 'reset'], { env })
    assert.equal(reset.stdout, `Project ${id} (their ci) is empty. Its credentials are kept.\n`)
    const unconfirmed = await runCommand(['project', 'delete'], { env })
    assert.deepEqual([unconfirmed.code, unconfirmed.stdout], [2, ''])
    assert.match(unconfirmed.stderr, /Confirm with --yes/)
    const deleted = await runCommand(['project', 'delete', '--yes'], { env })
    assert.equal(deleted.stdout, `Project ${id} (their ci) is deleted.\n`)
    assert.equal((await runCommand(['project'], { env })).code, 4)
  })

  test('the clock is read, advanced, set, frozen and unfrozen', async () => {
    const project = await newProject()
    const frozen = await json(project, 'clock freeze')
    assert.equal(frozen['frozen'], true)
    const start = Date.parse(String(frozen['now']))
    const advanced = await json(project, 'clock advance PT20M')
    assert.equal(Date.parse(String(advanced['now'])), start + 20 * 60_000)
    assert.equal((await json(project, 'clock set 2040-01-01T00:00:00Z'))['now'], MOMENT)
    const { stdout } = await run(project, 'clock')
    assert.match(
      stdout,
      /^now +2040-01-01T00:00:00\.000Z\nstate +frozen\nahead of real time +\d+ d/,
    )
    assert.equal((await json(project, 'clock unfreeze'))['frozen'], false)
  })

  test('rules are added, listed, previewed and deleted', async () => {
    const project = await newProject()
    const added = await json(
      project,
      'rules add --id low --match panSuffix=1111 --match amountFrom=100 --outcome actionCode=116 --times 2',
    )
    assert.deepEqual(added['match'], { panSuffix: '1111', amountFrom: 100 })
    assert.equal((added['outcome'] as Json)['actionCode'], 116)
    assert.equal(added['times'], 2)
    const { stdout } = await run(project, 'rules list')
    assert.match(stdout, /^1 +low +panSuffix=1111 amountFrom=100 +flow=ssl .*actionCode=116 +2 +0/m)
    assert.match((await run(project, 'rules preview')).stdout, /There are no payments/)
    assert.equal((await run(project, 'rules delete low')).stdout, 'Rule low is deleted.\n')
    assert.match((await run(project, 'rules')).stdout, /There are no outcome rules/)
  })

  test('faults are added, listed, replaced and cleared', async () => {
    const project = await newProject()
    const added = await json(
      project,
      'faults add reset-after-commit --operation register --times 2 --rate 0.5',
    )
    assert.deepEqual(Object.keys(added), ['seed', 'active', 'faults'])
    const { stdout } = await run(project, 'faults')
    assert.match(stdout, /^fault-1 +reset-after-commit +all +register +0\.5 +2 +0 +0\nSeed: \d+/m)
    assert.match((await run(project, 'faults delete fault-1')).stdout, /^There are no faults\.\n$/)
    const limit = await run(project, 'faults set rate-limit --api A --retry-after 2 --seed 7')
    assert.match(limit.stdout, /^\S+ +rate-limit +A +all +1 +all +0 +0\nSeed: 7\n/m)
    const plan = JSON.stringify({ faults: [{ kind: 'latency', ms: 5 }, { kind: 'duplicate' }] })
    const env = { SANDCARD_URL: at.sandbox.url, SANDCARD_KEY: project.interfaceB.apiKey }
    const file = await runCommand(['faults', 'set', '--file', '-'], { env, input: plan })
    assert.match(file.stdout, / latency .*\n.* duplicate /)
    assert.match((await run(project, 'faults clear')).stdout, /^There are no faults\.\n$/)
    const refused = await run(project, 'faults add error --operation registr')
    assert.match(refused.stderr, /^sandcard: --operation is .* register\? \(validation-failed\)\n$/)
    assert.equal(refused.code, 4)
  })

  test('a snapshot is created, listed, restored, copied and deleted', async () => {
    const project = await newProject()
    await run(project, 'trigger card.issued')
    assert.match((await run(project, 'snapshot create ready')).stdout, /^ready +\d{4}-.* 1 +0$/m)
    await run(project, 'trigger card.issued')
    const restored = await run(project, 'snapshot restore ready')
    assert.equal(restored.stdout, 'The project is in the state of ready.\n')
    assert.equal((await project.control.listCards()).items.length, 1)
    const copies = await Promise.all([
      json(project, 'snapshot fork ready'),
      json(project, 'snapshot fork ready copy'),
    ])
    for (const { interfaceB } of copies) {
      const copy = await connect(at.sandbox.url).open((interfaceB as { apiKey: string }).apiKey)
      assert.equal((await copy.control.listCards()).items.length, 1)
    }
    assert.equal(copies[1]['name'], 'copy')
    assert.match((await run(project, 'snapshot')).stdout, /^NAME .*\nready /)
    assert.equal(
      (await run(project, 'snapshot delete ready')).stdout,
      'Snapshot ready is deleted.\n',
    )
    assert.match((await run(project, 'snapshot restore ready')).stderr, /\(snapshot-not-found\)/)
  })

  test('a snapshot is exported to a file and imported by another project', async () => {
    const [project, other] = await Promise.all([newProject(), newProject()])
    const folder = mkdtempSync(join(tmpdir(), 'sandcard-export-'))
    const file = join(folder, 'saved.file')
    try {
      await run(project, 'trigger card.issued')
      await run(project, 'snapshot create ready')
      const exported = await run(project, `snapshot export ready --output ${file}`)
      assert.equal(exported.stdout, `${file}: ${statSync(file).size} bytes.\n`)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      const output = await run(project, 'snapshot export ready --output -')
      assert.equal(output.stdout.split('\n').length, readFileSync(file, 'utf8').split('\n').length)
      assert.equal((await json(other, `snapshot import ${file} --name copy`))['name'], 'copy')
      await run(other, 'snapshot restore copy')
      assert.equal((await other.control.listCards()).items.length, 1)
      writeFileSync(file, readFileSync(file, 'utf8').replace(/\d/, 'x'))
      const damaged = await run(other, `snapshot import ${file}`)
      assert.match(damaged.stderr, /\(snapshot-file-invalid\)\n$/)
      assert.equal(damaged.code, 4)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('seed applies a file or adds sample data, and a wrong file changes nothing', async () => {
    const project = await newProject()
    const env = { SANDCARD_URL: at.sandbox.url, SANDCARD_KEY: project.interfaceB.apiKey }
    const person = { key: 'ann', firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const input = JSON.stringify({
      cardholders: [person],
      cards: [{ key: 'main', cardholder: 'ann', balance: 5000 }],
    })
    const wrong = input.replace('5000', '-1')
    const refused = await runCommand(['seed', '-'], { env, input: wrong })
    const unmade = await runCommand(['seed', '-', '--new'], { env, input: wrong })
    assert.equal(unmade.code, 4)
    const { stdout: projects } = await runCommand(['project', 'list'], { env })
    assert.ok(!projects.includes('Seeded'), 'the project of a refused file is deleted')
    assert.match(refused.stderr, /^sandcard: .*line \d+.*\(fixtures-invalid\)\n$/)
    assert.deepEqual([refused.code, refused.stdout], [4, ''])
    assert.deepEqual((await project.control.listCards()).items, [])
    const applied = await runCommand(['seed', '-'], { env, input })
    assert.match(applied.stdout, /^added +1 cardholder, 1 card, 0 orders, 0 rules\ncard +main +/m)
    assert.equal((await project.control.listCards()).items[0]?.available, 5000)
    const sample = await json(project, 'seed --seed 7')
    assert.deepEqual([sample['seed'], sample['cards']], [7, 8])
  })

  test('an error is a sentence with its code, or the problem with --json', async () => {
    const project = await newProject()
    const backwards = 'clock set 2001-01-01T00:00:00Z'
    const [text, document, pointer, key] = await Promise.all([
      run(project, backwards),
      run(project, `${backwards} --json`),
      run(project, 'clock advance nonsense'),
      runCommand(['clock', '--key', 'wrong', '--url', at.sandbox.url]),
    ])
    assert.deepEqual([text.code, text.stdout], [4, ''])
    assert.match(text.stderr, /^sandcard: .*\. \(clock-backwards\)\n$/)
    const sentences = text.stderr.split(/(?<=\.) /)
    assert.equal(new Set(sentences).size, sentences.length, text.stderr)
    const problem = JSON.parse(document.stdout) as Json
    assert.deepEqual([problem['code'], problem['status']], ['clock-backwards', 422])
    assert.match(
      pointer.stderr,
      /^sandcard: Argument 'duration' must be [^\n]*\. \(validation-failed\)\n$/,
    )
    assert.match(
      key.stderr,
      /Set the API key of a project with --key or SANDCARD_KEY\. \(unauthorized\)/,
    )
    assert.equal(key.code, 4)
  })

  test('hosted mode creates and lists projects with SANDCARD_ADMIN_TOKEN', async () => {
    const hosted = await startSandbox(oneDatabase, {
      config: { mode: 'hosted', adminToken: TOKEN, secret: 'a secret of this test' },
    })
    try {
      const env = { SANDCARD_URL: hosted.url, SANDCARD_ADMIN_TOKEN: TOKEN }
      const results = await Promise.all([
        runCommand(['project', 'create', 'team'], { env }),
        runCommand(['project', 'list'], { env: { ...env, SANDCARD_ADMIN_TOKEN: '' } }),
      ])
      assert.deepEqual(
        results.map(({ code }) => code),
        [0, 4],
      )
      assert.match((await runCommand(['project', 'list'], { env })).stdout, / team /)
    } finally {
      await hosted.close()
    }
  })

  test('hosted mode copies, fills and deletes projects with SANDCARD_ADMIN_TOKEN', async () => {
    const hosted = await startSandbox(oneDatabase, {
      config: { mode: 'hosted', adminToken: TOKEN, secret: 'a secret of this test' },
    })
    try {
      const { interfaceB } = await connect(hosted.url, { adminToken: TOKEN }).project('team')
      const key = { SANDCARD_URL: hosted.url, SANDCARD_KEY: interfaceB.apiKey }
      const env = { ...key, SANDCARD_ADMIN_TOKEN: TOKEN }
      assert.equal((await runCommand(['snapshot', 'create', 'ready'], { env: key })).code, 0)
      for (const args of [
        ['snapshot', 'fork', 'ready'],
        ['snapshot', 'fork', 'ready', 'copy'],
        ['seed', '--new'],
        ['project', 'delete', '--yes'],
      ]) {
        const refused = await runCommand(args, { env: key })
        assert.equal(refused.code, 4, args.join(' '))
        assert.match(refused.stderr, /admin token.* Set SANDCARD_ADMIN_TOKEN\. \([\w-]+\)\n$/)
        const { code, stderr } = await runCommand(args, { env })
        assert.equal(code, 0, stderr)
      }
    } finally {
      await hosted.close()
    }
  })

  test('a server that is not Sandcard is reported as such', async () => {
    const other = await Receiver.open()
    const url = `http://127.0.0.1:${other.port}`
    for (const status of [200, 404]) {
      other.usual = (response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
      const { code, stderr } = await runCommand(['clock', '--url', url])
      assert.match(stderr, new RegExp(`is not a Sandcard service: .* HTTP ${status} without JSON`))
      assert.equal(code, 5)
    }
    await other.close()
  })
})

type Json = Readonly<Record<string, unknown>>

const MOMENT = '2040-01-01T00:00:00.000Z'
