// Everything that a project's interfaces return about its data, as text: two projects, or two
// moments of one, can be compared byte for byte. The clock is frozen in the meantime.

import assert from 'node:assert/strict'
import { operations } from '../../src/api/control/plugin.ts'
import type { Project } from '../../src/engine/directory.ts'
import { projectCall } from './control.ts'
import { PREFIX } from './issuer-v1.ts'
import type { Sandbox } from './sandbox.ts'

interface Item {
  readonly id: string
}

/** Not data of the project: credentials, people, the operator's lists, requests, streams. */
const LEFT_OUT = new Set([
  'listProjects',
  'getProject',
  'listCredentials',
  'listRsaKeys',
  'listSnapshots',
  'listMembers',
  'listAuditLog',
  'search',
  'exportProject',
  'listRequests',
  'countRequests',
  'streamEvents',
])

const PREFIX_OF_CONTROL = '/control/v1'

/** The responses of every reading operation by their path. */
export async function projectReads(
  sandbox: Sandbox,
  project: Project,
): Promise<ReadonlyMap<string, string>> {
  const { interfaceA, interfaceB, interfaceC } = project.secrets
  const call = projectCall(sandbox, interfaceB.apiKey)
  const responses = new Map<string, string>()
  const note = (name: string, { status, text }: { status: number; text: string }): void => {
    // Of a frozen clock, this is the distance to real time.
    responses.set(name, `${status} ${text.replace(/"offsetMs":-?\d+/, '')}`)
  }
  const get = async (path: string): Promise<unknown> => {
    const answer = await call('GET', path)
    note(path, answer)
    return answer.json
  }
  for (const { name, method, path } of operations)
    if (method === 'GET' && !path.includes(':') && !LEFT_OUT.has(name))
      await get(`${PREFIX_OF_CONTROL}${path}`)
  const idsOf = async (path: string): Promise<string[]> =>
    ((await get(`${PREFIX_OF_CONTROL}${path}?limit=200`)) as { items: Item[] }).items.map(
      ({ id }) => id,
    )
  for (const id of await idsOf('/cards')) {
    for (const as of 'ABC') await get(`${PREFIX_OF_CONTROL}/cards/${id}/transactions?as=${as}`)
    await get(`/v2/cards/${id}`)
    const authorization = `Basic ${Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')}`
    const cardIdentification = { cardId: id }
    for (const [operation, body] of [
      ['getCardData', {}],
      ['getCardLimits', {}],
      ['getTransactions', { period: { start: '2020-01-01', end: '2039-12-31' } }],
    ] as const)
      note(
        `${operation} ${id}`,
        await sandbox.call('POST', `${PREFIX}/${operation}`, {
          headers: { authorization },
          body: { cardIdentification, ...body },
        }),
      )
  }
  for (const id of await idsOf('/cardholders')) await get(`/v2/cardholders/${id}`)
  await idsOf('/entries')
  await idsOf('/callbacks')
  for (const id of await idsOf('/orders')) {
    const form = new URLSearchParams({
      userName: interfaceC.userName,
      password: interfaceC.password,
      orderId: id,
    })
    note(
      `getOrderStatusExtended.do ${id}`,
      await sandbox.call('POST', '/payment/rest/getOrderStatusExtended.do', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      }),
    )
    await get(`${PREFIX_OF_CONTROL}/orders/${id}`)
  }
  return responses
}

/** Responses with callbacks and keys: a copy does not send the original's waiting callbacks. */
export const OF_CALLBACKS = /callback|clock\/preview|v1\/orders\/./

/** Fails with the paths of the responses that differ. */
export function assertSameReads(
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  except = /^$/,
): void {
  const all = new Set([...expected.keys(), ...actual.keys()])
  const paths = [...all].filter((path) => !except.test(path))
  const differing = paths.filter((path) => actual.get(path) !== expected.get(path))
  const [first] = differing
  if (first === undefined) return
  assert.equal(actual.get(first), expected.get(first), `these differ: ${differing.join(' ')}`)
}
