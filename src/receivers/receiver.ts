// A built-in callback receiver: a URL of this service that stores requests and responds as the
// project specifies. Its rows have slots, so that a project never stores more than a fixed number.

/** Maximum number of receivers per project. */
export const RECEIVERS_MAX = 20
/** Maximum number of stored requests per receiver; a newer one replaces the oldest. */
export const RECEIVED_MAX = 100
/** Maximum number of statuses in a list. */
export const ANSWERS_MAX = 50
/** Maximum delay of a response, longer than senders wait. */
export const ANSWER_DELAY_MAX_MS = 60_000
export const DEFAULT_ANSWERS: readonly number[] = [200]

export interface Receiver {
  /** Slot number from 0, the key of the row. */
  readonly place: number
  /** Null after its deletion, when the slot is free. */
  readonly id: string | null
  /** HTTP statuses, sent in order; the last one repeats. */
  readonly answers: readonly number[]
  readonly delayMs: number
  /** Number of responses sent since the list was set. */
  readonly played: number
  /** Number of requests so far. */
  readonly received: number
  readonly createdAt: number
}

/** A request as received, without secrets. */
export interface ArrivedRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null without a body. */
  readonly content: string | null
  /** True if the body was longer than the stored part. */
  readonly isCut: boolean
  /** Whether its checksum is valid for one of the project's keys; null if it has none. */
  readonly checksumFits: boolean | null
}

export interface ReceivedRequest {
  /** The key of the row: the receiver's slot and the number in its ring buffer. */
  readonly slot: number
  readonly receiverId: string
  /** Counted from 1. */
  readonly number: number
  readonly at: number
  readonly request: ArrivedRequest
  readonly answeredStatus: number
}

/** Random part, slot in two hex digits, and the project's number, a signed 32-bit integer. */
const RECEIVER_ID = /^rcv_[a-z2-7]{26}([0-9a-f]{2})([0-7][0-9a-f]{7})$/

export const receiverId = (random: string, place: number, projectNumber: number): string =>
  `rcv_${random}${hex(place, 2)}${hex(projectNumber, 8)}`

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** Where the receiver is stored; undefined for text that is not an id. */
export function receiverPlace(
  id: string,
): { readonly place: number; readonly projectNumber: number } | undefined {
  const [, place, projectNumber] = RECEIVER_ID.exec(id) ?? []
  if (place === undefined || projectNumber === undefined) return undefined
  return { place: parseInt(place, 16), projectNumber: parseInt(projectNumber, 16) }
}

/** The key of the request with this number. */
export const slotOf = (place: number, number: number): number =>
  place * RECEIVED_MAX + (number % RECEIVED_MAX)

/** The status of the response to the next request. */
export const nextStatus = ({ answers, played }: Receiver): number =>
  answers[Math.min(played, answers.length - 1)] ?? 200
