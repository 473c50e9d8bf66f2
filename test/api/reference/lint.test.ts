// An OpenAPI linter reports no problem in any document.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { oneDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const REDOCLY = fileURLToPath(
  new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
)
const DOCUMENTS = ['openapi', 'openapi/a', 'openapi/b', 'openapi/c', 'openapi/control']
/** Disables the linter's telemetry and update checks. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number }
  readonly problems: readonly unknown[]
}

describe('The documents of the reference', () => {
  let sandbox: Sandbox
  let folder: string
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    folder = await mkdtemp(join(tmpdir(), 'sandcard-openapi-'))
  })
  after(async () => {
    await sandbox.close()
    await rm(folder, { recursive: true })
  })

  test('pass the linter without an error or a warning', async () => {
    const files = await Promise.all(
      DOCUMENTS.map(async (name) => {
        const answer = await sandbox.call('GET', `/${name}.json`)
        assert.equal(answer.status, 200, name)
        const file = join(folder, `${name.replace('/', '-')}.json`)
        await writeFile(file, answer.text)
        return file
      }),
    )
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, 'lint', '--extends', 'recommended', '--format', 'json', ...files],
      { cwd: folder, env: { ...process.env, ...OFFLINE }, maxBuffer: 2 ** 26 },
    )
    const reports = stdout.split(/(?<=^\})\s*(?=\{)/m).map((json) => JSON.parse(json) as Report)
    assert.equal(reports.length, DOCUMENTS.length)
    for (const { totals, problems } of reports) {
      assert.deepEqual(problems, [])
      assert.deepEqual([totals.errors, totals.warnings], [0, 0])
    }
  })
})
