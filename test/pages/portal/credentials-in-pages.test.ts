// Hosted pages contain no credentials except on the *Keys* page, where they are shown on request,
// so that a shared screen or a saved page reveals nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { freezeClock } from '../../kit/clock.ts'
import { merchantOf, START } from '../../kit/merchant.ts'
import { startHosted } from '../../kit/person.ts'
import { newestThings, portalPages } from '../../kit/portal-pages.ts'
import { portalOf } from '../../kit/portal.ts'
import { tellStory } from '../../kit/portal-story.ts'

onEveryDatabase('The credentials of a hosted project', (database) => {
  test('are on no page except Keys, and samples name the variables that Keys sets', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const owner = await hosted.member('owner@x.example')
    const base = await owner.newProject()
    const merchant = merchantOf(hosted.sandbox, await hosted.projectAt(base))
    await freezeClock(hosted.sandbox.sandcard.service, merchant.project, START)
    await tellStory(portalOf(hosted.sandbox, merchant))
    const { interfaceA, interfaceB, interfaceC } = merchant.project.secrets
    const secrets = [interfaceA.password, interfaceB.apiKey, interfaceC.password, interfaceC.token]
    const holds = (text: string) => secrets.filter((each) => text.includes(each))

    let variables = 0
    for (const path of portalPages(
      await newestThings(hosted.sandbox.url, interfaceB.apiKey),
      'hosted',
    )) {
      const { text: page } = await owner.get(base + path)
      assert.deepEqual(holds(page), [], path)
      variables += page.includes('$SANDCARD_KEY') ? 1 : 0
    }
    assert.ok(variables > 20, `${variables} pages show a call of the control API`)
    const keys = await owner.post(`${base}/keys/show`)
    assert.deepEqual(holds(keys.text), secrets)
    assert.ok(keys.text.includes(`export SANDCARD_KEY=&#39;${interfaceB.apiKey}&#39;`))
  })

  test('are added when the reference sends a request, and not shown', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const owner = await hosted.member('owner@x.example')
    const base = await owner.newProject()
    const { secrets } = await hosted.projectAt(base)
    const page = await owner.page(`${base}/docs/control/getClock`)
    const { text, status } = await owner.submit(page, 'send')
    assert.equal(status, 200)
    assert.match(text, /offsetMs/)
    assert.ok(!text.includes(secrets.interfaceB.apiKey))
  })
})
