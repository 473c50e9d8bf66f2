// Every form and button of the portal in a real browser. Every button on the pages and every action
// in the route tables must be used by a step of the tables. In hosted mode, which has more pages
// and users, the steps are run by typing and clicking. In local mode, the browser reads, fills in
// and sends the same forms without showing them, and must find the fields of hosted mode.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { ROLES } from '../../../../src/users/role.ts'
import { launchBrowser, skip } from '../../../kit/browser.ts'
import type { Buttons } from '../../../kit/buttons.ts'
import { Receiver } from '../../../kit/callback-receiver.ts'
import { sqlite } from '../../../kit/databases.ts'
import { freePort } from '../../../kit/free-port.ts'
import { type HostedSandbox, startHosted } from '../../../kit/person.ts'
import { type Sandbox, startSandbox } from '../../../kit/sandbox.ts'
import { ACCOUNT_STEPS, FIRST_STEPS, LEAVING_STEPS, MEMBER_STEPS } from './account-steps.ts'
import { Crowd } from './crowd.ts'
import { fillProject } from './filled-project.ts'
import { pagesOf, projectOf } from './pages-of.ts'
import { LAST_STEPS, LOCAL_STEPS, PROJECT_STEPS, PUBLIC_STEPS } from './project-steps.ts'

/** The only owner cannot leave, so this button of the members page is not shown to them. */
const LEAVE = 'leaveFromPage#leave'

let buttonsOfHosted: Buttons

describe('Every form of the portal in hosted mode', { skip }, () => {
  let browser: Browser
  let receiver: Receiver
  let hosted: HostedSandbox
  let crowd: Crowd
  before(async () => {
    browser = await launchBrowser()
    receiver = await Receiver.open()
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const route = () => ({ address: '127.0.0.1', family: 4 })
    const resolve = () => Promise.resolve([{ address: '1.1.1.1', family: 4 }])
    const delivery = { resolve, route }
    hosted = await startHosted(sqlite, { port, publicUrl }, { delivery })
    crowd = new Crowd(browser, {
      url: publicUrl,
      mode: 'hosted',
      errs: true,
      emailTo: (email) => hosted.emailTo(email),
    })
  })
  after(async () => {
    await crowd.close()
    await browser.close()
    await receiver.close()
    await hosted.sandbox.close()
  })

  let pages: readonly string[]
  const shown = new Map<string, readonly string[]>()

  test('is used by a user who signs up and creates a project', async () => {
    await crowd.take([...PUBLIC_STEPS, ...FIRST_STEPS])
    const address = `http://shop.example:${receiver.port}/callback`
    crowd.learn(
      await fillProject(hosted.sandbox, await projectOf(hosted.sandbox, crowd), {
        receiver,
        address,
      }),
    )
    await crowd.take(MEMBER_STEPS)
    await crowd.take(PROJECT_STEPS.filter(({ isLocal = false }) => !isLocal))
    pages = await pagesOf(hosted.sandbox, crowd)
  })

  for (const role of ROLES)
    test(`the ${role} sees the buttons that the role may use`, async () => {
      const seen = await crowd.look(role, pages)
      if (role === 'owner') for (const [path, names] of seen) shown.set(path, names)
      for (const [path, names] of seen) {
        const owners = shown.get(path) ?? []
        const all = path.endsWith('/members') ? [LEAVE, ...owners] : owners
        assert.deepEqual(names, role === 'owner' ? owners : crowd.buttons.allowed(all, role), path)
      }
    })

  test('works, up to the removal of the members and the deletion of the project and the account', async () => {
    assert.deepEqual(crowd.complaints, [])
    await crowd.take(LEAVING_STEPS)
    await crowd.take(LAST_STEPS)
    await crowd.take(ACCOUNT_STEPS)
    assert.deepEqual(crowd.buttons.unpressed(), [])
    assert.deepEqual(crowd.lastComplaints, [])
    buttonsOfHosted = crowd.buttons
  })
})

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
    await crowd.read(PROJECT_STEPS.filter(({ isHosted = false }) => !isHosted))
    await crowd.readPages(await pagesOf(sandbox, crowd))
    assert.deepEqual(crowd.complaints, [])
    await crowd.read(LAST_STEPS)
    assert.deepEqual(crowd.buttons.unpressed(), [])
    assert.deepEqual(crowd.lastComplaints, [])
  })

  test('has the fields that were used in hosted mode', () => {
    assert.deepEqual(crowd.buttons.formsBesides(buttonsOfHosted), [])
  })
})
