// The numbers on the tabs of a list.

import type { TypedOperation } from '../../../api/endpoint/operation.ts'
import type { Counts } from '../parts/list-view.ts'
import type { PageContext } from './screen.ts'

export const countText = (count: number, hasMore: boolean): string =>
  `${count.toLocaleString('en-US')}${hasMore ? '+' : ''}`

interface Counted {
  readonly items: readonly {
    readonly filter: string
    readonly count: number
    readonly hasMore: boolean
  }[]
}

/** The counts of an operation; `tabs` names the tabs that are not named like their filter. */
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
