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

/** Rejects as fetch does: with the signal's reason, or with a `TypeError` and its cause. */
export type Send = (url: string, request: SentRequest) => Promise<Answer>

export const sendByFetch: Send = async (url, request) => {
  const response = await fetch(url, request)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
