// Unknown paths return 404 and unknown methods return 405 with `Allow`, for every route, in the
// format of the API or the pages.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { databases } from '../../../kit/databases.ts'
import type { Answer } from '../../../kit/http.ts'
import { type Sandbox, startSandbox } from '../../../kit/sandbox.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The error of a response, in the format of its area. */
const member =
  (name: string) =>
  ({ json }: Answer): unknown =>
    (json as Readonly<Record<string, unknown>> | undefined)?.[name]
const mediaType = ({ headers }: Answer): unknown => String(headers['content-type']).split(';')[0]

interface Area {
  readonly prefix: string
  readonly errorOf: (answer: Answer) => unknown
  readonly unknown: string
  readonly wrongMethod: string
}

/** The longest matching prefix applies. */
// prettier-ignore
const AREAS: readonly Area[] = [
  { prefix: '/v1/apigate/ws/rest/', errorOf: member('errorCode'), unknown: '1003',              wrongMethod: '1004' },
  { prefix: '/v2/',                 errorOf: member('code'),      unknown: 'not-found',         wrongMethod: 'method-not-allowed' },
  { prefix: '/control/v1/',         errorOf: member('code'),      unknown: 'not-found',         wrongMethod: 'method-not-allowed' },
  { prefix: '/payment/acs/',        errorOf: mediaType,           unknown: 'text/html',         wrongMethod: 'text/html' },
  { prefix: '/payment/merchants/',  errorOf: mediaType,           unknown: 'text/html',         wrongMethod: 'text/html' },
  { prefix: '/payment/',            errorOf: member('code'),      unknown: 'unknown-operation', wrongMethod: 'method-not-allowed' },
  { prefix: '/',                    errorOf: member('code'),      unknown: 'not-found',         wrongMethod: 'method-not-allowed' },
]

function areaOf(path: string): Area {
  const area = AREAS.find(({ prefix }) => path.startsWith(prefix))
  assert.ok(area, path)
  return area
}

const headers = { authorization: `Basic ${btoa('demo:demo-password')}` }

test('Requests without a route', async (context) => {
  const [database] = databases
  assert.ok(database)
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
    // The first request to the portal adds its routes.
    await sandbox.call('GET', '/')
  })
  after(() => sandbox.close())

  await context.test(
    'a method that a path does not support returns 405 with the supported ones',
    async () => {
      const { allowedMethods } = sandbox.sandcard.app
      const { all } = allowedMethods
      for (const { prefix } of AREAS)
        assert.ok(all.some(([path]) => areaOf(path).prefix === prefix))
      for (const [pattern, methods] of all) {
        const path = pattern.replaceAll(/:\w+|\*/g, 'x')
        // More than one route may match a path.
        const known = allowedMethods.allowed(path)
        const method = METHODS.find((each) => !known.includes(each))
        assert.ok(method, pattern)
        const answer = await sandbox.call(method, path, { headers })
        const { errorOf, wrongMethod } = areaOf(path)
        const title = `${method} ${path}: ${answer.text.slice(0, 200)}`
        assert.deepEqual([answer.status, errorOf(answer)], [405, wrongMethod], title)
        const allowed = String(answer.headers['allow']).split(', ')
        for (const each of methods) assert.ok(allowed.includes(each), `${title} ${String(allowed)}`)
        assert.ok(!allowed.includes(method), title)
      }
    },
  )

  for (const { prefix, errorOf, unknown } of AREAS)
    await context.test(`an unknown path returns 404: ${prefix}`, async () => {
      for (const method of METHODS) {
        const answer = await sandbox.call(method, `${prefix}not/served/here`, { headers })
        assert.deepEqual(
          [answer.status, errorOf(answer)],
          [404, unknown],
          `${method} ${answer.text}`,
        )
        assert.equal(answer.headers['allow'], undefined)
      }
    })
})
