// A client of one interface: a function for each operation, over fetch. What the service answers is given as it is; a call that it
// refuses throws. A payment or transfer that was declined was not refused: it is an answer, and says why.

import type { CallOptions, Route } from './route.ts'

/** The service did not do what it was asked to. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly operation: string
  /** Status of the HTTP answer; interface C refuses with 200. */
  readonly status: number
  /** The service's own name or number of the reason: `code` of a problem, `errorCode` of A and C, `responseCode` of A. */
  readonly code: string | undefined
  /** The answer, as JSON where it is some. */
  readonly body: unknown
  /** By which the log of the service finds the call. */
  readonly requestId: string | undefined

  constructor(operation: string, response: Response, body: unknown) {
    const members = membersOf(body)
    const { detail, errorMessage, errorDesc, message } = members
    const said = [detail, errorMessage, errorDesc, message]
    const reason = said.find((one) => typeof one === 'string' && one !== '') ?? body
    super(`${operation} was refused with ${response.status}: ${textOf(reason)}`)
    this.operation = operation
    this.status = response.status
    this.code = codeOf(members)
    this.body = body
    this.requestId = response.headers.get('request-id') ?? undefined
  }
}

/** Who calls, and how the interface tells that it refuses. */
export interface Caller {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Members of every body: interface C has its credentials there. */
  readonly members?: Readonly<Record<string, string>>
}

type Request = Readonly<Record<string, unknown>>
type Call = (request?: Request, options?: CallOptions) => Promise<unknown>

/** A function for each route. `T` is the interface that the reference writes for these routes (`operations.ts`). */
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
  const { address, rest } = addressOf(route, request)
  const response = await fetch(caller.url + address, {
    method: route.method,
    ...bodyOf(
      route,
      { ...rest, ...caller.members },
      {
        ...caller.headers,
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      },
    ),
    ...(options.signal !== undefined && { signal: options.signal }),
  })
  const body = parsed(await response.text())
  if (!response.ok || isErrorAnswer(membersOf(body))) throw new ApiError(operation, response, body)
  return body
}

/** The address with what belongs there, and what is left for the body. */
function addressOf(
  { path, query = [] }: Route,
  request: Request,
): { address: string; rest: Request } {
  const rest: Record<string, unknown> = {}
  const search = new URLSearchParams()
  let address = path
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue
    if (path.includes(`{${name}}`))
      address = address.replace(`{${name}}`, encodeURIComponent(textOf(value)))
    else if (query.includes(name)) search.set(name, textOf(value))
    else rest[name] = value
  }
  return { address: search.size === 0 ? address : `${address}?${search.toString()}`, rest }
}

function bodyOf({ body }: Route, members: Request, headers: Readonly<Record<string, string>>) {
  if (body === 'none') return { headers }
  if (body === 'form') {
    // A list is one occurrence per element.
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy on the way may answer with a page.
    return text
  }
}

const membersOf = (body: unknown): Request =>
  typeof body === 'object' && body !== null ? (body as Request) : {}

/** Interface C tells in an answer of status 200 that it refuses; 0 says that it does not. */
function isErrorAnswer(members: Request): boolean {
  const code = members['errorCode'] ?? members['ErrorCode']
  return (code !== undefined && textOf(code) !== '0') || members['success'] === false
}

function codeOf(members: Request): string | undefined {
  const inner = membersOf(members['error'])
  const { code: own, errorCode, ErrorCode, responseCode } = members
  const code = own ?? errorCode ?? ErrorCode ?? responseCode ?? inner['code']
  return code === undefined ? undefined : textOf(code)
}

/** A value where only text goes. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
