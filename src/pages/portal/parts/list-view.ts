// Parts of lists: filters as links, live rows, and links to other pages.

import { tabs } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'

interface Filter {
  readonly name: string
  readonly label: string
  /** True for a group of other tabs, which is only shown while it is selected. */
  readonly isHidden?: boolean
}

/** The number of rows for each filter, by name, as text such as `1,000+`. */
export type Counts = Readonly<Record<string, string>>

interface FilterOptions {
  readonly label?: string
  readonly counts?: Counts
  /** Other URL parameters that the links keep. */
  readonly kept?: Readonly<Record<string, string>>
}

/** The filters of a list; the first has no name in the URL. */
export const filterLinks = (
  address: string,
  filters: readonly Filter[],
  current: string,
  { label = 'Filter', counts, kept = {} }: FilterOptions = {},
): Html => {
  const hrefOf = (...query: readonly (readonly [string, string])[]) => {
    const values = new URLSearchParams([...query, ...Object.entries(kept)].map((each) => [...each]))
    return values.size === 0 ? address : `${address}?${values.toString()}`
  }
  const links = tabs(
    label,
    filters
      .filter(({ name, isHidden }) => name === current || isHidden !== true)
      .map(({ name, label: text }, index) => ({
        label: text,
        href: index === 0 ? hrefOf() : hrefOf(['filter', name]),
        isCurrent: name === current,
        ...(counts?.[name] !== undefined && { count: counts[name] }),
      })),
  )
  return counts === undefined ? links : html`<div data-live="filters">${links}</div>`
}

/** The URL for live updates, with the parameters that select the content. */
export function liveAddress(
  address: string,
  query: URLSearchParams,
  keeps: readonly string[] = [],
): string {
  const shown = ['filter', ...keeps, 'after', 'before', 'holder', 'did'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  return shown.length === 0 ? address : `${address}?${new URLSearchParams(shown).toString()}`
}

/** A list with its links. Live updates announce new rows and change visible rows in place. */
export const liveList = (...content: readonly HtmlValue[]): Html =>
  html`<div class="live-list" data-live-list>${content}</div>`

export const pageLinks = (
  first: string | undefined,
  next: string | undefined,
  nextLabel = 'Older',
): HtmlValue =>
  (first ?? next) !== undefined &&
  html`<p class="more">
    ${first !== undefined && html`<a class="button quiet" href="${first}">First page</a>`}
    ${next !== undefined && html`<a class="button quiet" href="${next}">${nextLabel}</a>`}
  </p>`

/** A short list with the form that adds to it next to it; viewers see no form. */
export const listAndForm = (list: Html, addForm: Html | false, below?: Html): Html =>
  html`<div class="columns">
    <div class="main">${list}</div>
    ${addForm && html`<aside>${addForm}</aside>`}
    ${below && html`<div class="below">${below}</div>`}
  </div>`
