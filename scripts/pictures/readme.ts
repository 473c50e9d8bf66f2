// The README's pictures: pages of a project with a week of sample data, whose callbacks are
// delivered to a receiver of the service.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { sqlite } from '../../test/kit/databases.ts'
import { type Sandbox, startSandbox } from '../../test/kit/sandbox.ts'

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const WIDTH = 1280
/** WebP; text stays sharp, and a picture has less than 100 kB. */
const QUALITY = 0.9

interface Example {
  readonly orderId: string
  readonly cardId: string
  readonly callbackId: string
}

interface Picture {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly height: number
  readonly path: (example: Example) => string
  /** Steps on the page before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

// prettier-ignore
const PICTURES: readonly Picture[] = [
  { name: 'start',     colorScheme: 'light', height: 860, path: () => '' },
  { name: 'order',     colorScheme: 'dark',  height: 900, path: ({ orderId }) => `/orders/${orderId}` },
  { name: 'card',      colorScheme: 'light', height: 860, path: ({ cardId }) => `/cards/${cardId}` },
  { name: 'callback',  colorScheme: 'dark',  height: 800, path: ({ callbackId }) => `/callbacks/${callbackId}` },
  { name: 'clock',     colorScheme: 'dark',  height: 800, path: () => '/clock' },
  { name: 'reference', colorScheme: 'light', height: 900, path: () => '/docs/c/register', prepare: send },
]

/** Sends the request of the page, and scrolls to the response. */
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Response', exact: true }).waitFor()
  await page.evaluate(`document.getElementById('send').scrollIntoView()`)
}

/** Replaces the pictures, and returns their paths. */
export async function takeReadmePictures(browser: Browser): Promise<readonly string[]> {
  const sandbox = await startSandbox(sqlite)
  try {
    const { base, example } = await filledProject(sandbox)
    const page = await browser.newPage()
    const paths: string[] = []
    for (const { name, colorScheme, height, path, prepare } of PICTURES) {
      await page.setViewportSize({ width: WIDTH, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(base + path(example))
      await prepare?.(page)
      const file = `${FOLDER}${name}.webp`
      writeFileSync(file, await webp(browser, await page.screenshot()))
      paths.push(file)
    }
    return paths
  } finally {
    await sandbox.close()
  }
}

type Row = Readonly<Record<string, unknown>>

async function filledProject(sandbox: Sandbox): Promise<{ base: string; example: Example }> {
  const { id, secrets } = await sandbox.newProject('Coffee shop')
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const { status, json, text } = await sandbox.call(method, `/control/v1${path}`, {
      headers: { 'x-api-key': secrets.interfaceB.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (status >= 400) throw new Error(`${path}: ${status} ${text}`)
    return json as Row
  }
  const items = async (path: string) => (await call('GET', path))['items'] as readonly Row[]
  const { url } = await call('POST', '/receivers', {})
  await call('PATCH', '/project', { callbackUrl: url })
  await call('POST', '/seed', { seed: 1 })
  const [order] = await items('/orders?filter=refunded&limit=1')
  const isOfOrder = ({ orderId, operation }: Row) =>
    orderId === order?.['id'] && operation === 'refunded'
  for (;;) {
    const callback = (await items('/callbacks?limit=100')).find(isOfOrder)
    if (callback?.['state'] === 'delivered') {
      const [card] = (await items('/cards?status=active')).toSorted(byAvailable)
      const example = { order, card, callback }
      const idOf = (name: keyof typeof example) => String(example[name]?.['id'])
      return {
        base: `${sandbox.url}/p/${id}`,
        example: { orderId: idOf('order'), cardId: idOf('card'), callbackId: idOf('callback') },
      }
    }
  }
}

/** The card with the highest balance first. */
const byAvailable = (one: Row, other: Row): number =>
  Number(other['available']) - Number(one['available'])

/** The browser itself converts the picture. */
async function webp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    const url = await page.evaluate<string>(
      `(async () => {
        const image = new Image()
        image.src = 'data:image/png;base64,${png.toString('base64')}'
        await image.decode()
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width: image.width, height: image.height })
        canvas.getContext('2d').drawImage(image, 0, 0)
        return canvas.toDataURL('image/webp', ${QUALITY})
      })()`,
    )
    return Buffer.from(url.replace(/^.*,/, ''), 'base64')
  } finally {
    await page.close()
  }
}
