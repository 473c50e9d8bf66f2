/**
 * The `html` tag: text that is safe to send. Whatever is put between `${` and `}` is escaped for text
 * and for quoted attribute values alike; only what another `html` made goes in as it is. There is no
 * way to mark a string as safe: our own constant markup is simply written inside a template. Where no
 * escaping helps, the tag throws: it knows of each value where it stands (`template.ts`).
 */
import { isAllowedAttribute, type Place, placesOf } from './template.ts'

/** What may stand in a template. `false`, `null` and `undefined` print nothing, lists print their items. */
export type HtmlValue = Html | string | number | bigint | false | null | undefined | HtmlList
type HtmlList = readonly HtmlValue[]

/** A finished fragment. The private field makes the type nominal: a look-alike object is refused. */
export type Html = Fragment

export class Fragment {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** What `attributes` makes: it stands between the attributes of a tag, and nowhere else. */
class Attributes extends Fragment {}

const TEXT_PLACE: Place = { kind: 'text' }

/**
 * Tag for a fragment. Attribute values must stand in double quotes: `<a href="${url}">`. An address that could run code throws a
 * TypeError, as does a value where no escaping makes it safe; `linkTarget` tells beforehand.
 */
export function html(literals: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const places = placesOf(literals)
  let markup = literals[0] ?? ''
  let address = ''
  for (const [index, value] of values.entries()) {
    const place = places[index] ?? TEXT_PLACE
    if (place.kind === 'address') {
      address = (place.isFirst ? '' : address) + place.before + plainText(value)
      if (!isAddress(address)) throw new TypeError('a link that leads nowhere safe')
    }
    markup += printAt(place, value) + (literals[index + 1] ?? '')
  }
  return new Fragment(markup)
}

function printAt({ kind }: Place, value: HtmlValue): string {
  if (kind === 'text') return print(value)
  return kind === 'attributes' ? printAttributes(value) : escape(plainText(value))
}

/** What may be followed: a place of the page itself, another query of it, or what the link check lets through. */
const isAddress = (text: string): boolean => /^[#?]/.test(text) || linkTarget(text) !== null

/**
 * Optional attributes, with their leading space: `<input${attributes({ required: true })}>`.
 * `true` prints the bare name; `false`, `null` and `undefined` print nothing. Names that carry code
 * or style are a mistake of ours, and the content security policy would drop them silently.
 */
export function attributes(values: Record<string, string | number | boolean | null | undefined>) {
  const parts = Object.entries(values).map(([name, value]) => {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || !isAllowedAttribute(name)) {
      throw new TypeError(`attribute ${name} is not allowed`)
    }
    if (value === false || value === null || value === undefined) return ''
    return value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`
  })
  return new Attributes(parts.join(''))
}

/** Escapes a string for text and quoted attribute values. */
export function escape(text: string): string {
  return text.replace(/[&<>"'`\0]/g, (character) => ESCAPES[character] ?? '')
}

/**
 * A link target that cannot run code: a path on this origin, an http(s) URL, or the URL of an app
 * (`myapp://done`). Anything else (`javascript:`, `data:`, `//other-host`) is null, and the caller
 * leaves the link out.
 */
export const linkTarget = (url: string): string | null =>
  isPath(url) || isAbsoluteUrl(url) ? url : null

/** Schemes that run code, show what the URL itself contains, or read the payer's files. */
const UNSAFE_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'about',
])

/** An absolute URL of the web or of an app. `host:3000` is neither: the two slashes are required. */
export function isAbsoluteUrl(url: string): boolean {
  const scheme = /^([a-z][a-z\d+.-]*):\/\/\S+$/i.exec(url)?.[1]?.toLowerCase()
  return scheme !== undefined && !UNSAFE_SCHEMES.has(scheme) && URL.canParse(url)
}

/** A path on this origin. Browsers read `//host`, `/\host` and `/<tab>/host` as another host. */
export function isPath(address: string): boolean {
  return /^\/(?![/\\])[^\t\r\n]*$/.test(address)
}

function print(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Attributes) throw new TypeError('attributes stand in a tag')
  if (value instanceof Fragment) return value.toString()
  if (isList(value)) return value.map(print).join('')
  return escape(String(value))
}

function printAttributes(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Attributes) return value.toString()
  throw new TypeError('only attributes stand between the attributes of a tag')
}

/** The text of a value inside of quotes, where markup would end them. */
function plainText(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Fragment) throw new TypeError('no markup may stand in an attribute')
  return isList(value) ? value.map(plainText).join('') : String(value)
}

function isList(value: HtmlValue): value is HtmlList {
  return Array.isArray(value)
}

// A NUL would be dropped or replaced by browsers, each in its own way: the replacement character is visible.
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '\0': '\uFFFD',
}
