// JSON with syntax highlighting; known ids are links.

import { parsedExactly } from '../../../kernel/exact-json.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'

/** A text as indented JSON with every digit of its numbers; undefined if it is not JSON. */
export const indentedJson = (text: string): string | undefined => spaced(text, 2)

/** The same without white space. */
export const compactJson = (text: string): string | undefined => spaced(text, 0)

function spaced(text: string, spaces: number): string | undefined {
  try {
    return JSON.stringify(parsedExactly(text), null, spaces)
  } catch {
    return undefined
  }
}

/**
 * The link target of a value, from its field name and the field that contains its object or list
 * (empty at the top level).
 */
export type LinkOf = (member: string, within: string, value: string) => string | undefined

const TOKEN_PATTERN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b|([[\]{}])/g

/** Links the ids in indented JSON, and wraps its tokens in spans for syntax highlighting. */
export function highlightedJson(
  json: string,
  linkOf: LinkOf = () => undefined,
  isColoured = true,
): Html {
  const parts: HtmlValue[] = []
  const way = new JsonWay()
  let end = 0
  for (const match of json.matchAll(TOKEN_PATTERN)) {
    const [whole, text, colon, number, , bracket] = match
    parts.push(json.slice(end, match.index))
    end = match.index + whole.length
    if (bracket !== undefined) way.pass(bracket)
    else if (colon !== undefined) way.member = contentOf(text ?? '')
    const value = colon === undefined ? (text ?? number) : undefined
    const target = value && linkOf(way.member, way.within, contentOf(value))
    const view = isColoured ? tokenView(match) : whole
    parts.push(target === undefined || target === '' ? view : html`<a href="${target}">${view}</a>`)
  }
  return html`${[...parts, json.slice(end)]}`
}

/** Names and ids contain no escapes; a string with escapes is neither. */
const contentOf = (literal: string): string => literal.replaceAll('"', '')

/** Position in the document: the open objects and lists, by the fields that contain them. */
class JsonWay {
  member = ''
  readonly #open: string[] = []

  /** The field that contains the object, or its list. */
  get within(): string {
    return this.#open.at(-1) ?? ''
  }

  pass(bracket: string): void {
    if (bracket === '{' || bracket === '[') {
      this.#open.push(this.member)
      return
    }
    this.member = this.#open.pop() ?? ''
  }
}

function tokenView([whole, text, colon, number, word]: RegExpMatchArray): HtmlValue {
  if (text !== undefined && colon !== undefined)
    return html`<span class="json-name">${text}</span>${colon}`
  if (text !== undefined) return html`<span class="json-text">${text}</span>`
  if (word !== undefined) return html`<span class="json-word">${whole}</span>`
  return number === undefined ? whole : html`<span class="json-number">${whole}</span>`
}
