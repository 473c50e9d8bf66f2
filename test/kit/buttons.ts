// The buttons of the portal: those that its routes require, those that a page shows, and those that
// a test pressed.

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Mode } from '../../src/config.ts'
import { accountRoutes } from '../../src/pages/portal/account/pages.ts'
import { learn } from '../../src/pages/portal/shell/learn-screens.ts'
import { screensOf } from '../../src/pages/portal/shell/screens.ts'
import { searchScreen as search } from '../../src/pages/portal/search/search-screen.ts'
import { may, type Permission, type Role } from '../../src/users/role.ts'

interface Place {
  /** The operation, as the table of routes names it. */
  readonly name: string
  readonly method: 'get' | 'post'
  readonly path: RegExp
  readonly needs: Permission
  /** True for the target of a button or a download link. */
  readonly isPressed: boolean
}

interface Route {
  readonly path: string
  readonly operation: string
  readonly needs?: Permission
}

const placed =
  (prefix: string, method: Place['method'], isPressed: boolean, usual: Permission = 'look') =>
  ({ path, operation, needs = usual }: Route): Place => ({
    ...{ name: operation, method, needs, isPressed },
    path: new RegExp(`^${(prefix + path).replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  })

/** The targets of forms and links. If two match a URL, the first counts. */
function placesOf(mode: Mode): readonly Place[] {
  const screens = [...screensOf(mode), search]
  const publicly = (route: Route): Route => ({ ...route, operation: `public ${route.operation}` })
  const ofAccounts = (method: 'GET' | 'POST') =>
    mode === 'hosted' ? accountRoutes.filter((route) => route.method === method) : []
  return [
    ...screens.flatMap(({ downloads = [] }) => downloads).map(placed('/p/:project', 'get', true)),
    ...screens.flatMap(({ pages }) => pages).map(placed('/p/:project', 'get', false)),
    ...screens
      .flatMap(({ actions = [] }) => actions)
      .map(placed('/p/:project', 'post', true, 'change')),
    ...[{ path: '/p', operation: 'makeProject' }].map(placed('', 'post', true)),
    ...learn.flatMap(({ pages }) => pages.map(publicly)).map(placed('', 'get', false)),
    // Without a public project there is nothing to pay.
    ...learn
      .flatMap(({ actions = [] }) => actions.map(publicly))
      .map(placed('', 'post', mode === 'local')),
    ...(mode === 'local' ? [{ path: '/shop/order', operation: 'orderInShop' }] : []).map(
      placed('', 'post', true),
    ),
    ...ofAccounts('GET').map(placed('/account', 'get', false)),
    ...ofAccounts('POST').map(placed('/account', 'post', true)),
  ]
}

/** A button of the page; a form without one is submitted with Enter. */
interface PageButton {
  readonly method: string
  readonly path: string
  readonly id: string
  readonly value: string
  readonly target: string
}

/** The properties of an element. */
interface PageElement {
  readonly baseURI: string
  readonly form?: PageElement | null
  readonly value?: string
  getAttribute(name: string): string | null
}

/** Describes buttons, and forms without one. Runs in the browser. */
const described = (elements: readonly PageElement[]): PageButton[] =>
  elements.map((element) => {
    const form = element.form ?? element
    const of = (name: string): string => form.getAttribute(name) ?? ''
    return {
      method: of('method') === '' ? 'get' : of('method'),
      path: new URL(element.getAttribute('formaction') ?? of('action'), form.baseURI).pathname,
      id: of('id'),
      value: element.value ?? '',
      target: element.getAttribute('formtarget') ?? '',
    }
  })

/** The paths of links. Runs in the browser. */
const pathsOf = (links: readonly PageElement[]): string[] =>
  links.map((link) => new URL(link.getAttribute('href') ?? '', link.baseURI).pathname)

/** On many pages, with tests of their own: display settings, and filters saved in the browser. */
const FORM = 'form:not([action="/display"], .saved-filters form)'
const BUTTONS = `${FORM} button:not([type=button]), ${FORM}:not(:has(button))`

/** Targets outside the portal, which have tests of their own. */
const PAYMENT_PAGE = '/payment/'

/** The form that ends a session contains the id of that session. */
const ID_OF_MANY = /^end-|-usr_/

export class Buttons {
  readonly #places: readonly Place[]
  readonly #seen = new Set<string>()
  readonly #pressed = new Set<string>()

  constructor(mode: Mode) {
    this.#places = placesOf(mode)
  }

  /** The buttons that a page shows, by operation and, where it has several, by form and value. */
  async on(page: Page): Promise<readonly string[]> {
    if (new URL(page.url()).pathname.startsWith(PAYMENT_PAGE)) return []
    // Not a locator, whose library every new page would load.
    const shown = await page.evaluate<PageButton[]>(
      `(${String(described)})([...document.querySelectorAll(${JSON.stringify(BUTTONS)})])`,
    )
    const names = [...new Set(shown.map((each) => this.#nameOf(each)))].toSorted()
    for (const name of names) this.#seen.add(name)
    return names
  }

  /** Records that a button, a form without one, or a download link is used. */
  async press(element: Locator): Promise<void> {
    const href = await element.getAttribute('href')
    const [shown] = await element.evaluateAll(described)
    assert.ok(shown !== undefined)
    const name =
      href === null
        ? this.#nameOf(shown)
        : this.#placeOf('get', new URL(href, element.page().url()).pathname).name
    this.#pressed.add(name)
  }

  /** Buttons that are required or were shown, and that no test pressed. */
  unpressed(): readonly string[] {
    const operations = new Set([...this.#pressed].map((name) => name.replace(/[#=>].*/, '')))
    const due = this.#places.filter(({ isPressed, name }) => isPressed && !operations.has(name))
    const missed = [...this.#seen].filter((name) => !this.#pressed.has(name))
    return [...due.map(({ name }) => name), ...missed]
  }

  /** The buttons of a page that a role may press. */
  allowed(names: readonly string[], role: Role): readonly string[] {
    return names.filter((name) => {
      const operation = name.replace(/[#=>].*/, '')
      const its = this.#places.find((each) => each.name === operation)
      return may(role, its?.needs ?? 'own')
    })
  }

  mayOpen(path: string, role: Role): boolean {
    return may(role, this.#placeOf('get', path.replace(/[?#].*/, '')).needs)
  }

  /** Links of a page to pages that a role may not open. */
  async forbiddenLinks(page: Page, role: Role): Promise<readonly string[]> {
    const paths = await page.evaluate<string[]>(
      `(${String(pathsOf)})([...document.querySelectorAll('a[href^="/"]')])`,
    )
    return [...new Set(paths)].filter((path) => {
      const its = this.#places.find((each) => each.method === 'get' && each.path.test(path))
      return its !== undefined && !may(role, its.needs)
    })
  }

  #nameOf({ method, path, id, value, target }: PageButton): string {
    const form = id === '' || ID_OF_MANY.test(id) ? '' : `#${id}`
    const { name } = this.#placeOf(method, path)
    return name + form + (value && `=${value}`) + (target && `>${target}`)
  }

  #placeOf(method: string, path: string): Place {
    const found = this.#places.find((each) => each.method === method && each.path.test(path))
    assert.ok(found !== undefined, `no route takes ${method} ${path}`)
    return found
  }
}
