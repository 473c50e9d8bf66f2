// What lists have in common: filters as links above, a table that becomes blocks on a narrow page, and the way to older rows.

import { attributes, html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'

export interface Filter {
  readonly name: string
  readonly label: string
}

/** The filters of a list; the first is the one without a name in the address. */
export const filterLinks = (
  address: string,
  filters: readonly Filter[],
  current: string,
  label = 'Filter',
): Html =>
  html`<nav class="filters" aria-label="${label}">
    ${filters.map(({ name, label: text }, index) => {
      const isCurrent = attributes({ 'aria-current': name === current && 'page' })
      return index === 0
        ? html`<a href="${address}" ${isCurrent}>${text}</a>`
        : html`<a href="${address}?filter=${name}" ${isCurrent}>${text}</a>`
    })}
  </nav>`

/** Where a page with a query is read again: at the part of the query that says what it shows. */
export function liveAddress(address: string, query: URLSearchParams): string {
  const shown = ['filter', 'after', 'before', 'holder'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  return shown.length === 0 ? address : `${address}?${new URLSearchParams(shown).toString()}`
}

/** A list with what leads on from it: while the page is open, new rows are told of, and rows that change do so in their places. */
export const liveList = (...content: readonly HtmlValue[]): Html =>
  html`<div class="live-list" data-live-list>${content}</div>`

export const pageLinks = (newest: string | undefined, older: string | undefined): HtmlValue =>
  (newest ?? older) !== undefined &&
  html`<p class="more">
    ${newest !== undefined && html`<a class="button quiet" href="${newest}">Back to the first</a>`}
    ${older !== undefined && html`<a class="button quiet" href="${older}">More</a>`}
  </p>`

/** One row more than a page holds tells whether there are others. */
export function pageAndRest<T>(
  rows: readonly T[],
  size: number,
): { readonly shown: readonly T[]; readonly last: T | undefined } {
  const shown = rows.slice(0, size)
  return { shown, last: rows.length > size ? shown.at(-1) : undefined }
}
