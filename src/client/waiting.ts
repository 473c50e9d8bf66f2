// Waiting in tests: functions based on the `expect` operation of the control API.

import type { ControlApi } from './operations.ts'
import type { CallOptions } from './route.ts'

type Expected = Parameters<ControlApi['expect']>[0]
type Found = Awaited<ReturnType<ControlApi['expect']>>
type Wanted<Kind extends string> = Expected extends { readonly match: infer Match }
  ? Match extends Readonly<Record<Kind, infer One>>
    ? One
    : never
  : never

/** How long to wait, in milliseconds of real time: 5,000 by default, at most 60,000. */
export interface WaitOptions extends CallOptions {
  readonly timeoutMs?: number
}

/** Only newer records: `after` is the id of a callback, or the `seq` of a request. */
export interface SequenceWaitOptions extends WaitOptions {
  readonly after?: string | number
}

/**
 * Waits for events in the project. Each function resolves as soon as a record matches, including
 * existing records, and throws an `ApiError` with status 408 after the time limit. Its message
 * names the fields in which the closest candidate differs.
 */
export interface Waiting {
  readonly waitForCallback: (
    match?: Wanted<'callback'>,
    options?: SequenceWaitOptions,
  ) => Promise<NonNullable<Found['callback']>>
  readonly waitForOrder: (
    match?: Wanted<'order'>,
    options?: WaitOptions,
  ) => Promise<NonNullable<Found['order']>>
  readonly waitForRequest: (
    match?: Wanted<'request'>,
    options?: SequenceWaitOptions,
  ) => Promise<NonNullable<Found['request']>>
}

export const waitingOf = ({ expect }: Pick<ControlApi, 'expect'>): Waiting => {
  const wait = async <Kind extends 'callback' | 'order' | 'request'>(
    kind: Kind,
    match: object,
    { timeoutMs, after, ...options }: SequenceWaitOptions,
  ): Promise<NonNullable<Found[Kind]>> => {
    const bounds = {
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(after !== undefined && { after: String(after) }),
    }
    const found = await expect({ match: { [kind]: match }, ...bounds } as Expected, options)
    const value = found[kind]
    if (value === undefined) throw new TypeError(`the response has no ${kind}`)
    return value
  }
  return {
    waitForCallback: (match = {}, options = {}) => wait('callback', match, options),
    waitForOrder: (match = {}, options = {}) => wait('order', match, options),
    waitForRequest: (match = {}, options = {}) => wait('request', match, options),
  }
}
