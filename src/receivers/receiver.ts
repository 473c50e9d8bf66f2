// A built-in receiver of callbacks: a URL of this service that stores what arrives and answers as
// the project says. Its rows have places, so that a project never stores more than a fixed number.

/** Receivers of a project. */
export const RECEIVERS_MAX = 20
/** Stored requests of a receiver; a newer one replaces the oldest. */
export const RECEIVED_MAX = 100
/** Statuses of a list of answers. */
export const ANSWERS_MAX = 50
/** Longest pause before an answer: longer than senders wait. */
export const ANSWER_DELAY_MAX_MS = 60_000
export const DEFAULT_ANSWERS: readonly number[] = [200]

export interface Receiver {
  /** From 0; the key of the row. */
  readonly place: number
  /** Null after its deletion: the place is free. */
  readonly id: string | null
  /** HTTP statuses, played in order; the last one repeats. */
  readonly answers: readonly number[]
  readonly delayMs: number
  /** Answers given since the list was set. */
  readonly played: number
  /** Requests so far. */
  readonly received: number
  readonly createdAt: number
}

/** A request as it arrived, without secrets. */
export interface ArrivedRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null without a body. */
  readonly content: string | null
  /** True if the body was longer than the stored part. */
  readonly isCut: boolean
  /** Whether its checksum is valid for a key of the project; null without one. */
  readonly checksumFits: boolean | null
}

export interface ReceivedRequest {
  /** The key of the row: the place of the receiver and the number in its ring. */
  readonly slot: number
  readonly receiverId: string
  /** Counted from 1. */
  readonly number: number
  readonly at: number
  readonly request: ArrivedRequest
  readonly answeredStatus: number
}

/** Random part, place in two hex digits, and the number of the project in eight. */
const RECEIVER_ID = /^rcv_[a-z2-7]{26}([0-9a-f]{2})([0-9a-f]{8})$/

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

/** The key of the request of this number. */
export const slotOf = (place: number, number: number): number =>
  place * RECEIVED_MAX + (number % RECEIVED_MAX)

/** The status that answers the next request. */
export const nextStatus = ({ answers, played }: Receiver): number =>
  answers[Math.min(played, answers.length - 1)] ?? 200
