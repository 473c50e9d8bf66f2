// Sends the requests of the clients over fetch.

/** A request; a form is sent as a form. */
export interface SentRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  readonly signal?: AbortSignal
}

/** A response that has been read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly text: string
}

/** Rejects with the signal's reason, or with a `TypeError` that names the service and the cause. */
export type Send = (url: string, request: SentRequest) => Promise<Answer>

export const sendByFetch: Send = async (url, request) => {
  try {
    const response = await fetch(url, request)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw isConnectionFailure(error) ? connectionFailure(url, error.cause) : error
  }
}

const FETCH_FAILED = 'fetch failed'

/** True for a missing or incomplete response. */
export const isConnectionFailure = (error: unknown): error is TypeError =>
  error instanceof TypeError && error.message.startsWith(FETCH_FAILED)

/** The error of fetch, with the service's URL and the reason in its message. */
export function connectionFailure(url: string, cause: unknown): TypeError {
  const { origin } = new URL(url)
  return new TypeError(`${FETCH_FAILED}: ${origin} does not respond (${reasonOf(cause)})`, {
    cause,
  })
}

/** The system's code of a failure, such as `ECONNREFUSED`, or its message. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no response'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return code === '' ? cause.message : code
}
