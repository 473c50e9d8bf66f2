// The buttons of the portal: those that its routes require, those that a page shows, and those that
// a test pressed.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
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
    name: operation,
    method,
    needs,
    isPressed,
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
export interface PageButton {
  readonly method: string
  readonly path: string
  readonly id: string
  readonly value: string
  readonly target: string
  /** Its form as a browser reads it: the way it is sent, and its fields without values. */
  readonly form: string
}

/** The properties of an element. */
interface PageElement {
  readonly baseURI: string
  readonly form?: PageElement | null
  readonly value?: string
  readonly tagName: string
  readonly type?: string
  readonly name?: string
  readonly required?: boolean
  readonly textContent: string | null
  readonly labels?: Iterable<PageElement> | null
  readonly elements?: Iterable<PageElement>
  closest(selector: string): PageElement | null
  getAttribute(name: string): string | null
}

/** Describes buttons, and forms without one. Runs in the browser. */
const described = (elements: readonly PageElement[]): PageButton[] =>
  elements.map((element) => {
    const form = element.form ?? element
    const of = (name: string): string => form.getAttribute(name) ?? ''
    const written = (text: string | null): string =>
      (text ?? '')
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/\S*(?:prj_|rcv_|key-|try-|\d)\S*/g, '#')
    // Scripts add buttons for themselves. Lists of choices are as long as the project's data.
    const fields = [...(form.elements ?? [])]
      .filter(({ tagName, type }) => tagName !== 'BUTTON' || type !== 'button')
      .map((field) => {
        const spoken = field.type === 'checkbox' ? '' : written(field.getAttribute('aria-label'))
        return JSON.stringify([
          field.tagName,
          field.type,
          field.name,
          field.required,
          field.getAttribute('role'),
          ...[...(field.labels ?? [])].map((label) => written(label.textContent)),
          spoken,
          written(field.getAttribute('formaction')),
        ])
      })
    const folds = ['details', '[popover]'].filter((fold) => form.closest(fold) !== null)
    return {
      form: JSON.stringify([
        of('enctype'),
        of('novalidate'),
        of('autocomplete'),
        folds,
        ...new Set(fields),
      ]),
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

/** On many pages, with separate tests: display settings, and filters saved in the browser. */
const FORM = 'form:not([action="/display"], .saved-filters form)'
const BUTTONS = `${FORM} button:not([type=button]), ${FORM}:not(:has(button))`

/** For the page itself, and for pages that it has read. */
export const DESCRIBED = `(${String(described)})`
const LINKED = `(${String(pathsOf)})`
export const buttonsOf = (document: string): string =>
  `${DESCRIBED}([...${document}.querySelectorAll(${JSON.stringify(BUTTONS)})])`
export const linksOf = (document: string): string =>
  `${LINKED}([...${document}.querySelectorAll('a[href^="/"]')])`
const SHOWN = buttonsOf('document')

/** Targets outside the portal, which have separate tests. */
const PAYMENT_PAGE = '/payment/'

/** The form that ends a session contains the id of that session. */
const ID_OF_MANY = /^end-|-usr_/

export class Buttons {
  readonly #places: readonly Place[]
  readonly #seen = new Set<string>()
  readonly #pressed = new Set<string>()
  /** Those that were clicked, not only read. */
  readonly #clicked = new Set<string>()
  /** The forms that a button was shown in, and those that it sent. */
  readonly #forms = new Map<string, Set<string>>()
  readonly #sent: (readonly [name: string, form: string])[] = []

  constructor(mode: Mode) {
    this.#places = placesOf(mode)
  }

  /** The buttons that a page shows, by operation and, where it has several, by form and value. */
  async on(page: Page): Promise<readonly string[]> {
    // Not a locator, whose library every new page would load.
    return this.saw(new URL(page.url()).pathname, await page.evaluate<PageButton[]>(SHOWN))
  }

  saw(path: string, shown: readonly PageButton[]): readonly string[] {
    if (path.startsWith(PAYMENT_PAGE)) return []
    const names = [...new Set(shown.map((each) => this.#nameOf(each)))].toSorted()
    for (const name of names) this.#seen.add(name)
    return names
  }

  /** Records that a button, or a form without one, was clicked. */
  clicked(button: PageButton): void {
    this.#clicked.add(this.pressed(button))
  }

  /** Returns the name of the button. */
  pressed(button: PageButton): string {
    const name = this.#nameOf(button)
    this.#pressed.add(name)
    this.#sent.push([name, button.form])
    return name
  }

  downloaded(path: string): void {
    this.#pressed.add(this.#placeOf('get', path).name)
  }

  /** Forms that were sent without a click here, and that the other pages do not have. */
  formsBesides(other: Buttons): readonly string[] {
    return this.#sent
      .filter(
        ([name, form]) => !this.#clicked.has(name) && other.#forms.get(name)?.has(form) !== true,
      )
      .map(([name, form]) => `${name}: ${form}`)
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

  /** Of links, those to pages that a role may not open. */
  forbidden(links: readonly string[], role: Role): readonly string[] {
    return [...new Set(links)].filter((path) => {
      const its = this.#places.find((each) => each.method === 'get' && each.path.test(path))
      return its !== undefined && !may(role, its.needs)
    })
  }

  #nameOf({ method, path, id, value, target, form: its }: PageButton): string {
    const form = id === '' || ID_OF_MANY.test(id) ? '' : `#${id}`
    const { name } = this.#placeOf(method, path)
    const whole = name + form + (value && `=${value}`) + (target && `>${target}`)
    this.#forms.set(whole, (this.#forms.get(whole) ?? new Set()).add(its))
    return whole
  }

  #placeOf(method: string, path: string): Place {
    const found = this.#places.find((each) => each.method === method && each.path.test(path))
    assert.ok(found !== undefined, `no route takes ${method} ${path}`)
    return found
  }
}
