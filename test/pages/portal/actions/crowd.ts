// The users who work through the steps, each in a separate browser, and the errors that the
// browsers log.

import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Mode } from '../../../../src/config.ts'
import type { Role } from '../../../../src/users/role.ts'
import { PAGE_TIMEOUT_MS, watchPage } from '../../../kit/browser.ts'
import { Buttons, linksOf } from '../../../kit/buttons.ts'
import { Clicker, filled, keepId, type Step } from '../../../kit/browser-steps.ts'
import { FormReader } from '../../../kit/form-reader.ts'

/** The last email to this email address. */
type EmailTo = (email: string) => Promise<{ readonly path: string }>

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * As small as a page with the navigation can be, because rendering takes longer than the requests.
 */
const VIEWPORT = { width: 1000, height: 600 }

export class Crowd {
  readonly buttons: Buttons
  readonly #browser: Browser
  readonly #url: string
  readonly #emailTo: EmailTo | undefined
  readonly #errs: boolean
  readonly #things = new Map<string, string>()
  readonly #complaints: string[][] = []
  /** URLs of open pages that requested an update after a step had deleted their subject. */
  readonly #gone = new Set<string>()
  readonly #contexts: BrowserContext[] = []
  readonly #people = new Map<string, Clicker>()
  #reader: Promise<FormReader> | undefined

  constructor(
    browser: Browser,
    at: {
      readonly url: string
      readonly mode: Mode
      readonly emailTo?: EmailTo
      readonly errs?: boolean
    },
  ) {
    this.#browser = browser
    this.#url = at.url
    this.#emailTo = at.emailTo
    this.#errs = at.errs ?? false
    this.buttons = new Buttons(at.mode)
  }

  /** Errors that browsers log, except for responses to invalid input and updates of gone pages. */
  get complaints(): readonly string[] {
    const isGone = (text: string): boolean =>
      text.includes('status of 404') && [...this.#gone].some((url) => text.endsWith(` ${url}`))
    return this.#complaints
      .flat()
      .filter((text) => !text.includes('422 (Unprocessable') && !isGone(text))
  }

  /**
   * The same without pages of a project that a step has deleted, or that its reader has left: an
   * open page may ask for its update before the browser leaves it.
   */
  get lastComplaints(): readonly string[] {
    return this.complaints.filter((text) => !/status of 404 .*\/p\/prj_\w+/.test(text))
  }

  /** Names from a step, or from earlier steps. */
  thing(name: string): string {
    const thing = this.#things.get(name)
    assert.ok(thing !== undefined, name)
    return thing
  }

  learn(things: Readonly<Record<string, string>>): void {
    for (const [name, thing] of Object.entries(things)) this.#things.set(name, thing)
  }

  /** Runs steps one after the other. An email that a step opens has been sent by then. */
  async take(steps: readonly Step[]): Promise<void> {
    for (const { wrong, ...rest } of steps) {
      const step: Step = this.#errs && wrong !== undefined ? { ...rest, wrong } : rest
      const [thing, address] = /(?<=\{)email to ([^}]*)/.exec(step.go ?? '') ?? []
      if (thing !== undefined && address !== undefined) {
        assert.ok(this.#emailTo !== undefined, 'nothing sends emails here')
        this.learn({ [thing]: (await this.#emailTo(address)).path })
      }
      const clicker = await this.#of(step.who ?? 'owner')
      await clicker.take(step).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(step)}, at ${clicker.page.url()}`, { cause: error })
      })
    }
  }

  /** Runs steps without showing their pages, except those whose result a script shows. */
  async read(steps: readonly Step[]): Promise<void> {
    for (const step of steps)
      if (step.isScripted === true) await this.take([step])
      else {
        const url = await (await this.#reading).take(step).catch((error: unknown) => {
          throw new Error(JSON.stringify(step), { cause: error })
        })
        if (step.keeps !== undefined) keepId(this.#things, step.keeps, url)
      }
  }

  /** Reads every page of a project as its owner, and collects its buttons. */
  async readPages(pages: readonly string[]): Promise<void> {
    const reader = await this.#reading
    for (const path of pages) await reader.look(this.thing('base') + path, 'owner')
  }

  /**
   * Opens every page of a project that the user's role may see, and collects its buttons. No link
   * may lead to a forbidden page. Only the owner's pages are shown: the others have the same parts.
   */
  async look(
    role: Role,
    pages: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const clicker = await this.#of(role)
    const reader = role === 'owner' ? undefined : await this.#readerLike(clicker)
    const seen = new Map<string, readonly string[]>()
    for (const path of pages.map((each) => this.thing('base') + each)) {
      if (!this.buttons.mayOpen(path, role)) continue
      if (reader !== undefined) {
        seen.set(path, await reader.look(path, role))
        continue
      }
      await clicker.open(path)
      seen.set(path, await this.buttons.on(clicker.page))
      const links = await clicker.page.evaluate<string[]>(linksOf('document'))
      assert.deepEqual(this.buttons.forbidden(links, role), [], path)
    }
    return seen
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close()
  }

  get #reading(): Promise<FormReader> {
    this.#reader ??= this.#newPage(true).then((page) => this.#readerAt(page))
    return this.#reader
  }

  /** A reader who is signed in as the same user. */
  async #readerLike({ page }: Clicker): Promise<FormReader> {
    const session = await page.context().storageState()
    return this.#readerAt(await this.#newPage(true, session))
  }

  #readerAt(page: Page): Promise<FormReader> {
    return FormReader.at(page, this.#url, [this.buttons, (text) => filled(this.#things, text)])
  }

  async #of(who: string): Promise<Clicker> {
    const known = this.#people.get(who)
    if (known !== undefined) return known
    // Every page works without script, so only the owner runs scripts.
    const page = await this.#newPage(who === 'owner')
    const clicker = new Clicker(page, this.#url, this.buttons, this.#things)
    this.#people.set(who, clicker)
    return clicker
  }

  async #newPage(javaScriptEnabled: boolean, session?: Session): Promise<Page> {
    const context = await this.#browser.newContext({
      ...(session !== undefined && { storageState: session }),
      viewport: VIEWPORT,
      reducedMotion: 'reduce',
      javaScriptEnabled,
    })
    context.on('page', (page) => {
      page.setDefaultTimeout(PAGE_TIMEOUT_MS)
      this.#complaints.push(watchPage(page, [this.#url]))
      page.on('response', (response) => {
        const isUpdate = response.request().resourceType() === 'fetch'
        if (isUpdate && response.status() === 404) this.#gone.add(response.url())
      })
    })
    this.#contexts.push(context)
    return context.newPage()
  }
}
