// The numbers on the tabs of a list, and the number of rows that combined filters select.

import type { TypedOperation } from '../../../api/endpoint/operation.ts'
import { html, type Html } from '../../../web/html/html.ts'
import type { Counts } from '../parts/list-view.ts'
import type { PageContext } from './screen.ts'

export const countText = (count: number, hasMore: boolean): string =>
  `${count.toLocaleString('en-US')}${hasMore ? '+' : ''}`

/** The rows of the first page; there may be more. */
export const matchesView = (rows: number, hasMore: boolean): Html =>
  html`<p class="aside matches">
    ${countText(rows, hasMore)} ${rows === 1 && !hasMore ? 'match' : 'matches'}
  </p>`

interface Counted {
  readonly items: readonly {
    readonly filter: string
    readonly count: number
    readonly hasMore: boolean
  }[]
}

/** The counts of an operation; `tabs` lists the tabs whose names differ from their filters. */
export const countsOf =
  (
    operation: TypedOperation<unknown, unknown, unknown, Counted>,
    tabs: Readonly<Record<string, string>> = {},
  ) =>
  async ({ perform }: PageContext): Promise<Counts> => {
    const { items } = await perform(operation)
    return Object.fromEntries(
      items.map(({ filter, count, hasMore }) => [
        tabs[filter] ?? filter,
        countText(count, hasMore),
      ]),
    )
  }
