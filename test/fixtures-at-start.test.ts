// Fixtures at startup: they fill the demo project once.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EXAMPLE_FIXTURES } from '../src/api/control/fixtures/fixtures.ts'
import { configOf } from '../src/config.ts'
import { startService } from '../src/start.ts'
import { bodyOf, projectCall } from './kit/control.ts'
import { onEveryDatabase } from './kit/databases.ts'
import { HttpClient } from './kit/http.ts'
import { SandcardProcess } from './kit/process.ts'
import { serviceLog } from './kit/service-log.ts'

const FIXTURES = { orders: [{ number: 'first', amount: 100, status: 'deposited' }] }
const MISTAKEN = '{\n  "orders": [\n    { "amount": 5, "card": "none", "status": "held" }\n  ]\n}'
const FILE = 'sandcard.config.json'

onEveryDatabase('Fixtures at startup', (database) => {
  test('fill the demo project while it has no records', async () => {
    const opened = await database.openMigrated()
    const settings = {
      database: opened.url,
      port: 0,
      secret: 'a secret of this test',
      logLevel: 'error',
    }
    let samples = 0
    /** The numbers of the orders after a start. */
    const started = async (fixtures: object, reset = false): Promise<string[]> => {
      const config = configOf({ ...settings, logLevel: 'error', fixtures })
      const sandcard = await startService(config, { logs: serviceLog })
      const client = new HttpClient(sandcard.url)
      const call = projectCall(client, 'demo-api-key')
      try {
        const orders = await call('GET', '/control/v1/orders')
        const callbacks = bodyOf<{ items: { sample: boolean }[] }>(
          await call('GET', '/control/v1/callbacks'),
          200,
        )
        assert.ok(callbacks.items.every(({ sample }) => sample))
        samples += callbacks.items.length
        if (reset) bodyOf(await call('POST', '/control/v1/reset'), 200)
        return bodyOf<{ items: { number: string }[] }>(orders, 200).items.map(
          ({ number }) => number,
        )
      } finally {
        client.close()
        await sandcard.close()
      }
    }
    const mistaken = { orders: [{ amount: 1 }, { amount: 0 }] }
    await assert.rejects(started(mistaken), {
      name: 'ConfigError',
      message: /^the fixtures: \/orders\/1\/amount .*line 7, column 17\).*Nothing was changed/,
    })
    assert.deepEqual(await started(FIXTURES), ['first'])
    assert.ok(samples > 0)
    assert.deepEqual(await started({ orders: [{ number: 'second', amount: 1 }] }, true), ['first'])
    assert.deepEqual(await started({ orders: [{ number: 'third', amount: 1 }] }), ['third'])
    await opened.drop()
  })
})

describe('The command', () => {
  test('applies sandcard.config.json of its working directory', async () => {
    const process = new SandcardProcess({ DATABASE_URL: 'sqlite::memory:' }, [], undefined, [], {
      [FILE]: EXAMPLE_FIXTURES,
    })
    const client = new HttpClient(await process.ready())
    const call = projectCall(client, 'demo-api-key')
    const cards = bodyOf<{ items: unknown[] }>(await call('GET', '/control/v1/cards'), 200)
    assert.equal(cards.items.length, 1)
    client.close()
    await process.stop('SIGTERM')
  })

  test('exits with code 2 and names the file, line and column of a mistake', async () => {
    const rows: [string[], Record<string, string>, RegExp][] = [
      [
        ['--config', 'x.json'],
        { 'x.json': MISTAKEN },
        /x\.json: \/orders\/0\/card .*line 3, column 28/,
      ],
      [[], { [FILE]: '{ "orders": [,] }' }, /sandcard\.config\.json: .*line 1, column 14/],
      [['--config', 'missing.json'], {}, /Cannot read the fixtures .*missing\.json/],
      [
        ['--config', 'x.json', '--mode', 'hosted', '--public-url', 'https://x.example'],
        {},
        /--config fills the demo project/,
      ],
    ]
    for (const [args, files, reason] of rows) {
      const database = { DATABASE_URL: 'sqlite::memory:' }
      const exit = await new SandcardProcess(database, args, undefined, [], files).exited()
      assert.equal(exit.code, 2, exit.stderr)
      assert.match(exit.stderr, /^sandcard: [^\n]+\n$/)
      assert.match(exit.stderr, reason)
      assert.equal(exit.stdout, '')
    }
  })
})
