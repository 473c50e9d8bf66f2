// Works through steps without showing a page: reads pages, fills in their forms and sends them as a
// browser would. The browser parses the pages and creates the requests, but renders nothing.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/users/role.ts'
import type { Step } from './browser-steps.ts'
import { type Buttons, buttonsOf, DESCRIBED, linksOf, type PageButton } from './buttons.ts'

interface ReadPage {
  readonly url: string
  readonly status: number
  readonly buttons: readonly PageButton[]
  readonly links: readonly string[]
}

interface Taken {
  readonly opened: ReadPage
  readonly pressed?: PageButton
  readonly downloaded?: string
  readonly fileName?: string
  /** Absent after a download. */
  readonly next?: ReadPage
  readonly problem?: string
}

export class FormReader {
  readonly #page: Page
  readonly #buttons: Buttons
  readonly #filled: (text: string) => string

  /** The page is at the service, so that it may read the others. `filled` replaces names. */
  constructor(page: Page, buttons: Buttons, filled: (text: string) => string) {
    this.#page = page
    this.#buttons = buttons
    this.#filled = filled
  }

  static async at(
    page: Page,
    url: string,
    [buttons, filled]: readonly [Buttons, (text: string) => string],
  ): Promise<FormReader> {
    await page.goto(`${url}/guides`)
    await page.evaluate(READER)
    return new FormReader(page, buttons, filled)
  }

  /** Opens a page, and returns its buttons. No link may lead to a page that is forbidden. */
  async look(path: string, role: Role): Promise<readonly string[]> {
    const read = await this.#page.evaluate<ReadPage>(`reader.open(${JSON.stringify(path)})`)
    assert.equal(read.status, 200, path)
    assert.deepEqual(this.#buttons.forbidden(read.links, role), [], path)
    return this.#buttons.saw(new URL(read.url).pathname, read.buttons)
  }

  /** Returns the URL of the page that the step opens. */
  async take({ go, form = 'main', type = {}, press, shows = '', file }: Step): Promise<string> {
    const wanted = {
      go: go === undefined ? undefined : this.#filled(go),
      form: this.#filled(form),
      fields: Object.entries(type).map((pair) => pair.map((text) => this.#filled(text))),
      press: press === undefined ? undefined : this.#wanted(press),
      shows: this.#wanted(shows),
      hasFile: file !== undefined,
    }
    const taken = await this.#page.evaluate<Taken>(`reader.take(${JSON.stringify(wanted)})`)
    const { opened, pressed, downloaded, fileName, next, problem } = taken
    assert.equal(problem, undefined)
    this.#buttons.saw(new URL(opened.url).pathname, opened.buttons)
    if (pressed !== undefined) this.#buttons.pressed(pressed)
    if (downloaded !== undefined) this.#buttons.downloaded(downloaded)
    if (file !== undefined) assert.match(fileName ?? '', file)
    if (next === undefined) return opened.url
    // Some forms ask for more than the step fills in.
    assert.ok([200, 422].includes(next.status), `${next.url}: ${next.status}`)
    this.#buttons.saw(new URL(next.url).pathname, next.buttons)
    return next.url
  }

  /** A string is a whole text, as in the steps of a browser. */
  #wanted(text: string | RegExp): Readonly<Record<string, string>> {
    if (text instanceof RegExp) return { source: text.source, flags: text.flags }
    return { text: this.#filled(text) }
  }
}

const READER = `window.reader = (() => {
  let page, url
  const HIDDEN = '[hidden], [popover]:not([data-open]), script, style, template, noscript'
  const words = (element) => {
    const copy = element.cloneNode(true)
    for (const hidden of copy.querySelectorAll('[aria-hidden=true], svg, script, style')) hidden.remove()
    return copy.textContent.trim().replaceAll(/\\s+/g, ' ')
  }
  const isShown = (element) => {
    if (element.closest(HIDDEN) !== null) return false
    for (let fold = element.closest('details:not([open])'); fold !== null; fold = fold.parentElement.closest('details:not([open])'))
      if (element.closest('summary')?.parentElement !== fold) return false
    return true
  }
  const isWanted = ({ text, source, flags }, found) =>
    source === undefined ? found === text : new RegExp(source, flags).test(found)
  const shows = (wanted) =>
    [...page.body.querySelectorAll('*')].some((element) => isShown(element) && isWanted(wanted, words(element)))
  const nameOf = (element) => element.getAttribute('aria-label') ?? words(element)
  const read = (status) => ({ url, status, buttons: ${buttonsOf('page')}, links: ${linksOf('page')} })

  async function load(address, request) {
    const response = await fetch(address, { ...request, headers: { ...request?.headers, accept: 'text/html' } })
    const disposition = response.headers.get('content-disposition')
    if (disposition !== null) return { fileName: /filename="([^"]*)"/.exec(disposition)?.[1] ?? '' }
    url = response.url
    page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // A page that is only read has no URL of its own.
    for (const form of page.querySelectorAll('form:not([action])')) form.setAttribute('action', url)
    for (const name of ['action', 'formaction', 'href'])
      for (const each of page.querySelectorAll('[' + name + '^="?"]'))
        each.setAttribute(name, new URL(each.getAttribute(name), url).href)
    return { next: read(response.status) }
  }

  const fieldOf = (form, label) =>
    [...form.querySelectorAll('input, select, textarea')].find((field) =>
      field.getAttribute('aria-label') === label || [...(field.labels ?? [])].some((each) => words(each) === label))

  function fill(form, label, value) {
    const field = fieldOf(form, label)
    if (field === undefined) throw new Error('no field ' + label)
    if (field.tagName !== 'SELECT') return void (field.value = value)
    const option = [...field.options].find((each) => words(each) === value || each.value === value)
    if (option === undefined) throw new Error('no option ' + value)
    option.selected = true
  }

  function send(form, button) {
    const of = (name) => button?.getAttribute('form' + name) ?? form.getAttribute(name) ?? ''
    const data = new FormData(form, button)
    const address = new URL(of('action'), url)
    const isFile = of('enctype') === 'multipart/form-data'
    if (of('method') === 'post') return load(address, { method: 'POST', body: isFile ? data : new URLSearchParams(data) })
    address.search = new URLSearchParams(data).toString()
    return load(address)
  }

  async function take({ go, form: selector, fields, press, shows: shown, hasFile }) {
    const steps = {}
    if (go !== undefined) {
      const { next } = await load(go)
      if (next.status !== 200) return { opened: next, problem: go + ': ' + next.status }
    }
    steps.opened = read(200)
    try {
      if (!hasFile && shows(shown)) throw new Error('it is there already')
      const at = page.querySelector(selector)
      if (at === null) throw new Error('no form ' + selector)
      for (const [label, value] of fields) fill(at, label, value)
      const candidates = press === undefined ? [] : [...at.querySelectorAll('button, a[href]')]
      const pressed = candidates.find((each) => isWanted(press, nameOf(each)))
      if (press !== undefined && pressed === undefined) throw new Error('nothing to press')
      if (pressed?.matches('a')) {
        const { fileName } = await load(pressed.href)
        return { ...steps, downloaded: new URL(pressed.href).pathname, fileName }
      }
      const dialog = pressed?.getAttribute('popovertarget')
      if (dialog) page.getElementById(dialog).dataset.open = ''
      else {
        const form = pressed?.form ?? at
        const button = pressed ?? form.querySelector('button:not([type=button])') ?? undefined
        steps.pressed = ${DESCRIBED}([pressed ?? form])[0]
        const { fileName, next } = await send(form, button)
        steps.fileName = fileName
        steps.next = next
        if (fileName !== undefined) return steps
      }
      if (!shows(shown)) throw new Error('does not show it: ' + words(page.querySelector('main') ?? page.body).slice(0, 1500))
      return steps
    } catch (error) {
      return { ...steps, problem: String(error) }
    }
  }

  return { take, open: async (path) => (await load(path)).next }
})()`
