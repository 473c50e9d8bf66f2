// The data of a project: isolated, exported completely, and deleted with it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newMerchant } from '../../kit/merchant.ts'
import { runSql } from '../../kit/sql.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  projectCall,
  createProject,
  bodyOf,
  issueCard,
  type ProblemShape,
  topUp,
} from '../../kit/control.ts'

onEveryDatabase('The data of a project', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('is only visible to its project, even if a hundred work concurrently', async (context) => {
    const count = 100
    const start = performance.now()
    const projects = await Promise.all(
      Array.from({ length: count }, (_, index) => createProject(sandbox, `project ${index}`)),
    )
    const milliseconds = performance.now() - start
    context.diagnostic(`${(milliseconds / count).toFixed(2)} ms per project`)
    assert.equal(new Set(projects.map(({ interfaceB }) => interfaceB.apiKey)).size, count)
    await Promise.all(
      projects.map(async ({ interfaceB }, index) => {
        const call = projectCall(sandbox, interfaceB.apiKey)
        const card = await issueCard(call)
        assert.equal(card.id, '100000000001')
        bodyOf(await topUp(call, card, index + 1), 201)
        if (index % 2 === 0) await issueCard(call)
      }),
    )
    await Promise.all(
      projects.map(async ({ interfaceB }, index) => {
        const call = projectCall(sandbox, interfaceB.apiKey)
        const card = bodyOf<{ account: { balance: number } }>(
          await call('GET', '/v2/cards/100000000001'),
          200,
        )
        assert.equal(card.account.balance, index + 1)
        // The second card exists in every other project, so the response must be the same as for a
        // card that exists nowhere.
        if (index % 2 === 0) return
        const [foreign, unknown] = await Promise.all(
          ['100000000002', '100000000999'].map((id) => call('GET', `/v2/cards/${id}`)),
        )
        assert.deepEqual(
          withoutRequest(bodyOf<ProblemShape>(foreign ?? assert.fail(), 404)),
          withoutRequest(bodyOf<ProblemShape>(unknown ?? assert.fail(), 404)),
        )
      }),
    )
  })

  test('is exported completely, without secrets and card numbers', async () => {
    const merchant = await newMerchant(sandbox)
    const { project } = merchant
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const cards = [await issueCard(call), await issueCard(call)]
    const [first] = cards
    assert.ok(first)
    bodyOf(await topUp(call, first, 5_000), 201)
    await merchant.paidOrder({ clientId: 'ann', features: 'FORCE_CREATE_BINDING' })
    await runSql(
      sandbox.sandcard.service.config.database,
      manyRows('account', project.datasetId, PAGED_ROWS),
    )
    const { status, text, headers } = await call('GET', '/control/v1/export')
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^application\/json/)
    const exported = JSON.parse(text) as Record<string, unknown>
    const counts = Object.fromEntries(
      Object.entries(exported).flatMap(([name, each]) =>
        Array.isArray(each) ? [[name, each.length]] : [],
      ),
    )
    const { accounts, bindings, callbacks, ...others } = counts
    assert.deepEqual(others, {
      cardholders: 2,
      cards: 2,
      cardNumbers: 2,
      cardUsages: 2,
      entries: 2,
      orders: 1,
      authorisations: 0,
      realTimeDecisions: 0,
      webhooks: 0,
      webhookDeliveries: 0,
      faults: 0,
    })
    assert.ok(Number(accounts) > PAGED_ROWS && Number(bindings) > 0 && Number(callbacks) > 0)
    const ids = (exported['accounts'] as { id: number }[]).map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    const { dataKey, interfaceA, interfaceB, interfaceC } = project.secrets
    const { callbackKey, password, token } = interfaceC
    const secrets = [dataKey, interfaceA.password, interfaceB.apiKey, callbackKey, password, token]
    for (const secret of [...secrets, ...cards.map(({ number }) => number), TEST_CARDS.approved])
      assert.ok(!text.includes(secret), secret)
    assert.doesNotMatch(text, /"(hash|sealed|pinHash)"/)
    const fresh = projectCall(sandbox, (await sandbox.newProject()).secrets.interfaceB.apiKey)
    assert.match((await fresh('GET', '/control/v1/export')).text, /^"orders":\[\]/m)
  })

  test('disappears when the project is deleted, without any effect on other projects', async () => {
    const merchant = await newMerchant(sandbox)
    const other = await createProject(sandbox)
    const { project } = merchant
    await merchant.paidOrder()
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    bodyOf(await call('DELETE', '/control/v1/project'), 200)
    assert.equal((await call('GET', '/control/v1/project')).status, 401)
    const { errorCode } = await merchant.callOk('getOrderStatusExtended', { orderId: project.id })
    assert.equal(String(errorCode), '5')
    assert.equal((await sandbox.call('GET', `/p/${project.id}/orders`)).status, 404)
    const [dataset] = await runSql(
      sandbox.sandcard.service.config.database,
      `select retired from dataset where project_id = ${project.datasetId}`,
    )
    assert.equal(Number(dataset?.['retired']), 1, 'housekeeping removes what is retired')
    bodyOf(await projectCall(sandbox, other.interfaceB.apiKey)('GET', '/control/v1/project'), 200)
    const refused = await projectCall(sandbox, 'demo-api-key')('DELETE', '/control/v1/project')
    assert.equal(bodyOf<ProblemShape>(refused, 422).code, 'demo-credentials')
  })
})

/** More rows than an export reads at a time. */
const PAGED_ROWS = 600

const manyRows = (table: 'account', datasetId: number, count: number): string =>
  `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count})
   insert into ${table} (project_id, id, kind, currency, cardholder_id, posted, held)
   select ${datasetId}, 90000000 + i, 'customer', 978, null, 0, 0 from numbers`

const withoutRequest = ({ requestId, instance: _url, ...problem }: ProblemShape) => ({
  ...problem,
  hasRequest: requestId !== '',
})
