// Every page of the service with sample data, in both modes: for tests that visit all pages, and
// for pictures of them.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Project } from '../../src/engine/directory.ts'
import { screensOf } from '../../src/pages/portal/shell/screens.ts'
import { sqlite } from './databases.ts'
import { freePort } from './free-port.ts'
import { type HostedSandbox, PASSWORD, startHosted } from './person.ts'
import { newestThings, portalPages } from './portal-pages.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

/** Pages that one browser visits. */
interface Room {
  readonly name: 'portal' | 'empty' | 'hosted' | 'account'
  readonly context: BrowserContext
  /** Name, and full URL. */
  readonly pages: readonly (readonly [name: string, url: string])[]
}

export interface Gallery {
  readonly rooms: readonly Room[]
  close(): Promise<void>
}

export async function openGallery(browser: Browser): Promise<Gallery> {
  const port = await freePort()
  const [local, hosted] = await Promise.all([
    startSandbox(sqlite),
    // Browsers keep a secure cookie of this very machine without TLS.
    startHosted(sqlite, { port, publicUrl: `http://127.0.0.1:${port}` }),
  ])
  const close = async (): Promise<void> => {
    await Promise.all([local.close(), hosted.sandbox.close()])
  }
  try {
    const rooms = [...(await localRooms(browser, local)), ...(await hostedRooms(browser, hosted))]
    return { rooms, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function localRooms(browser: Browser, sandbox: Sandbox): Promise<readonly Room[]> {
  const [full, bare] = [
    await sandbox.newProject('Coffee shop'),
    await sandbox.newProject('A new project'),
  ]
  await seed(sandbox, full)
  const context = await browser.newContext()
  const top = screensOf('local').map(({ path }) => path)
  return [
    { name: 'portal', context, pages: await pagesOf(sandbox, full, 'local') },
    {
      name: 'empty',
      context,
      pages: [
        ['/p', `${sandbox.url}/p`],
        ...inProject(sandbox, bare, [...top, '/orders/none', '/nothing-here']),
      ],
    },
  ]
}

async function hostedRooms(browser: Browser, hosted: HostedSandbox): Promise<readonly Room[]> {
  const { sandbox } = hosted
  const [visitor, owner] = [await browser.newContext(), await browser.newContext()]
  const at = (path: string) => [path === '' ? '/' : path, sandbox.url + path] as const
  const project = await signUp(await owner.newPage(), hosted)
  await seed(sandbox, project)
  const local = new Set(screensOf('local').flatMap(({ pages }) => pages.map(({ path }) => path)))
  const own = screensOf('hosted').flatMap(({ pages }) =>
    pages.flatMap(({ path }) => (local.has(path) || path.includes(':') ? [] : [path])),
  )
  return [
    {
      name: 'account',
      context: visitor,
      pages: ['', '/shop', '/account/sign-up', '/account/log-in', '/account/forgotten', '/p'].map(
        at,
      ),
    },
    {
      name: 'hosted',
      context: owner,
      pages: [
        ...['/p', '/account', '/account/delete', '/account/deleted'].map(at),
        ...inProject(sandbox, project, ['', '/keys', '/settings', ...own]),
      ],
    },
  ]
}

/** Creates an account as a person does, and returns its first project. */
async function signUp(page: Page, hosted: HostedSandbox): Promise<Project> {
  const { url } = hosted.sandbox
  const email = 'ada@example.com'
  await page.goto(`${url}/account/sign-up`)
  await page.locator('input[type=email]').fill(email)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  await page.goto(url + (await hosted.emailTo(email)).path)
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/p\/prj_/)
  return hosted.projectAt(/\/p\/prj_\w+/.exec(page.url())?.[0] ?? '')
}

async function pagesOf(
  sandbox: Sandbox,
  project: Project,
  mode: 'local' | 'hosted',
): Promise<Room['pages']> {
  const things = await newestThings(sandbox.url, project.secrets.interfaceB.apiKey)
  return inProject(sandbox, project, portalPages(things, mode))
}

const inProject = ({ url }: Sandbox, { id }: Project, paths: readonly string[]): Room['pages'] =>
  [...new Set(paths)].map((path) => [path === '' ? '/' : path, `${url}/p/${id}${path}`])

async function seed(sandbox: Sandbox, { secrets }: Project): Promise<void> {
  const { status, text } = await sandbox.call('POST', '/control/v1/seed', {
    headers: { 'x-api-key': secrets.interfaceB.apiKey, 'content-type': 'application/json' },
    body: '{"seed":1}',
  })
  if (status !== 201) throw new Error(`seed: ${status} ${text}`)
}
