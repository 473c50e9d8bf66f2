// Starts the service in both modes, fills it with sample data, takes a screenshot of every page in
// every view, and arranges them on contact sheets. Arguments select views by name (`390-light`) and
// pages by a part of their name; `--readme` takes the README's pictures instead.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/kit/browser.ts'
import { openGallery } from '../../test/kit/gallery.ts'
import { Payer } from '../../test/kit/payer.ts'
import { PUBLIC_STATES } from '../../test/kit/public-states.ts'
import { SAMPLE_EMAILS } from '../../test/kit/sample-emails.ts'
import { takeReadmePictures } from './readme.ts'
import { type Picture, writeSheets } from './sheets.ts'
import { PORTAL_STATES } from './states.ts'

const FOLDER = fileURLToPath(new URL('../../pictures/', import.meta.url))

// prettier-ignore
const VIEWS = [
  { view: '1440-light', width: 1440, colorScheme: 'light' },
  { view: '1440-dark',  width: 1440, colorScheme: 'dark' },
  { view: '390-dark',   width: 390,  colorScheme: 'dark' },
  { view: '390-light',  width: 390,  colorScheme: 'light' },
] as const

/** Only guides and code tables are longer, and their end looks like their middle. */
const HEIGHT_MAX = 4000
const HEIGHT_MIN = 900

/** Fonts and all images have loaded, and two frames of the current size were drawn. */
const READY = `Promise.all([
  document.fonts.ready,
  ...[...document.images].map((image) => {
    image.loading = 'eager'
    return image.decode().catch(() => undefined)
  }),
]).then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))`
const PICTURES_MAX = 6

/** Number of pages at the same time; more do not help on a machine with few cores. */
const AT_ONCE = 3

interface Visit {
  readonly group: string
  readonly name: string
  readonly open: (page: Page) => Promise<unknown>
}

const given = process.argv.slice(2)
const chosenViews = VIEWS.filter(({ view }) => given.includes(view))
const views = chosenViews.length === 0 ? VIEWS : chosenViews
const wanted = given.filter((part) => !views.some(({ view }) => view === part))
const started = performance.now()

if (wanted.includes('--readme')) await readme()
else await main()

async function readme(): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const path of await takeReadmePictures(browser)) console.log(path)
  } finally {
    await browser.close()
  }
}

async function main(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const browser = await launchBrowser()
  try {
    const pictures = [
      ...(await galleryPictures(browser)),
      ...(await payerPictures()),
      ...(await emailPictures(browser)),
    ]
    const sheets = await writeSheets(await browser.newPage(), FOLDER, pictures)
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${pictures.length} pictures on ${sheets.length} contact sheets in ${seconds} s:`)
    for (const sheet of sheets) console.log(sheet)
  } finally {
    await browser.close()
  }
}

async function galleryPictures(browser: Browser): Promise<Picture[]> {
  const gallery = await openGallery(browser)
  try {
    const pictures: Picture[] = []
    for (const { name: group, context, pages } of gallery.rooms) {
      const taken = new Map<Visit, readonly Picture[]>()
      const visits = pages.map(([name, url]) => ({
        group,
        name,
        open: (page: Page) => page.goto(url),
      }))
      const all = chosen(visits)
      const queue = [...all]
      const worker = async (): Promise<void> => {
        const page = await context.newPage()
        for (let visit = queue.shift(); visit !== undefined; visit = queue.shift())
          taken.set(visit, await take(page, visit))
        await page.close()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      // In the order of the pages, so that the sheets of two runs can be compared.
      pictures.push(...all.flatMap((visit) => taken.get(visit) ?? []))
      const [start] = pages
      if (group === 'portal' && start !== undefined)
        pictures.push(...(await statePictures(await context.newPage(), start[1])))
    }
    return pictures
  } finally {
    await gallery.close()
  }
}

/** One after the other, because actions change the project. */
async function statePictures(page: Page, base: string): Promise<readonly Picture[]> {
  const visits = chosen(
    PORTAL_STATES.map(([name, path, act]) => ({
      group: 'states',
      name,
      open: async (at: Page) => {
        await at.goto(base + path)
        await act(at)
      },
    })),
  )
  const pictures: Picture[] = []
  for (const visit of visits) pictures.push(...(await take(page, visit)))
  return pictures
}

async function emailPictures(browser: Browser): Promise<readonly Picture[]> {
  const visits = chosen(
    Object.entries(SAMPLE_EMAILS).map(([name, [{ html }]]) => ({
      group: 'emails',
      name,
      open: (page: Page) => page.setContent(html),
    })),
  )
  const page = await browser.newPage()
  const pictures: Picture[] = []
  for (const visit of visits) pictures.push(...(await take(page, visit)))
  return pictures
}

/** One after the other, because states of the same project depend on each other. */
async function payerPictures(): Promise<Picture[]> {
  const visits = chosen(
    PUBLIC_STATES.map(([name, open]) => ({
      group: /^\/(guides|docs|test-cards|action-codes)|reference/.test(name) ? 'docs' : 'payer',
      name,
      open: (page: Page) => open(payer, page),
    })),
  )
  if (visits.length === 0) return []
  const payer = await Payer.open()
  try {
    const page = await payer.browser.newPage()
    const pictures: Picture[] = []
    for (const visit of visits) pictures.push(...(await take(page, visit)))
    return pictures
  } finally {
    await payer.close()
  }
}

function chosen(visits: Visit[]): Visit[] {
  return visits.filter(
    ({ group, name }) =>
      wanted.length === 0 || wanted.some((part) => `${group} ${name}`.includes(part)),
  )
}

/** The page in every view, without loading it again. */
async function take(page: Page, { group, name, open }: Visit): Promise<Picture[]> {
  const [first = VIEWS[0]] = views
  await page.setViewportSize({ width: first.width, height: HEIGHT_MIN })
  await page.emulateMedia({ colorScheme: first.colorScheme, reducedMotion: 'reduce' })
  await open(page)
  await page.evaluate('window.scrollTo(0, 0)')
  const pictures: Picture[] = []
  for (const { view, width, colorScheme } of views) {
    await page.setViewportSize({ width, height: HEIGHT_MIN })
    await page.emulateMedia({ colorScheme })
    const full = Number(await page.evaluate('document.documentElement.scrollHeight'))
    const height = Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, full))
    const file = `${group}-${view}-${fileName(name)}.png`
    await page.setViewportSize({ width, height })
    writeFileSync(join(FOLDER, file), await settledPicture(page))
    pictures.push({ group, view, width, name, file })
  }
  return pictures
}

/**
 * Two equal pictures in a row. On a busy machine, a frame of the previous size can be stretched or
 * repeated in the first picture of a new one; each picture makes the browser draw the next frame.
 */
async function settledPicture(page: Page): Promise<Buffer> {
  await page.evaluate(READY)
  let last = await page.screenshot()
  for (let count = 1; count < PICTURES_MAX; count++) {
    const next = await page.screenshot()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error(`${page.url()} looks different in each of ${PICTURES_MAX} pictures`)
}

function fileName(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'start'
}
