// JSON with its parts told apart by colour, and by what they are without it.

import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'

/** A text as indented JSON; undefined where it is none. */
export function indentedJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g

/** Spans for the parts of indented JSON; what stands between them stays as it is. */
export function highlightedJson(json: string): Html {
  const parts: HtmlValue[] = []
  let end = 0
  for (const match of json.matchAll(TOKEN)) {
    parts.push(json.slice(end, match.index), tokenView(match))
    end = match.index + match[0].length
  }
  return html`${[...parts, json.slice(end)]}`
}

function tokenView([whole, text, colon, number]: RegExpMatchArray): HtmlValue {
  if (text !== undefined && colon !== undefined)
    return html`<span class="json-name">${text}</span>${colon}`
  if (text !== undefined) return html`<span class="json-text">${text}</span>`
  return number === undefined
    ? html`<span class="json-word">${whole}</span>`
    : html`<span class="json-number">${whole}</span>`
}
