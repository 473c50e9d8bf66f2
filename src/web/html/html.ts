/**
 * The `html` tag. It escapes every value between `${` and `}` for text and for quoted attributes;
 * only fragments of another `html` are inserted unchanged. No function marks a string as safe:
 * constant markup is written inside a template. Where escaping does not help, the tag throws,
 * because it knows the position of each value (`template.ts`).
 */
import { isAllowedAttribute, type Place, placesOf } from './template.ts'

/**
 * Values of a template. `false`, `null` and `undefined` print nothing, lists print their items.
 */
export type HtmlValue = Html | string | number | bigint | false | null | undefined | HtmlList
type HtmlList = readonly HtmlValue[]

/**
 * A finished fragment. The private field makes the type nominal, so that a similar object is
 * refused.
 */
class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type { Html }

/** The result of `attributes`, only allowed between the attributes of a tag. */
class Attributes extends Html {}

const TEXT_PLACE: Place = { kind: 'text' }

/**
 * Tag for a fragment. Attribute values are in double quotes: `<a href="${url}">`. Throws a
 * TypeError for a URL that could run code and for a value that escaping cannot make safe;
 * `linkTarget` checks beforehand.
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
  return new Html(markup)
}

function printAt({ kind }: Place, value: HtmlValue): string {
  if (kind === 'text') return print(value)
  return kind === 'attributes' ? printAttributes(value) : escape(plainText(value))
}

/** A raster image as a data URL; unlike SVG it cannot contain script. */
const IMAGE = /^data:image\/(?:png|jpeg|webp);base64,[\w+/]*={0,2}$/

/** A fragment or query of the page itself, an image, or anything that `linkTarget` accepts. */
const isAddress = (text: string): boolean =>
  /^[#?]/.test(text) || IMAGE.test(text) || linkTarget(text) !== null

/**
 * Optional attributes with a leading space: `<input${attributes({ required: true })}>`. `true`
 * prints the name alone; `false`, `null` and `undefined` print nothing. Throws for attributes that
 * contain code or style, which the content security policy would ignore silently.
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
 * (`myapp://done`). Anything else (`javascript:`, `data:`, `//other-host`) returns null, and the
 * caller omits the link.
 */
export const linkTarget = (url: string): string | null =>
  isPath(url) || isAbsoluteUrl(url) ? url : null

/** Schemes that run code, show content from the URL itself, or read the payer's files. */
const UNSAFE_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'about',
])

/** An absolute URL of the web or of an app. `host:3000` is neither: `//` is required. */
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
  if (value instanceof Attributes) throw new TypeError('attributes are only allowed in a tag')
  if (value instanceof Html) return value.toString()
  if (isList(value)) return value.map(print).join('')
  return escape(String(value))
}

function printAttributes(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Attributes) return value.toString()
  throw new TypeError('only attributes stand between the attributes of a tag')
}

/** The text of a value inside quotes, which markup could close. */
function plainText(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) throw new TypeError('markup is not allowed in an attribute')
  return isList(value) ? value.map(plainText).join('') : String(value)
}

function isList(value: HtmlValue): value is HtmlList {
  return Array.isArray(value)
}

// Browsers drop or replace NUL in different ways; the replacement character is visible.
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '\0': '\uFFFD',
}
