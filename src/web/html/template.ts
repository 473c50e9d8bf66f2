/**
 * Finds the position of each value in a template, once per template. Throws for values that
 * escaping cannot make safe: in unquoted attributes, in script, style and comments, and in
 * attributes that contain code or style.
 */

/**
 * The positions: in text, between attributes of a tag, in a quoted attribute, or in a quoted
 * attribute that contains a URL.
 */
export type Place =
  | { readonly kind: 'text' | 'attributes' | 'attribute' }
  /** `before` is the part of the URL before the value; `isFirst` if no other value precedes it. */
  | { readonly kind: 'address'; readonly before: string; readonly isFirst: boolean }

const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set([
  'action',
  'formaction',
  'href',
  'poster',
  'src',
  'xlink:href',
])
const RAW_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style'])

const known = new WeakMap<TemplateStringsArray, readonly Place[]>()

/** The positions of a template's values, in order. Throws a TypeError for an unsafe template. */
export function placesOf(literals: TemplateStringsArray): readonly Place[] {
  const before = known.get(literals)
  if (before !== undefined) return before
  const scanner = new Scanner()
  const places = literals.map((literal, index) => {
    scanner.read(literal)
    return index < literals.length - 1 ? scanner.place() : scanner.end()
  })
  known.set(literals, places)
  return places
}

type State = 'text' | 'tag' | 'equals' | 'value' | 'raw' | 'comment'

/** Parses markup as browsers do, as far as our markup requires. */
class Scanner {
  #state: State = 'text'
  #element = ''
  #attribute = ''
  /**
   * For the current attribute value: its text since the last hole, and whether there was one
   * before.
   */
  #value = ''
  #hadHole = false

  read(literal: string): void {
    let rest = literal
    while (rest !== '') rest = this.#step(rest)
  }

  place(): Place {
    switch (this.#state) {
      case 'text':
        return { kind: 'text' }
      case 'tag':
        return { kind: 'attributes' }
      case 'value': {
        const isFirst = !this.#hadHole
        const before = this.#value
        this.#hadHole = true
        this.#value = ''
        return ADDRESS_ATTRIBUTES.has(this.#attribute)
          ? { kind: 'address', before, isFirst }
          : { kind: 'attribute' }
      }
      case 'equals':
        throw new TypeError(`the value of ${this.#attribute} must be in double quotes`)
      default:
        throw new TypeError(`a value is not allowed in a ${this.#element || 'comment'}`)
    }
  }

  /** A template ends in text, so that what follows keeps its meaning. */
  end(): Place {
    if (this.#state !== 'text') throw new TypeError(`a template ends inside of a ${this.#state}`)
    return { kind: 'text' }
  }

  /** Consumes the text of one state and returns the rest. */
  #step(text: string): string {
    switch (this.#state) {
      case 'text':
        return this.#text(text)
      case 'tag':
        return this.#tag(text)
      case 'equals':
        if (!text.startsWith('"'))
          throw new TypeError(`the value of ${this.#attribute} must be in double quotes`)
        this.#state = 'value'
        this.#value = ''
        this.#hadHole = false
        return text.slice(1)
      case 'value':
        return this.#quoted(text)
      case 'raw':
        return this.#raw(text)
      case 'comment':
        return this.#until(text, '-->', 'text')
    }
  }

  #text(text: string): string {
    const start = text.indexOf('<')
    if (start < 0) return ''
    const rest = text.slice(start)
    if (rest.startsWith('<!--')) {
      this.#element = ''
      this.#state = 'comment'
      return rest.slice(4)
    }
    const opening = /^<(\/?[a-z][a-z0-9-]*|!doctype)/i.exec(rest)
    if (opening === null) throw new TypeError('a value may not name a tag, and a lone < is &lt;')
    this.#element = (opening[1] ?? '').toLowerCase()
    this.#state = 'tag'
    return rest.slice(opening[0].length)
  }

  #tag(text: string): string {
    const rest = text.replace(/^[\s/]+/, '')
    if (rest === '') return ''
    if (rest.startsWith('>')) {
      this.#state = RAW_ELEMENTS.has(this.#element) ? 'raw' : 'text'
      return rest.slice(1)
    }
    const name = /^[^\s"'<>/=]+/.exec(rest)?.[0]
    if (name === undefined) throw new TypeError(`invalid syntax in a tag: ${rest.slice(0, 20)}`)
    this.#attribute = name.toLowerCase()
    if (!isAllowedAttribute(this.#attribute))
      throw new TypeError(`attribute ${this.#attribute} is not allowed`)
    const after = rest.slice(name.length)
    if (!after.startsWith('=')) return after
    this.#state = 'equals'
    return after.slice(1)
  }

  #quoted(text: string): string {
    const end = text.indexOf('"')
    this.#value += end < 0 ? text : text.slice(0, end)
    if (end < 0) return ''
    this.#state = 'tag'
    return text.slice(end + 1)
  }

  /** The content security policy blocks inline scripts; only `<script src>` is allowed. */
  #raw(text: string): string {
    if (!text.startsWith(`</${this.#element}`))
      throw new TypeError(`a ${this.#element} may hold nothing: it is a file of its own`)
    this.#element = `/${this.#element}`
    this.#state = 'tag'
    return text.slice(this.#element.length + 1)
  }

  #until(text: string, mark: string, next: State): string {
    const end = text.indexOf(mark)
    if (end < 0) return ''
    this.#state = next
    return text.slice(end + mark.length)
  }
}

/**
 * Attributes that contain code or style are bugs; the content security policy would ignore them
 * silently.
 */
export const isAllowedAttribute = (name: string): boolean => !/^(on|style$|srcdoc$)/.test(name)
