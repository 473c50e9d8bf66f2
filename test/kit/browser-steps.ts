// Works through a table of steps in a real browser: opens a page, fills in a form, presses its
// button and checks the result.

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Buttons } from './buttons.ts'

/**
 * One use of a form or a download link. Words in braces are names of known values: see `Clicker`.
 */
export interface Step {
  /** True for a step that hosted mode does not have. */
  readonly isLocal?: true
  /** True for a step whose result a script shows. */
  readonly isScripted?: true
  /** True for a step that local mode does not have. */
  readonly isHosted?: true
  /** The user whose browser it is; the owner by default. */
  readonly who?: string
  /** The URL of the page; the page that the previous step opened by default. */
  readonly go?: string
  /** A selector of the form; the first match counts. */
  readonly form?: string
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
    if (keeps !== undefined) keepId(this.#things, keeps, after.url())
    if (after !== before) await after.close()
  }

  /**
   * Submits invalid input: the field shows the error and has the focus, on long pages a summary
   * links to it, and the input is kept unless it is a secret.
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
    const { id, said, count } = await this.page.evaluate<Refusal>(REFUSAL)
    assert.ok(said.trim().length > 5, 'the field says nothing')
    // Pages outside a project are short, and filters are at the top: the field alone says it.
    const isLong = new URL(this.page.url()).pathname.startsWith('/p/')
    const isFilter = (await at.getAttribute('id')) === 'list-filter'
    const links = isLong && !isFilter ? 1 : 0
    assert.equal(count, links)
    assert.equal(await this.page.locator(':focus').getAttribute('id'), id)
    for (const [label, value] of Object.entries(wrong)) {
      const typed = at.getByLabel(this.#filled(label), { exact: true })
      const kept = await typed.evaluate((it: { readonly type: string; value: string }) => ({
        isSecret: it.type === 'password',
        value: it.value,
      }))
      assert.equal(kept.value, kept.isSecret ? '' : value.trim())
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

  async #keepFile(at: Locator, file: RegExp, { press, form }: Step): Promise<void> {
    const role = form === undefined ? 'link' : 'button'
    const pressed = press === undefined ? at : at.getByRole(role, { name: press, exact: true })
    await this.#buttons.press(pressed)
    const [download] = await Promise.all([this.page.waitForEvent('download'), pressed.click()])
    assert.match(download.suggestedFilename(), file)
  }

  /** Opens the panels that contain a form or a field. */
  async #unfold(inside: Locator): Promise<void> {
    if (!(await inside.evaluate(isFolded))) return
    const folds = inside.locator('xpath=ancestor::details[not(@open)]/summary')
    for (const fold of await folds.all()) await fold.click()
    const dialog = inside.locator('xpath=ancestor::*[@popover]')
    if ((await dialog.count()) === 0 || (await dialog.isVisible())) return
    const button = this.page.locator(
      `[popovertarget="${await dialog.getAttribute('id')}"]:not([popovertargetaction])`,
    )
    await this.#unfold(button)
    await button.click()
  }

  async #type(field: Locator, value: string): Promise<void> {
    await this.#unfold(field)
    const isList = await field.evaluate(({ tagName }: { tagName: string }) => tagName === 'SELECT')
    await (isList ? field.selectOption(value) : field.fill(value))
  }

  #shown(page: Page, text: string | RegExp): Locator {
    const wanted = typeof text === 'string' ? this.#filled(text) : text
    return page.locator('body').getByText(wanted, { exact: true }).filter({ visible: true })
  }

  #filled(text: string): string {
    return filled(this.#things, text)
  }
}

/** The first field that was refused, its message, and the number of links to it. */
interface Refusal {
  readonly id: string
  readonly said: string
  readonly count: number
}

const REFUSAL = `(() => {
  const { id } = document.querySelector('[aria-invalid="true"]')
  const said = document.getElementById(id + '-message')?.textContent ?? ''
  const count = document.querySelectorAll('.notice.declined a[href="#' + id + '"]').length
  return { id, said, count }
})()`

interface Nested {
  readonly parentElement: { closest(selector: string): unknown } | null
}

/** Runs in the browser. */
const isFolded = ({ parentElement }: Nested): boolean =>
  parentElement !== null &&
  parentElement.closest('details:not([open]), [popover]:not(:popover-open)') !== null

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
