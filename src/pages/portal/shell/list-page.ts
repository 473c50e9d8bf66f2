// Pages that render the list of an operation: filters, a table that becomes blocks on narrow
// screens, and a link to older rows.

import type { TypedOperation } from '../../../api/endpoint/operation.ts'
import { type Column, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { HtmlValue } from '../../../web/html/html.ts'
import { type Counts, filterLinks, liveList, pageLinks } from '../parts/list-view.ts'
import { type Content, type Page, page } from './page.ts'
import type { PageContext, Route } from './screen.ts'
import { UnknownQuery } from './unknown-query.ts'

/** A filter of a list: its name in the URL and its query for the operation. */
export interface ListFilter<Q> {
  readonly name: string
  readonly label: string
  readonly query?: Q
  /** Text of an empty list. */
  readonly empty?: string
}

interface Answer<I> {
  readonly items: readonly I[]
  readonly nextCursor: string | null
}

interface ListPage<Q, S, I, N, F> extends Route {
  readonly title: string | ((context: PageContext) => string)
  /** Caption of the table; the title by default. */
  readonly caption?: string
  /** Noun for the live update notice; `list` by default. */
  readonly of?: string
  /** The first is the default. */
  readonly filters?: readonly F[]
  /** Additional query from the URL; throws `UnknownQuery` for an invalid value. */
  readonly query?: (context: PageContext) => Q
  readonly params?: (context: PageContext) => S
  /** URL parameters besides `filter` and `after` that links to other pages keep. */
  readonly keeps?: readonly string[]
  /** Content above the filters, with the heading. */
  readonly above: (
    context: PageContext,
    news: N | undefined,
    filter: F,
  ) => HtmlValue | Promise<HtmlValue>
  /** Number of rows of each filter. */
  readonly counts?: (context: PageContext) => Promise<Counts>
  /** Additional data of the list, such as totals. */
  readonly beside?: (context: PageContext, filter: F) => Promise<HtmlValue>
  readonly columns: readonly Column[] | ((filter: F) => readonly Column[])
  readonly row: (item: I, context: PageContext, filter: F) => readonly HtmlValue[]
  readonly empty: string
  /** Content below the rows, if there are any. */
  readonly below?: (context: PageContext, filter: F) => HtmlValue
  readonly isRefused?: (news: N) => boolean
}

const NO_FILTER = { name: 'all', label: '' }

/** A page that shows the list of an operation. */
export function listPage<
  Q extends { readonly cursor?: string },
  S,
  I,
  N = never,
  F extends ListFilter<Q> = ListFilter<Q>,
>(shows: TypedOperation<unknown, Q, S, Answer<I>>, list: ListPage<Q, S, I, N, F>): Page<N> {
  const { path, operation, needs, of = 'list', filters = [] } = list
  const filterOf = ({ query }: PageContext): F => {
    const name = query.get('filter')
    const [first = NO_FILTER as F] = filters
    const filter = name === null ? first : filters.find((each) => each.name === name)
    if (filter === undefined) throw new UnknownQuery('filter', name ?? '')
    return filter
  }
  const sent = (context: PageContext) => {
    const cursor = context.query.get('after')
    return {
      query: {
        ...filterOf(context).query,
        ...list.query?.(context),
        ...(cursor !== null && { cursor }),
      },
      ...(list.params && { params: list.params(context) }),
    }
  }
  const render = async (
    { items, nextCursor }: Answer<I>,
    context: PageContext,
    news?: N,
  ): Promise<Content> => {
    const filter = filterOf(context)
    const address =
      context.base + path.replaceAll(/:(\w+)/g, (_, name: string) => context.params[name] ?? '')
    const kept = [...(list.keeps ?? []), ...(filters.length > 0 ? ['filter'] : [])].flatMap(
      (name) => {
        const value = name === 'filter' ? filter.name : context.query.get(name)
        return value === null ? [] : [[name, value]]
      },
    )
    const pageAt = (after?: string) => {
      const query = new URLSearchParams([
        ...kept,
        ...(after === undefined ? [] : [['after', after]]),
      ])
      return query.size === 0 ? address : `${address}?${query.toString()}`
    }
    const title = typeof list.title === 'string' ? list.title : list.title(context)
    const caption = list.caption ?? title
    const [above, counts, beside] = await Promise.all([
      list.above(context, news, filter),
      list.counts?.(context),
      list.beside?.(context, filter),
    ])
    return {
      title,
      ...(news !== undefined && list.isRefused?.(news) === true && { status: 422 as const }),
      content: html`${above}
      ${filters.length > 0 && filterLinks(address, filters, filter.name, { ...(counts && { counts }) })}
      ${beside}
      ${liveList(
        table({
          caption: filters.length > 0 ? `${caption}: ${filter.label}` : caption,
          stacks: true,
          columns: typeof list.columns === 'function' ? list.columns(filter) : list.columns,
          rows: items.map((item) => list.row(item, context, filter)),
          empty: html`<p>${filter.empty ?? list.empty}</p>`,
        }),
        items.length > 0 && list.below?.(context, filter),
        pageLinks(
          context.query.has('after') ? pageAt() : undefined,
          nextCursor === null ? undefined : pageAt(nextCursor),
        ),
      )}`,
    }
  }
  return page<unknown, unknown, unknown, Answer<I>, N>(
    shows,
    { path, operation, ...(needs && { needs }), of, sent },
    render,
  )
}
