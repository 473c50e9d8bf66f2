// The part of a step that runs inside a page: finds forms, fields and buttons as a reader does. A
// small script of our own, because Playwright's locators load a library into every new page, which
// takes a third of the CPU time of loading the page.

import { DESCRIBED, type PageButton } from './buttons.ts'

/** A whole text, or a pattern. */
export interface Wanted {
  readonly text?: string
  readonly source?: string
  readonly flags?: string
}

/** A form, and the button or field in it; both must be visible when they are used. */
export interface Target {
  readonly form: string
  /** A selector and a text: the form is in the first such element with the text. */
  readonly within?: readonly [selector: string, text: Wanted]
  readonly press?: Wanted
  readonly role?: 'button' | 'link'
  readonly label?: string
}

/** Where to click next, or why the target cannot be clicked yet. */
export interface Place {
  /** The middle of the target, or of what has to be opened first. */
  readonly at?: readonly [x: number, y: number]
  /** True if the target itself is there, and not what contains it. */
  readonly isTarget?: boolean
  readonly problem?: string
  readonly button?: PageButton
  readonly href?: string
}

export interface Refusal {
  readonly id: string
  /** The message at the field. */
  readonly said: string
  /** The number of links to the field in the summary. */
  readonly links: number
  readonly focus: string
  readonly isFilter: boolean
  readonly kept: readonly { readonly isSecret: boolean; readonly value: string }[]
}

/** An expression that calls a function of the script in the page. */
export const inPage = (name: string, ...values: readonly unknown[]): string =>
  `(window.pageSteps ??= (${PAGE_STEPS})()).${name}(${values.map((each) => JSON.stringify(each)).join()})`

const PAGE_STEPS = `() => {
  const norm = (text) => text.trim().replaceAll(/\\s+/g, ' ')
  // Scripts and styles are not text.
  const textOf = (element) => {
    if (!element.querySelector('script, style, noscript')) return element.textContent
    const copy = element.cloneNode(true)
    for (const each of copy.querySelectorAll('script, style, noscript')) each.remove()
    return copy.textContent
  }
  // The accessible name: without what screen readers do not read.
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label')
    if (label !== null) return norm(label)
    const ids = element.getAttribute('aria-labelledby')
    if (ids !== null) return norm(ids.split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' '))
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data
      if (node.nodeType !== Node.ELEMENT_NODE || node.matches('[aria-hidden=true], svg, script, style')) return ''
      const { display, visibility } = getComputedStyle(node)
      if (display === 'none' || visibility === 'hidden') return ''
      const inner = [...node.childNodes].map(read).join('')
      return display.startsWith('inline') ? inner : ' ' + inner + ' '
    }
    return norm([...element.childNodes].map(read).join(''))
  }
  const isWanted = ({ text, source, flags }, found) =>
    source === undefined ? found === norm(text) : new RegExp(source, flags).test(found)
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }

  // The innermost elements with the text, once the page is complete.
  const shows = (wanted) => {
    if (document.readyState !== 'complete') return false
    if (wanted.text !== undefined && !norm(document.body.textContent).includes(norm(wanted.text))) return false
    const matched = new Set()
    const own = [...document.body.querySelectorAll('*')].filter((element) => !element.matches('script, style, noscript'))
    for (const element of own.reverse())
      if (isWanted(wanted, norm(textOf(element)))) matched.add(element)
    return [...matched].some((element) => ![...element.children].some((child) => matched.has(child)) && isVisible(element))
  }

  const labelled = (form, label) => [...form.querySelectorAll('input, select, textarea')].find((field) =>
    [field.getAttribute('aria-label') ?? '', ...[...(field.labels ?? [])].map(textOf)].some((each) => norm(each) === norm(label)) ||
    (field.hasAttribute('aria-labelledby') && nameOf(field) === norm(label)))

  const formOf = ({ form, within }) => {
    const around = within === undefined ? document
      : [...document.querySelectorAll(within[0])].find((each) => isWanted(within[1], norm(textOf(each))))
    return around?.querySelector(form) ?? undefined
  }

  const found = ({ press, role, label, ...its }) => {
    const form = formOf(its)
    if (form === undefined) return undefined
    if (label !== undefined) return labelled(form, label)
    if (press === undefined) return form
    const candidates = [...form.querySelectorAll(role === 'link' ? 'a[href]' : 'button')]
    const isNamed = (each) => isWanted(press, nameOf(each))
    // A button in a closed panel has a name, too; one that is shown comes first.
    return candidates.find((each) => isVisible(each) && isNamed(each)) ??
      candidates.find((each) => isWanted(press, norm(each.getAttribute('aria-label') ?? textOf(each))))
  }

  // The button that opens the outermost closed panel around an element.
  const openerOf = (element) => {
    let opener
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      if (each.matches('details:not([open])') && element.closest('summary')?.parentElement !== each)
        opener = each.querySelector('summary')
      if (each.matches('[popover]:not(:popover-open)'))
        opener = document.querySelector('[popovertarget="' + each.id + '"]:not([popovertargetaction])')
    }
    return opener
  }

  const placeOf = (target) => {
    const element = found(target)
    if (element == null) return { problem: 'is not there' }
    const opener = openerOf(element)
    const pressed = opener === undefined ? element : openerOf(opener) ?? opener
    if (pressed === null || !isVisible(pressed)) return { problem: 'is hidden' }
    if (pressed.matches(':disabled')) return { problem: 'is disabled' }
    pressed.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    // A link may be in several lines.
    const [{ left, top, width, height }] = pressed.getClientRects()
    const at = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(...at)
    if (hit === null || !(pressed.contains(hit) || hit.contains(pressed)))
      return { problem: 'is behind ' + hit?.outerHTML.slice(0, 200) }
    return {
      at, isTarget: pressed === element, href: element.getAttribute('href') ?? undefined,
      button: pressed === element && element.matches('button, form') ? ${DESCRIBED}([element])[0] : undefined,
    }
  }

  // Selects the text of a field, so that typing replaces it; chooses an option itself.
  const enter = (target, value) => {
    const field = found(target)
    if (field === undefined || openerOf(field) !== undefined || !isVisible(field)) return 'hidden'
    field.focus()
    if (field.tagName !== 'SELECT') {
      field.select()
      return document.activeElement === field && !field.matches(':disabled, :read-only') ? 'focused' : 'closed'
    }
    const option = [...field.options].find((each) => [each.value, each.label].some((each) => norm(each) === norm(value)))
    if (option === undefined || option.disabled) return 'has no option ' + value
    option.selected = true
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    return 'chosen'
  }

  const describe = (target) => {
    const element = found(target)
    return element == null ? undefined : ${DESCRIBED}([element])[0]
  }

  const refusal = (target, labels) => {
    const field = document.querySelector('[aria-invalid="true"]')
    const inside = formOf(target)
    if (document.readyState !== 'complete' || field === null || inside === undefined || !isVisible(field)) return undefined
    // The browser moves the focus when it shows the page for the first time.
    if (document.activeElement === document.body) return undefined
    const { id } = field
    return {
      id,
      said: document.getElementById(id + '-message')?.textContent ?? '',
      links: document.querySelectorAll('.notice.declined a[href="#' + id + '"]').length,
      focus: document.activeElement?.id ?? '',
      isFilter: inside.getAttribute('id') === 'list-filter',
      kept: labels.map((label) => {
        const { type, value } = labelled(inside, label)
        return { isSecret: type === 'password', value }
      }),
    }
  }

  // The outcome of a form has the focus, unless a field is refused.
  const isAtOutcome = () => {
    const outcome = [...document.querySelectorAll('.notice[role], [role] > .notice')].find(isVisible)
    const { activeElement } = document
    return outcome === undefined || activeElement === outcome || activeElement.matches('[aria-invalid=true]')
  }

  return { shows, placeOf, enter, describe, refusal, isAtOutcome }
}`
