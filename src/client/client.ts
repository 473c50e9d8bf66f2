// A client of one interface: a function for each operation. It returns the response body and throws
// an `ApiError` for an error. A declined payment or transfer is not an error.

import type { CallOptions, Route } from './route.ts'
import { type Answer, type Send, sendByFetch } from './send.ts'

/** A request field that the service refused. */
export interface ApiIssue {
  /** JSON Pointer into the body, or the name of a query parameter. */
  readonly pointer: string
  readonly detail: string
}

/** An error response. A decline is not an error: it is returned. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly operation: string
  /** HTTP status; interface C sends its errors with 200. */
  readonly status: number
  /** The error code: `code` of a problem, `errorCode` of A and C, `responseCode` of A. */
  readonly code: string | undefined
  /** The invalid fields, if the service names them. */
  readonly issues: readonly ApiIssue[]
  /** The response body, parsed if it is JSON. */
  readonly body: unknown
  /** The `Request-id` of the response. The service logs the error with this id as `reqId`. */
  readonly requestId: string | undefined

  constructor(operation: string, response: Pick<Answer, 'status' | 'headers'>, body: unknown) {
    const members = membersOf(body)
    const issues = issuesOf(members['errors'])
    const reason = reasonOf(members, body)
    super(`${operation} was refused with ${response.status}: ${reason}${issueText(issues, reason)}`)
    this.operation = operation
    this.status = response.status
    this.code = codeOf(members)
    this.issues = issues
    this.body = body
    this.requestId = response.headers.get('request-id') ?? undefined
  }
}

/** Limits for messages; `body` and `issues` have the rest. */
const REASON_LENGTH = 200
const ISSUES_NAMED = 3

function reasonOf(members: Request, body: unknown): string {
  const { detail, errorMessage, ErrorMessage, errorDesc, message } = members
  const inner = membersOf(members['error'])['message']
  const texts = [detail, errorMessage, ErrorMessage, errorDesc, message, inner]
  const reason = textOf(texts.find((text) => typeof text === 'string' && text !== '') ?? body)
  return reason.length > REASON_LENGTH ? `${reason.slice(0, REASON_LENGTH)}…` : reason
}

const issuesOf = (errors: unknown): readonly ApiIssue[] =>
  Array.isArray(errors)
    ? (errors as unknown[]).map((error) => {
        const { pointer = '', detail = '' } = membersOf(error)
        return { pointer: textOf(pointer), detail: textOf(detail) }
      })
    : []

/** The fields that the reason does not name. */
function issueText(issues: readonly ApiIssue[], reason: string): string {
  const texts = issues
    .map(({ pointer, detail }) => `${pointer} ${detail}`)
    .filter((text) => !reason.includes(text))
  if (texts.length === 0) return ''
  const named = texts.slice(0, ISSUES_NAMED)
  const more = texts.length - named.length
  return ` (${named.join('; ')}${more > 0 ? `; and ${more} more` : ''})`
}

/** The service's URL, and the caller's credentials. */
export interface Caller {
  readonly url: string
  /** Fetch by default. */
  readonly send?: Send
  readonly headers?: Readonly<Record<string, string>>
  /** Added to every body, because interface C expects its credentials there. */
  readonly members?: Readonly<Record<string, string>>
}

type Request = Readonly<Record<string, unknown>>
type Call = (request?: Request, options?: CallOptions) => Promise<unknown>

/** A function for each route. `T` is the generated interface of these routes (`operations.ts`). */
export function clientOf<T>(routes: Readonly<Record<keyof T & string, Route>>, caller: Caller): T {
  const calls = Object.entries<Route>(routes).map(([operation, route]): [string, Call] => [
    operation,
    (request = {}, options = {}) => call(caller, { operation, route, request, options }),
  ])
  return Object.fromEntries(calls) as T
}

async function call(
  caller: Caller,
  parts: { operation: string; route: Route; request: Request; options: CallOptions },
): Promise<unknown> {
  const { operation, route, request, options } = parts
  const { url, rest } = urlOf(operation, route, request)
  const { send = sendByFetch } = caller
  const response = await send(caller.url + url, {
    method: route.method,
    ...bodyOf(
      route,
      { ...rest, ...caller.members },
      {
        ...caller.headers,
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...(options.snapshotPassphrase !== undefined && {
          'snapshot-passphrase': options.snapshotPassphrase,
        }),
      },
    ),
    ...(options.signal !== undefined && { signal: options.signal }),
  })
  const body = parsed(response.text)
  if (!isSuccess(response.status) || isPage(response) || isErrorAnswer(route, membersOf(body)))
    throw new ApiError(operation, response, body)
  return body
}

/**
 * The path and query of the URL, and the remaining fields for the body. A list sends unknown fields
 * too, so that the service refuses a filter with a wrong name instead of returning everything.
 */
function urlOf(
  operation: string,
  { path, query = [], body }: Route,
  request: Request,
): { url: string; rest: Request } {
  const rest: Record<string, unknown> = {}
  const isList = body === 'none' && !path.includes('{')
  const search = new URLSearchParams()
  let url = path
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = request[name]
    if (isAbsent(value)) throw new TypeError(`${operation}: ${name} is missing`)
    // A URL would be the URL of another operation.
    if (value === '.' || value === '..') throw new TypeError(`${operation}: ${name} is "${value}"`)
  }
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue
    if (path.includes(`{${name}}`))
      url = url.replace(`{${name}}`, encodeURIComponent(textOf(value)))
    else if (isList || query.includes(name)) search.set(name, textOf(value))
    else rest[name] = value
  }
  return { url: search.size === 0 ? url : `${url}?${search.toString()}`, rest }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

function bodyOf({ body }: Route, members: Request, headers: Readonly<Record<string, string>>) {
  if (body === 'none') return { headers }
  if (body === 'file')
    return {
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: textOf(members['file']),
    }
  if (body === 'form') {
    // A list becomes one field for each element.
    const fields = Object.entries(members).flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => [name, textOf(one)]),
    )
    return { headers, body: new URLSearchParams(fields) }
  }
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(members),
  }
}

/** A page comes from another server. */
const isPage = ({ headers }: Answer): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy may respond with a page.
    return text
  }
}

const membersOf = (body: unknown): Request =>
  typeof body === 'object' && body !== null ? (body as Request) : {}

/**
 * Interface C sends errors with HTTP 200 and an error code other than 0. A declined payment is not
 * an error: its response names the order, or the card that was not stored.
 */
function isErrorAnswer({ path }: Route, members: Request): boolean {
  if (!path.startsWith('/payment/')) return false
  const { errorCode, ErrorCode = errorCode, success, data, maskedPan } = members
  if (maskedPan !== undefined) return false
  if (ErrorCode !== undefined) return textOf(ErrorCode) !== '0'
  return success === false && data === undefined
}

function codeOf(members: Request): string | undefined {
  const inner = membersOf(members['error'])
  const { code: own, errorCode, ErrorCode, responseCode } = members
  const code = own ?? errorCode ?? ErrorCode ?? responseCode ?? inner['code']
  return code === undefined ? undefined : textOf(code)
}

/** A value as text: a string unchanged, anything else as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
