// Somebody who works through a table of steps in a real browser: goes to a page, types into a form, presses its button and sees what comes of it.

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Buttons } from './buttons.ts'

/** One form or link to a file, as somebody uses it. Words in braces stand for things that are known by then: see `Clicker`. */
export interface Step {
  /** Whose browser it is; the owner's where nothing is said. */
  readonly who?: string
  /** The address of the page; where it is left out, the page that the step before led to. */
  readonly go?: string
  /** Selects the form; the first of many. */
  readonly form?: string
  /** Into which fields, by their labels: a text, or the choice of a list. */
  readonly type?: Readonly<Record<string, string>>
  /** What is typed first, and refused. */
  readonly wrong?: Readonly<Record<string, string>>
  /** Name of the button, or of a link to a file; Enter in the last field where it is left out. */
  readonly press?: string | RegExp
  /** What is then there that was not: a text of its own, or a part of one. */
  readonly shows?: string | RegExp
  /** The name under which a file is kept. */
  readonly file?: RegExp
  /** True where the browser opens it in another tab. */
  readonly opensTab?: true
  /** The name that the thing gets which the address of the next page names, and where it stands there. */
  readonly keeps?: readonly [name: string, address: RegExp]
}

export class Clicker {
  readonly page: Page
  readonly #url: string
  readonly #buttons: Buttons
  /** Ids and addresses by the names that steps have for them. */
  readonly #things: Map<string, string>

  constructor(page: Page, url: string, buttons: Buttons, things: Map<string, string>) {
    this.page = page
    this.#url = url
    this.#buttons = buttons
    this.#things = things
  }

  /** Goes to a page, and takes down its buttons. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.#url + this.#filled(path), { waitUntil: 'domcontentloaded' })
    await this.#buttons.on(this.page)
  }

  async take(step: Step): Promise<void> {
    const { go, form = 'main', type = {}, shows = '', opensTab, keeps } = step
    if (go !== undefined) await this.open(go)
    const at = this.page.locator(this.#filled(form)).first()
    await this.#unfold(at)
    if (step.file === undefined)
      assert.equal(await this.#shown(this.page, shows).count(), 0, 'it is there already')
    if (step.wrong !== undefined) await this.#beRefused(at, step.wrong, step)
    await this.#typeAll(at, type)
    const before = this.page
    if (step.file !== undefined) return this.#keepFile(at, step.file, step)
    const tab = opensTab === true ? before.context().waitForEvent('page') : undefined
    await this.#press(at, step)
    const after = (await tab) ?? before
    await this.#shown(after, shows).first().waitFor()
    await this.#buttons.on(after)
    if (keeps !== undefined) {
      const [name, address] = keeps
      const id = address.exec(new URL(after.url()).pathname)?.[1]
      assert.ok(id !== undefined, `${after.url()} names no ${name}`)
      this.#things.set(name, id)
    }
    if (after !== before) await after.close()
  }

  /**
   * Sends what is wrong: the field says so and has the focus, a summary leads to it, and what was typed is still there unless it is a secret.
   */
  async #beRefused(
    at: Locator,
    wrong: Readonly<Record<string, string>>,
    step: Step,
  ): Promise<void> {
    await this.#typeAll(at, wrong)
    await this.#press(at, step)
    const field = this.page.locator('[aria-invalid="true"]').first()
    await field.waitFor()
    const id = (await field.getAttribute('id')) ?? ''
    const said = await this.page.locator(`[id="${id}-message"]`).textContent()
    assert.ok((said ?? '').trim().length > 5, 'the field says nothing')
    assert.equal(await this.page.locator(`.notice.declined a[href="#${id}"]`).count(), 1)
    assert.equal(await this.page.locator(':focus').getAttribute('id'), id)
    for (const [label, value] of Object.entries(wrong)) {
      const typed = at.getByLabel(this.#filled(label), { exact: true })
      const isSecret = (await typed.getAttribute('type')) === 'password'
      assert.equal(await typed.inputValue(), isSecret ? '' : value.trim())
    }
  }

  async #typeAll(at: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields))
      await this.#type(at.getByLabel(this.#filled(label), { exact: true }), this.#filled(value))
  }

  async #press(at: Locator, { press, type = {} }: Step): Promise<void> {
    if (press === undefined) {
      await this.#buttons.press(at)
      const [last = ''] = Object.keys(type).slice(-1)
      return at.getByLabel(this.#filled(last), { exact: true }).press('Enter')
    }
    const name = typeof press === 'string' ? this.#filled(press) : press
    const button = at.getByRole('button', { name, exact: true }).first()
    await this.#buttons.press(button)
    await button.click()
  }

  async #keepFile(at: Locator, file: RegExp, { press = '' }: Step): Promise<void> {
    const link = at.getByRole('link', { name: press, exact: true })
    await this.#buttons.press(link)
    const [download] = await Promise.all([this.page.waitForEvent('download'), link.click()])
    assert.match(download.suggestedFilename(), file)
  }

  /** Opens what the form is folded in. */
  async #unfold(form: Locator): Promise<void> {
    const folds = form.locator('xpath=ancestor::details[not(@open)]/summary')
    for (const fold of await folds.all()) await fold.click()
  }

  async #type(field: Locator, value: string): Promise<void> {
    const isList = await field.evaluate(({ tagName }: { tagName: string }) => tagName === 'SELECT')
    await (isList ? field.selectOption(value) : field.fill(value))
  }

  #shown(page: Page, text: string | RegExp): Locator {
    const wanted = typeof text === 'string' ? this.#filled(text) : text
    return page.locator('body').getByText(wanted, { exact: true }).filter({ visible: true })
  }

  #filled(text: string): string {
    return text.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
      const thing = this.#things.get(name)
      assert.ok(thing !== undefined, `nothing is called ${name} by then`)
      return thing
    })
  }
}
