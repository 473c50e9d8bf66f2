// The fixtures of test frameworks. The packed modules run in the frameworks; see
// `scripts/pack-check.mjs`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workerService } from '../src/fixtures.ts'

test('An undefined setting of a fixture means its default: in memory, on a free port', async () => {
  const settings = JSON.parse('{}') as { database: string; port: number }
  const { database, port } = settings
  const urls: string[] = []
  const start = workerService({ database, port, logLevel: 'silent' })
  await start({}, async (one) => {
    urls.push(one.url)
    // Both would use the same file and port otherwise.
    await start({}, (other) => {
      urls.push(other.url)
      return Promise.resolve()
    })
  })
  assert.equal(new Set(urls).size, 2)
})
