// Shared parts of the reference pages: search form, method, text with code spans, field list.

import { breakable } from '../../../web/html/breakable.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { SchemaField } from './fields.ts'
import { QUERY_LENGTH_MAX } from './find.ts'
import { addressOf, type ReferenceOperation } from './reference.ts'
import { boundsOf, longListOf, typeWords } from './schema-labels.ts'

export const searchForm = (base: string, query = ''): Html =>
  html`<form
    class="find"
    role="search"
    aria-label="Search the reference"
    action="${base + '/docs'}"
  >
    ${icons.search}
    <input
      type="search"
      name="q"
      value="${query}"
      maxlength="${QUERY_LENGTH_MAX}"
      autocomplete="off"
      placeholder="Search the reference"
      aria-label="Search operations, parameters and texts"
    />
    <button class="button quiet" type="submit">Search</button>
  </form>`

/** Renders code spans; the document has no other Markdown. */
export const spokenText = (text: string): HtmlValue =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

export const methodView = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** A list of operations with summary, method and path. */
export const operationList = (
  base: string,
  entries: readonly { readonly operation: ReferenceOperation; readonly note?: Html }[],
): Html =>
  html`<ul class="operations">
    ${entries.map(
      ({ operation, note }) =>
        html`<li>
          <a href="${base + addressOf(operation)}">${operation.summary}</a>
          <span class="route"
            >${methodView(operation.method)}<code>${breakable(operation.path)}</code></span
          >
          ${note}
        </li>`,
    )}
  </ul>`

/** A field or parameter with its type, limits, description and example. */
interface FieldLine extends SchemaField {
  /** Location of a parameter; undefined for body fields. */
  readonly place?: string
  readonly example?: unknown
}

export const fieldList = (fields: readonly FieldLine[]): Html =>
  html`<dl class="field-list">${fields.map(fieldView)}</dl>`

function fieldView({ within, name, isRequired, schema, place, example }: FieldLine): Html {
  const { words, pattern } = boundsOf(schema)
  const shown = [example ?? schema.examples?.[0]].filter(
    (each) => each !== undefined && each !== '' && each !== null && typeof each !== 'object',
  )
  const values = longListOf(schema)
  const facts = [typeWords(schema), ...words].join(', ')
  return html`<div>
    <dt>
      <code>${within !== '' && html`<span class="within">${within}</span>`}${name}</code>
      ${isRequired && html`<span class="needed">required</span>`}
      <span class="aside">${place && `${place}: `}${facts}</span>
    </dt>
    <dd>
      ${schema.description !== undefined && html`<p>${spokenText(schema.description)}</p>`}
      ${
        values.length > 0 &&
        html`<details>
          <summary>All ${values.length} values</summary>
          <p class="aside">${values.map(String).join(', ')}</p>
        </details>`
      }
      ${pattern !== undefined && html`<p class="aside">Pattern <code>${pattern}</code></p>`}
      ${shown.map(
        (each) => html`<p class="aside">Example <code class="value">${String(each)}</code></p>`,
      )}
    </dd>
  </div>`
}
