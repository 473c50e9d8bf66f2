// Pages and actions are clients of the operations. An entry names the operation that the page
// renders or the action performs. The sample call, the link to the reference and live updates
// follow from it.

import type { SentArguments, SentValues } from '../../../api/endpoint/in-process.ts'
import {
  type Operation,
  permissionOf,
  type TypedOperation,
} from '../../../api/endpoint/operation.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { liveAddress } from '../parts/list-view.ts'
import { withParams } from './action-address.ts'
import type {
  ActionRoute,
  Download,
  Onward,
  PageContext,
  PageRoute,
  Route,
  View,
} from './screen.ts'

/** The rendered part of a page; the rest of its view is derived from its operation. */
export type Content = Omit<View, 'call' | 'live'> & {
  /** True if live updates must not replace the page, because it shows a number only once. */
  readonly isStill?: boolean
}

interface ShownBy<B, Q, S> extends Route {
  /** Noun for the live update notice, such as `card` or `list`. */
  readonly of: string
  /** Other operations that the page renders. */
  readonly beside?: readonly Operation[]
  /** URL parameters that select the content, in addition to the standard ones. */
  readonly keeps?: readonly string[]
  /** Input for the operation; empty by default. */
  readonly sent?: (context: PageContext) => SentValues<B, Q, S>
}

/** A page with a notice of type `N`. */
export interface Page<N> extends PageRoute {
  readonly show: (context: PageContext, news?: N) => Promise<View | Onward | undefined>
}

/** A page that renders the response of an operation. */
export function page<B, Q, S, A, N = never>(
  shows: TypedOperation<B, Q, S, A>,
  { of, sent, beside = [], keeps = [], ...route }: ShownBy<B, Q, S>,
  render: (
    answer: A,
    context: PageContext,
    news?: N,
  ) => Content | Onward | Promise<Content | Onward>,
): Page<N> {
  return {
    needs: permissionOf(shows),
    ...route,
    shows,
    async show(context, news) {
      const values: unknown = sent?.(context)
      const answer = await context.perform<unknown, unknown, unknown, A>(shows, values)
      const content = await render(answer, context, news)
      if ('location' in content) return content
      const { isStill = content.status === 422, ...view } = content
      const address = liveAddress(
        context.base + withParams(route.path, context.params),
        context.query,
        keeps,
      )
      const kinds = [...new Set([shows, ...beside].flatMap(({ reads = [] }) => reads))]
      return {
        ...view,
        call: callOf<unknown, unknown, unknown, A>(shows, values),
        ...(!isStill && kinds.length > 0 && { live: { of, address, kinds } }),
      }
    },
  }
}

/** An action that performs an operation. */
export function action<B, Q, S, A>(
  performs: TypedOperation<B, Q, S, A>,
  route: Route & Pick<ActionRoute, 'auditsItself' | 'formLimit' | 'isHosted'>,
  act: (
    perform: (...sent: SentArguments<B, Q, S>) => Promise<A>,
    context: PageContext,
  ) => Promise<View | Onward | Download | undefined>,
): ActionRoute {
  return {
    needs: permissionOf(performs),
    ...route,
    performs,
    act: (context) => act((...sent) => context.perform(performs, ...sent), context),
  }
}

/** The call of an operation as its samples show it. */
export function callOf<B, Q, S, A>(
  operation: TypedOperation<B, Q, S, A>,
  ...[sent]: SentArguments<B, Q, S>
): ApiCall {
  const { body, query, params } = (sent ?? {}) as {
    readonly body?: object
    readonly query?: Readonly<Record<string, string | undefined>>
    readonly params?: Readonly<Record<string, string>>
  }
  const { api, name, method } = operation
  if (api === 'A') return { api, operation: name, body: body ?? {} }
  if (api !== 'B' && api !== 'control') throw new Error(`no page shows an operation of ${api}`)
  return {
    api,
    method,
    path: withParams(operation.path, params ?? {}) + queryText(query),
    ...(body && { body }),
  }
}

function queryText(query: Readonly<Record<string, string | undefined>> = {}): string {
  const members = Object.entries(query).filter((each): each is [string, string] => !!each[1])
  return members.length === 0 ? '' : `?${new URLSearchParams(members).toString()}`
}
