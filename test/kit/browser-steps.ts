// Works through a table of steps in a real browser: opens a page, fills in a form, presses its
// button and checks the result.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { PAGE_TIMEOUT_MS } from './browser.ts'
import type { Buttons, PageButton } from './buttons.ts'
import { inPage, type Place, type Refusal, type Target, type Wanted } from './page-steps.ts'

/**
 * One use of a form or a download link. Words in braces are names of known values: see `Clicker`.
 */
export interface Step {
  /** True for a step that does not exist in hosted mode. */
  readonly isLocal?: true
  /** True for a step whose result a script shows. */
  readonly isScripted?: true
  /** True for a step that does not exist in local mode. */
  readonly isHosted?: true
  /** The user whose browser it is; the owner by default. */
  readonly who?: string
  /** The URL of the page; the page that the previous step opened by default. */
  readonly go?: string
  /** A selector of the form; the first match counts. */
  readonly form?: string
  /** A selector and a text: the form is in the first such element with the text. */
  readonly within?: readonly [selector: string, text: string | RegExp]
  /** The input by field label: a text, or an option of a list. */
  readonly type?: Readonly<Record<string, string>>
  /** Invalid input that is submitted first. */
  readonly wrong?: Readonly<Record<string, string>>
  /** The button or download link by name; by default Enter in the last field, or `form` itself. */
  readonly press?: string | RegExp
  /** Text that the page shows afterwards and did not show before. */
  readonly shows?: string | RegExp
  /** The name of the saved file. */
  readonly file?: RegExp
  /** True if the browser opens it in another tab. */
  readonly opensTab?: true
  /** A name for the id in the URL of the next page, and where in that URL it is. */
  readonly keeps?: readonly [name: string, address: RegExp]
}

export class Clicker {
  readonly page: Page
  readonly #url: string
  readonly #buttons: Buttons
  /** Ids and URLs by their names in steps. */
  readonly #things: Map<string, string>
  /** True if the last step was a download. */
  #isUnchanged = false

  constructor(page: Page, url: string, buttons: Buttons, things: Map<string, string>) {
    this.page = page
    this.#url = url
    this.#buttons = buttons
    this.#things = things
  }

  /** Opens a page and records its buttons. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.#url + this.#filled(path), { waitUntil: 'domcontentloaded' })
    await this.#buttons.on(this.page)
  }

  async take(step: Step): Promise<void> {
    const { go, type = {}, shows = '', opensTab, keeps } = step
    // A download does not change the page, so that the next step needs no new one.
    const isOpen =
      this.#isUnchanged && go !== undefined && this.page.url() === this.#url + this.#filled(go)
    this.#isUnchanged = false
    if (go !== undefined && !isOpen) await this.open(go)
    const form = this.#formOf(step)
    const wanted = this.#wanted(shows)
    if (step.file === undefined)
      assert.equal(await this.#ask(this.page, 'shows', wanted), false, 'it is there already')
    if (step.wrong !== undefined) await this.#beRefused(form, step.wrong, step)
    await this.#typeAll(form, type)
    const before = this.page
    if (step.file !== undefined) return this.#keepFile(form, step.file, step)
    const tab = opensTab === true ? before.context().waitForEvent('page') : undefined
    await this.#press(form, step)
    const after = (await tab) ?? before
    await until(async () => (await this.#ask(after, 'shows', wanted)) === true, 'it is not shown')
    await until(() => this.#ask<boolean>(after, 'isAtOutcome'), 'the notice has no focus')
    await this.#buttons.on(after)
    if (keeps !== undefined) keepId(this.#things, keeps, after.url())
    if (after !== before) await after.close()
  }

  /**
   * Submits invalid input: the field shows the error and has the focus, on long pages a summary
   * links to it, and the input is kept unless it is a secret.
   */
  async #beRefused(
    form: Target,
    wrong: Readonly<Record<string, string>>,
    step: Step,
  ): Promise<void> {
    await this.#typeAll(form, wrong)
    await this.#press(form, step)
    const labels = Object.keys(wrong).map((label) => this.#filled(label))
    const refusal = await until(
      () => this.#ask<Refusal | undefined>(this.page, 'refusal', form, labels),
      'no field is refused and has the focus',
    )
    assert.ok(refusal.said.trim().length > 5, 'the field says nothing')
    // Pages outside a project are short, and filters are at the top, so only the field shows the
    // error.
    const isLong = new URL(this.page.url()).pathname.startsWith('/p/')
    assert.equal(refusal.links, isLong && !refusal.isFilter ? 1 : 0)
    assert.equal(refusal.focus, refusal.id)
    for (const [index, value] of Object.values(wrong).entries()) {
      const kept = refusal.kept[index]
      assert.equal(kept?.value, kept?.isSecret === true ? '' : value.trim())
    }
  }

  async #typeAll(form: Target, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      const target = { ...form, label: this.#filled(label) }
      const text = this.#filled(value)
      const entered = await until(async () => {
        const state = await this.#ask<string>(this.page, 'enter', target, text)
        if (state === 'hidden') await this.#placed(target)
        return state === 'hidden' || state === 'closed' ? undefined : state
      }, `${label} cannot be filled in`)
      assert.ok(entered === 'focused' || entered === 'chosen', `${label} ${entered}`)
      if (entered === 'chosen') continue
      if (text === '') await this.page.keyboard.press('Delete')
      else await this.page.keyboard.insertText(text)
    }
  }

  async #press(form: Target, { press }: Step): Promise<void> {
    if (press === undefined) {
      const described = await this.#ask<PageButton | undefined>(this.page, 'describe', form)
      assert.ok(described !== undefined, 'nothing to send')
      this.#buttons.clicked(described)
      // The last field that was filled in has the focus.
      return this.page.keyboard.press('Enter')
    }
    const { at, button } = await this.#placed({ ...form, press: this.#wanted(press) })
    assert.ok(button !== undefined)
    this.#buttons.clicked(button)
    await this.page.mouse.click(...at)
  }

  async #keepFile(form: Target, file: RegExp, step: Step): Promise<void> {
    const role = step.form === undefined ? 'link' : 'button'
    const target: Target =
      step.press === undefined ? form : { ...form, role, press: this.#wanted(step.press) }
    const { at, button, href } = await this.#placed(target)
    if (href !== undefined) this.#buttons.downloaded(new URL(href, this.page.url()).pathname)
    else if (button !== undefined) this.#buttons.clicked(button)
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.mouse.click(...at),
    ])
    assert.match(download.suggestedFilename(), file)
    this.#isUnchanged = true
  }

  /**
   * Where an element can be clicked, after opening the panels that contain it. It must not have
   * moved since a moment before, and nothing may be in front of it.
   */
  async #placed(target: Target): Promise<Required<Pick<Place, 'at'>> & Place> {
    let problem = ''
    let last = ''
    return until(
      async () => {
        const place = await this.#ask<Place>(this.page, 'placeOf', target)
        const { at, isTarget } = place
        problem = place.problem ?? problem
        const isStill = last === String(at)
        last = String(at)
        if (at === undefined || !isStill) return undefined
        if (isTarget === true) return { ...place, at }
        await this.page.mouse.click(...at)
        last = ''
        return undefined
      },
      () => `${JSON.stringify(target)} ${problem}`,
    )
  }

  #formOf({ form = 'main', within }: Step): Target {
    if (within === undefined) return { form: this.#filled(form) }
    return { form: this.#filled(form), within: [within[0], this.#wanted(within[1])] }
  }

  #ask<T>(page: Page, name: string, ...values: readonly unknown[]): Promise<T> {
    return page.evaluate<T>(inPage(name, ...values))
  }

  /** A string is a whole text. */
  #wanted(text: string | RegExp): Wanted {
    if (text instanceof RegExp) return { source: text.source, flags: text.flags }
    return { text: this.#filled(text) }
  }

  #filled(text: string): string {
    return filled(this.#things, text)
  }
}

/** Pause between two checks of a page. */
const PAUSES_MS = [0, 10, 20, 40, 80]

/** Checks a page, which may be about to be replaced, until there is a result. */
async function until<T>(
  look: () => Promise<T | undefined | false>,
  complaint: string | (() => string),
): Promise<T> {
  const end = performance.now() + PAGE_TIMEOUT_MS
  for (let looks = 0; performance.now() < end; looks += 1) {
    const result = await look().catch((error: unknown) => {
      if (/context was destroyed|navigat/i.test(String(error))) return undefined
      throw error
    })
    if (result !== undefined && result !== false) return result
    await wait(PAUSES_MS[looks] ?? 100)
  }
  assert.fail(typeof complaint === 'string' ? complaint : complaint())
}

/** The text with known values in place of the names in braces. */
export function filled(things: ReadonlyMap<string, string>, text: string): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const thing = things.get(name)
    assert.ok(thing !== undefined, `nothing is called ${name} by then`)
    return thing
  })
}

/** Names the id in a URL. */
export function keepId(
  things: Map<string, string>,
  [name, address]: readonly [name: string, address: RegExp],
  url: string,
): void {
  const id = address.exec(new URL(url).pathname)?.[1]
  assert.ok(id !== undefined, `${url} names no ${name}`)
  things.set(name, id)
}
