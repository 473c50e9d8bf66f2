// Every form and button of the portal in a real browser, in local mode. The tables of steps are run
// by typing and clicking. Every button that the pages show and every action in the tables of routes
// must be used by a step.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, skip } from '../../../kit/browser.ts'
import { Receiver } from '../../../kit/callback-receiver.ts'
import { sqlite } from '../../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../../kit/sandbox.ts'
import { Crowd } from './crowd.ts'
import { fillProject } from './filled-project.ts'
import { pagesOf, projectOf } from './pages-of.ts'
import { LAST_STEPS, LOCAL_STEPS, PROJECT_STEPS, PUBLIC_STEPS } from './project-steps.ts'

describe('Every form of the portal in local mode', { skip }, () => {
  let browser: Browser
  let receiver: Receiver
  let sandbox: Sandbox
  let crowd: Crowd
  before(async () => {
    browser = await launchBrowser()
    receiver = await Receiver.open()
    sandbox = await startSandbox(sqlite)
    crowd = new Crowd(browser, { url: sandbox.url, mode: 'local' })
  })
  after(async () => {
    await crowd.close()
    await browser.close()
    await receiver.close()
    await sandbox.close()
  })

  test('is used, starting at the main page', async () => {
    await crowd.take([...PUBLIC_STEPS, ...LOCAL_STEPS])
    crowd.learn(
      await fillProject(sandbox, await projectOf(sandbox, crowd), {
        receiver,
        address: receiver.url(),
      }),
    )
    await crowd.take(PROJECT_STEPS.filter(({ isHosted = false }) => !isHosted))
    await crowd.look('owner', await pagesOf(sandbox, crowd))
    assert.deepEqual(crowd.complaints, [])
    await crowd.take(LAST_STEPS)
    assert.deepEqual(crowd.buttons.unpressed(), [])
    assert.deepEqual(crowd.lastComplaints, [])
  })
})
