// The days for which a project keeps its data: settings, their ranges, and the service's maximum.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf, type ProblemShape, projectCall, type ProjectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type HostedSandbox, type Person, startHosted } from '../../kit/person.ts'
import { wordsOf } from '../../kit/portal.ts'

onEveryDatabase('A service that keeps data for up to 90 days', (database) => {
  let hosted: HostedSandbox
  let owner: Person
  let base: string
  let call: ProjectCall

  before(async () => {
    hosted = await startHosted(database, { retentionDays: 90 })
    owner = await hosted.member('keeper@example.com')
    base = await owner.newProject()
    const { secrets } = await hosted.projectAt(base)
    call = projectCall(hosted.sandbox, secrets.interfaceB.apiKey)
  })
  after(() => hosted.sandbox.close())

  const retention = async () =>
    bodyOf<{ retention: unknown }>(await call('GET', '/control/v1/storage'), 200).retention

  test("shows the days for each kind of data, by default the service's", async () => {
    assert.deepEqual(await retention(), {
      orders: 90,
      callbacks: 90,
      requestLog: 90,
      serviceMax: 90,
    })
    const change = { orderRetentionDays: 30, requestLogRetentionDays: 1 }
    bodyOf(await call('PATCH', '/control/v1/project', change), 200)
    assert.deepEqual(await retention(), {
      orders: 30,
      callbacks: 90,
      requestLog: 1,
      serviceMax: 90,
    })
    const page = wordsOf(await owner.page(`${base}/settings`))
    assert.match(
      page,
      /It keeps completed orders for 30 days, callbacks for 90 days, requests for 1 day\./,
    )
    bodyOf(await call('POST', '/control/v1/reset'), 200)
    assert.deepEqual(await retention(), {
      orders: 90,
      callbacks: 90,
      requestLog: 90,
      serviceMax: 90,
    })
  })

  for (const [name, value] of [
    ['orderRetentionDays', 91],
    ['callbackRetentionDays', 3650],
    ['requestLogRetentionDays', 100],
    ['orderRetentionDays', 0],
    ['orderRetentionDays', 3651],
    ['callbackRetentionDays', 1.5],
    ['requestLogRetentionDays', '30'],
  ] as const)
    test(`refuses ${name} ${JSON.stringify(value)} with 422 and a pointer`, async () => {
      const answer = await call('PATCH', '/control/v1/project', { [name]: value })
      const { errors } = bodyOf<ProblemShape>(answer, 422)
      assert.deepEqual(
        errors?.map(({ pointer }) => pointer),
        [`/${name}`],
      )
    })

  test('accepts days on the settings page, and reports a value that is too large', async () => {
    const page = await owner.page(`${base}/settings`)
    const saved = await owner.submit(page, 'settings', { orderRetentionDays: '45' })
    assert.equal(saved.status, 303)
    assert.deepEqual(await retention(), {
      orders: 45,
      callbacks: 90,
      requestLog: 90,
      serviceMax: 90,
    })
    const refused = await owner.submit(page, 'settings', { callbackRetentionDays: '91' })
    assert.equal(refused.status, 422)
    assert.match(
      wordsOf(refused.text),
      /Enter at most 90\. The service does not keep data longer than that\./,
    )
    const unread = await owner.submit(page, 'settings', { orderRetentionDays: 'soon' })
    assert.match(wordsOf(unread.text), /Enter a number from 1 to 3,650, or leave the field empty\./)
  })
})
