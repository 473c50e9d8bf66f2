// Calls the decision server: one signed request, with a time limit. A late answer is reported
// afterwards.

import type { Logger } from 'pino'
import type { DecisionExchange } from '../real-time/real-time-decision.ts'
import { realNow, timers } from '../time.ts'
import { CallbackClient, type Delivery, type DeliveryOptions } from './delivery.ts'
import { standardHeaders, standardSignature } from './standard-signature.ts'

/** How long to wait for a late answer after the time limit, so that it can be stored. */
const LATE_MAX_MS = 15_000

export interface Question {
  readonly id: string
  readonly url: string
  readonly body: string
  readonly secret: string
  readonly timeoutMs: number
  /** The project that asks. */
  readonly projectNumber: number
}

/** An answer with the body that was received. */
interface Answered {
  readonly exchange: DecisionExchange
  readonly body: string
}

export class DecisionClient {
  readonly #client: CallbackClient
  readonly #stop = new AbortController()

  readonly #logger: Logger

  constructor({ delivery, logger }: { delivery: DeliveryOptions; logger: Logger }) {
    this.#logger = logger
    this.#client = new CallbackClient({ ...delivery, timeoutMs: LATE_MAX_MS })
  }

  /** Undefined after the time limit; `onLate` then receives the answer, if one arrives. */
  async ask(
    { id, url, body, secret, timeoutMs, projectNumber }: Question,
    onLate: (answered: Answered) => Promise<void>,
  ): Promise<Answered | undefined> {
    const signature = standardSignature({ id, at: realNow(), body }, [secret])
    const request = { method: 'POST', url, body, headers: standardHeaders(id, signature) } as const
    let isLate = false
    const sent = { senderNumber: projectNumber, stop: this.#stop.signal }
    const answered = this.#client.send(request, sent).then((delivery) => {
      const one = answeredOf(delivery)
      if (isLate && delivery.httpStatus !== null)
        onLate(one).catch((error: unknown) => {
          this.#logger.warn({ err: error, decision: id }, 'late answer not recorded')
        })
      return one
    })
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<undefined>((resolve) => {
      timer = timers.setTimeout(() => {
        isLate = true
        resolve(undefined)
      }, timeoutMs)
    })
    try {
      return await Promise.race([answered, limit])
    } finally {
      timers.clearTimeout(timer)
    }
  }

  close(): void {
    this.#stop.abort()
    this.#client.close()
  }
}

function answeredOf({ httpStatus, durationMs, error, answer }: Delivery): Answered {
  const end = answer.indexOf('\n\n')
  const body = end < 0 ? '' : answer.slice(end + 2)
  return { exchange: { httpStatus, latencyMs: durationMs, error, answer }, body }
}
