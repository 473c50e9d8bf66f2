// Pages that render the list of an operation: tabs, filters that can be combined, a sortable table
// that becomes blocks on narrow screens, a link to older rows, and the list as a file.

import {
  type Operation,
  permissionOf,
  type TypedOperation,
} from '../../../api/endpoint/operation.ts'
import { type Column, emptyState, table } from '../../../web/html/components.ts'
import type { Drawing } from '../../../web/html/drawings.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { fieldsView, type ListField, type ListInput, readFields } from '../parts/list-fields.ts'
import { type Counts, filterLinks, liveList, pageLinks } from '../parts/list-view.ts'
import { savedFilters, savedFiltersScript } from '../parts/saved-filters.ts'
import { withParams } from './action-address.ts'
import { besideDetail } from './list-detail.ts'
import { csvLink, FILE_PAGE_SIZE, type FileColumn, listFile } from './list-file.ts'
import { sampleDataButton } from '../parts/sample-data.ts'
import { matchesView } from './list-counts.ts'
import { type Content, type Page, page } from './page.ts'
import type { DownloadRoute, Onward, PageContext, Route, View } from './screen.ts'
import { UnknownQuery } from './unknown-query.ts'

/** A tab of a list: its name in the URL and its query for the operation. */
export interface ListFilter<Q> {
  readonly name: string
  readonly label: string
  /** True for a group of other tabs, which is only shown while it is selected. */
  readonly isHidden?: boolean
  readonly query?: Q
  /** The rows that the tab selects, if its label does not say it. */
  readonly note?: string
  /** Text of an empty list. */
  readonly empty?: string
  /** True if its rows have a fixed order, so that columns do not sort them. */
  readonly isSorted?: boolean
}

/** A column that sorts the list; `down` of the first one is the default. */
export interface ListSort<Q> {
  /** Header of the column. */
  readonly header: string
  /** Name in the URL and query for each direction. */
  readonly down: { readonly name: string; readonly query: Q }
  readonly up: { readonly name: string; readonly query: Q }
}

interface Answer<I> {
  readonly items: readonly I[]
  readonly nextCursor: string | null
}

/** Content with a separate head, for a list of one object; see `View`. */
type Headed = Required<Pick<View, 'head' | 'content'>>

const isHeaded = (above: HtmlValue | Headed): above is Headed =>
  typeof above === 'object' && above !== null && 'head' in above

interface ListOptions<Q, S, I, N, F> extends Route {
  readonly title: string | ((context: PageContext) => string)
  /** Caption of the table; the title by default. */
  readonly caption?: string
  /** Noun for the live update notice; `list` by default. */
  readonly of?: string
  /** Tabs; the first is the default. */
  readonly filters?: readonly F[]
  /** Number of rows for each tab. */
  readonly counts?: (context: PageContext) => Promise<Counts>
  /** Filters that can be combined. */
  readonly fields?: readonly ListField<Q>[]
  readonly sorts?: readonly ListSort<Q>[]
  /** The file with all rows of the current filters, next to the page. */
  readonly file?: { readonly operation: string; readonly columns: readonly FileColumn<I>[] }
  /** Additional query from the URL; throws `UnknownQuery` for an invalid value. */
  readonly query?: (context: PageContext) => Q
  readonly params?: (context: PageContext) => S
  /** Other URL parameters that links to other pages keep. */
  readonly keeps?: readonly string[]
  /** Content above the filters, with the heading; the JSON view only shows a separate `head`. */
  readonly above: (
    context: PageContext,
    news: N | undefined,
    filter: F,
  ) => HtmlValue | Headed | Promise<HtmlValue | Headed>
  /** Additional data of a list without combined filters, such as totals. */
  readonly beside?: (context: PageContext, filter: F) => Promise<HtmlValue>
  readonly columns: readonly Column[] | ((filter: F) => readonly Column[])
  readonly row: (item: I, context: PageContext, filter: F) => readonly HtmlValue[]
  readonly empty: string
  /** True if the empty list has a button that fills the project with sample data. */
  readonly offersSampleData?: true
  /** Illustration of an empty list. */
  readonly drawing?: Drawing
  /** The row in `?selected=`, shown next to the list on wide screens; see `detailLink`. */
  readonly detail?: {
    readonly shows: readonly Operation[]
    /** Undefined if the row does not exist. */
    readonly show: (id: string, context: PageContext) => Promise<HtmlValue>
  }
  /** Content under the rows, if there are any. */
  readonly below?: (context: PageContext, filter: F) => HtmlValue
  readonly isRefused?: (news: N) => boolean
}

/** The page of a list, and its file if it has one. */
export interface ListPage<N> extends Page<N> {
  readonly downloads: readonly DownloadRoute[]
}

interface ListQuery {
  readonly cursor?: string
  readonly limit?: string
}

const NO_FILTER = { name: 'all', label: '' }

/** A page that shows the list of an operation. */
export function listPage<
  Q extends ListQuery,
  S,
  I,
  N = never,
  F extends ListFilter<Q> = ListFilter<Q>,
>(shows: TypedOperation<unknown, Q, S, Answer<I>>, list: ListOptions<Q, S, I, N, F>): ListPage<N> {
  const { path, operation, needs, of = 'list', fields = [], file } = list
  const state = (context: PageContext): ListState<Q, F> => readState(list, context)
  const sentFor = (context: PageContext, paging: ListQuery) => {
    const { filter, sort, input } = state(context)
    return {
      query: {
        ...filter.query,
        ...sort?.query,
        ...list.query?.(context),
        ...input.query,
        ...paging,
      },
      ...(list.params && { params: list.params(context) }),
    }
  }
  const sent = (context: PageContext) => {
    const cursor = context.query.get('after')
    return sentFor(context, cursor === null ? {} : { cursor })
  }
  const send: DownloadRoute['send'] = async (context) => {
    const [[field, mistake] = []] = Object.entries(state(context).input.mistakes)
    if (field !== undefined) throw new UnknownQuery(field, mistake ?? '')
    const { perform } = context
    const pageAfter = (cursor: string | null) =>
      perform<unknown, unknown, unknown, Answer<I>>(
        shows,
        sentFor(context, { limit: String(FILE_PAGE_SIZE), ...(cursor !== null && { cursor }) }),
      )
    const name = withParams(path, context.params).split('/').at(-1) ?? ''
    return listFile(`${name}.csv`, file?.columns ?? [], pageAfter)
  }
  const download = { needs: needs ?? permissionOf(shows), path: `${path}.csv`, send }
  return {
    ...page<unknown, unknown, unknown, Answer<I>, N>(
      shows,
      {
        path,
        operation,
        of,
        sent,
        ...(needs && { needs }),
        keeps: [...fields.map(({ name }) => name), 'sort', 'selected'],
        ...(list.detail && { beside: list.detail.shows }),
      },
      (answer, context, news) => render(list, { ...answer, ...state(context) }, context, news),
    ),
    downloads: file === undefined ? [] : [{ ...download, operation: file.operation }],
  }
}

/** The part of the list that its URL selects. */
interface ListState<Q, F> {
  readonly filter: F
  readonly sort: ListSort<Q>['down'] | undefined
  readonly input: ListInput<Q>
}

function readState<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  { filters = [], sorts = [], fields = [] }: ListOptions<Q, S, I, N, F>,
  context: PageContext,
): ListState<Q, F> {
  const name = context.query.get('filter')
  const [first = NO_FILTER as F] = filters
  const filter = name === null ? first : filters.find((each) => each.name === name)
  if (filter === undefined) throw new UnknownQuery('filter', name ?? '')
  const sortName = context.query.get('sort')
  const sort = sorts.flatMap(({ up, down }) => [up, down]).find((each) => each.name === sortName)
  if (sortName !== null && (sort === undefined || filter.isSorted === true))
    throw new UnknownQuery('sort', sortName)
  return { filter, sort, input: readFields(fields, context) }
}

/** The URLs of a list in its current state. */
interface ListUrls {
  /** Path of the list, without a query. */
  readonly address: string
  /** The list in its current state, from its first rows. */
  readonly current: UrlQuery
  /** Parameters of other parts of the page. */
  readonly ofOthers: UrlQuery
  /** Parameters that the combined filters keep. */
  readonly besideFields: UrlQuery
}
type UrlQuery = Readonly<Record<string, string>>

function urlsOf<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  { path, keeps = [], filters = [] }: ListOptions<Q, S, I, N, F>,
  { filter, sort, input }: ListState<Q, F>,
  { base, params, query }: PageContext,
): ListUrls {
  const ofOthers = Object.fromEntries(
    keeps.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const ofFilter = filters.length > 0 && query.has('filter') ? { filter: filter.name } : {}
  const ofSort = sort === undefined ? {} : { sort: sort.name }
  return {
    address: base + withParams(path, params),
    current: { ...ofOthers, ...ofFilter, ...input.typed, ...ofSort },
    ofOthers,
    besideFields: { ...ofOthers, ...ofFilter, ...ofSort },
  }
}

/** The rows, and how they were selected. */
interface Shown<Q, I, F> extends Answer<I>, ListState<Q, F> {
  readonly context: PageContext
  readonly urls: ListUrls
  readonly hasMistake: boolean
  /** True if combined filters select the rows. */
  readonly isNarrowed: boolean
}

async function render<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  list: ListOptions<Q, S, I, N, F>,
  answered: Answer<I> & ListState<Q, F>,
  context: PageContext,
  news: N | undefined,
): Promise<Content | Onward> {
  const { filters = [], fields = [], file } = list
  const { filter, input } = answered
  const urls = urlsOf(list, answered, context)
  const { address, current, ofOthers } = urls
  // A form also sends its empty fields. The URL of a list should only contain parameters that
  // select its rows.
  if (fields.some(({ name }) => context.query.get(name) === ''))
    return { location: urlOf(withParams(list.path, context.params), current) }

  const hasMistake = Object.keys(input.mistakes).length > 0
  const isNarrowed = Object.keys(input.typed).length > 0
  const items = hasMistake ? [] : answered.items
  const shown: Shown<Q, I, F> = { ...answered, items, context, urls, hasMistake, isNarrowed }
  const selected = list.detail && context.query.get('selected')?.slice(0, 100)
  const [above, counts, beside, detail] = await Promise.all([
    list.above(context, news, filter),
    isNarrowed ? undefined : list.counts?.(context),
    isNarrowed ? undefined : list.beside?.(context, filter),
    selected === undefined ? undefined : list.detail?.show(selected, context),
  ])
  const tabs = { ...(counts && { counts }), kept: { ...ofOthers, ...input.typed } }
  const fieldParts =
    fields.length > 0 && fieldsView({ fields, input, address, kept: urls.besideFields })
  const isCounted = isNarrowed && items.length > 0 && context.query.get('after') === null
  const isRefused = hasMistake || (news !== undefined && list.isRefused?.(news) === true)
  return {
    title: titleOf(list, context),
    ...(isRefused && { status: 422 as const }),
    ...(fieldParts !== false && { scripts: [savedFiltersScript] }),
    ...(isHeaded(above) && { head: above.head }),
    content: html`${isHeaded(above) ? above.content : above}
    ${filters.length > 0 && filterLinks(address, filters, filter.name, tabs)}
    ${
      (fieldParts !== false || file !== undefined) &&
      html`<div class="list-tools">
        ${fieldParts && [fieldParts.button, savedFilters(address, urlOf('', current))]}
        ${file !== undefined && !hasMistake && csvLink(urlOf(`${address}.csv`, current))}
      </div>`
    }
    ${fieldParts && fieldParts.chips}
    ${filter.note !== undefined && html`<p class="aside">${filter.note}</p>`} ${beside}
    ${isCounted && matchesView(items.length, answered.nextCursor !== null)}
    ${besideDetail(rowsView(list, shown), detail, urlOf(address, current))}`,
  }
}

const titleOf = <Q, S, I, N, F>(
  { title }: ListOptions<Q, S, I, N, F>,
  context: PageContext,
): string => (typeof title === 'string' ? title : title(context))

/** The table, and the links to other rows. */
function rowsView<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  list: ListOptions<Q, S, I, N, F>,
  shown: Shown<Q, I, F>,
): Html {
  const { filter, items, nextCursor, context, urls, hasMistake } = shown
  const { address, current } = urls
  const caption = list.caption ?? titleOf(list, context)
  return liveList(
    table({
      caption: (list.filters ?? []).length > 0 ? `${caption}: ${filter.label}` : caption,
      stacks: true,
      columns: columnsOf(list, shown),
      rows: items.map((item) => list.row(item, context, filter)),
      empty: emptyText(list, shown),
    }),
    items.length > 0 && list.below?.(context, filter),
    pageLinks(
      context.query.has('after') ? urlOf(address, current) : undefined,
      nextCursor === null || hasMistake
        ? undefined
        : urlOf(address, { ...current, after: nextCursor }),
      nextLabelOf(list, shown),
    ),
  )
}

/** The columns, with links that sort by them. */
function columnsOf<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  { columns, sorts = [] }: ListOptions<Q, S, I, N, F>,
  { filter, sort, urls }: Shown<Q, I, F>,
): readonly Column[] {
  const all = typeof columns === 'function' ? columns(filter) : columns
  if (filter.isSorted === true) return all
  const sortedBy = sort?.name ?? sorts[0]?.down.name
  return all.map((column) => {
    const by = sorts.find(({ header }) => header === column.header)
    if (by === undefined) return column
    const next = sortedBy === by.down.name ? by.up : by.down
    const href = urlOf(urls.address, { ...urls.current, sort: next.name })
    const isSorted = { [by.down.name]: 'descending', [by.up.name]: 'ascending' } as const
    const direction = isSorted[sortedBy ?? '']
    return { ...column, sort: { href, ...(direction && { isSorted: direction }) } }
  })
}

/** Only the default order is by time. A search without results so far can continue. */
function nextLabelOf<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  { sorts = [] }: ListOptions<Q, S, I, N, F>,
  { filter, sort, items, nextCursor, hasMistake }: Shown<Q, I, F>,
): string {
  if (items.length === 0 && nextCursor !== null && !hasMistake) return 'Continue the search'
  const isDefault = sort === undefined || sort.name === sorts[0]?.down.name
  return filter.isSorted !== true && isDefault ? 'Older' : 'Next page'
}

/** Why there are no rows, with a link that clears the filters. */
function emptyText<Q extends ListQuery, S, I, N, F extends ListFilter<Q>>(
  list: ListOptions<Q, S, I, N, F>,
  { filter, nextCursor, context, urls, hasMistake, isNarrowed }: Shown<Q, I, F>,
): HtmlValue {
  if (hasMistake) return emptyState('search', 'Correct the filter to see the list.')
  const isDefault = filter.name === (list.filters?.[0]?.name ?? NO_FILTER.name)
  if (!isNarrowed && nextCursor === null)
    return emptyState(
      list.drawing ?? 'search',
      filter.empty ?? list.empty,
      isDefault
        ? list.offersSampleData === true && sampleDataButton(context)
        : html`<a class="button quiet" href="${urls.address}">Show all</a>`,
    )
  const text = nextCursor === null ? 'Nothing matches these filters.' : 'No match so far.'
  const clear = html`<a class="button quiet" href="${urls.address}">Clear filters</a>`
  return emptyState('search', text, clear)
}

const urlOf = (address: string, query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? address : `${address}?${text}`
}
