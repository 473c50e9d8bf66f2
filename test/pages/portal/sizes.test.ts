// The size of the portal's pages: each one compressed, and all of their scripts. The benchmark
// measures the same with many orders.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { oneDatabase } from '../../kit/databases.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { newMerchant } from '../../kit/merchant.ts'
import { newestThings, portalPages } from '../../kit/portal-pages.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type OpenApi, operationsOf } from '../../api/reference/examples.ts'

const PAGE_BYTES_MAX = 60_000
const SCRIPTS_BYTES_MAX = 40_000
const ASSETS = new URL('../../../src/web/assets/', import.meta.url)
/** More than a list shows at a time. */
const ORDERS = 60

describe('The size of the portal', () => {
  let sandbox: Sandbox
  let pages: readonly string[]
  let base: string
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    const merchant = await newMerchant(sandbox)
    const { apiKey } = merchant.project.secrets.interfaceB
    const call = projectCall(sandbox, apiKey)
    await topUp(call, await issueCard(call), 5000)
    await merchant.paidOrder()
    for (let made = 1; made < ORDERS; made++) await merchant.register()
    base = `/p/${merchant.project.id}`
    const things = await newestThings(sandbox.url, apiKey)
    const document = (await sandbox.call('GET', '/openapi.json')).json as OpenApi
    const ofOperations = operationsOf(document).map(
      ({ operation }) =>
        `/docs/${operation.tags?.[0]?.replace('Interface ', '').toLowerCase()}/${operation.operationId}`,
    )
    pages = ['', ...portalPages(things).map((page) => base + page)].concat(
      ofOperations.map((page) => base + page),
    )
  })
  after(() => sandbox.close())

  const read = async (path: string): Promise<string> => {
    const { status, text } = await sandbox.call('GET', path === '' ? '/' : path)
    assert.equal(status, 200, path)
    return text
  }

  test('is at most 60 kB for every page, compressed', async () => {
    for (const page of pages) {
      const bytes = gzipSync(await read(page)).length
      assert.ok(bytes < PAGE_BYTES_MAX, `${page}: ${bytes} bytes`)
    }
  })

  test('is at most 40 kB for all scripts together, compressed', () => {
    const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
    assert.ok(scripts.length >= 5, scripts.join())
    const bytes = scripts
      .map((name) => gzipSync(readFileSync(new URL(name, ASSETS))).length)
      .reduce((sum, each) => sum + each, 0)
    assert.ok(bytes < SCRIPTS_BYTES_MAX, `${bytes} bytes`)
  })
})
