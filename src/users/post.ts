// How letters leave the house: through the mail server of the setting SMTP_URL, or, without one, as a line in the operator's log. Letters are sent
// behind the answers, so that the time of an answer never tells whether there was one to send.

import type { Logger } from 'pino'
import { boundedCache } from '../engine/bounded-cache.ts'
import { Fault } from '../kernel/fault.ts'
import type { Letter } from './letter.ts'

/** Sends one letter; throws where the mail server does not take it. */
export type SendLetter = (letter: Letter) => Promise<void>

/** Letters that one caller may have sent within an hour: a sandbox is no way to flood the mail of strangers. */
const LETTERS_PER_HOUR = 100
const HOUR_MS = 3_600_000
/** Callers that are remembered. */
const CALLERS_MAX = 10_000

/** Letters on their way at once, over all; beyond it they are refused and logged. */
const ON_THE_WAY_MAX = 1000
const SEND_TRIES = 3

export class Post {
  readonly #send: SendLetter
  readonly #logger: Logger
  readonly #onTheWay = new Set<Promise<void>>()
  readonly #asked = boundedCache<string, { count: number; readonly since: number }>({
    maxEntries: CALLERS_MAX,
  })

  constructor(send: SendLetter, logger: Logger) {
    this.#send = send
    this.#logger = logger
  }

  /** Counts a letter that a caller asks for, whether there is one to send or not. Throws `Fault` (`rate-limited`) where they asked for too many. */
  count(caller: string, now: number): void {
    const known = this.#asked.get(caller)
    const asked =
      known !== undefined && now - known.since < HOUR_MS ? known : { count: 0, since: now }
    if (asked.count >= LETTERS_PER_HOUR)
      throw new Fault('rate-limited', 'Too many letters were asked for. Try again in an hour.')
    asked.count += 1
    this.#asked.set(caller, asked)
  }

  /** Does what may lead to a letter, and sends it, while the caller goes on. What fails is told to the log. */
  post(write: () => Promise<Letter | undefined>): void {
    if (this.#onTheWay.size >= ON_THE_WAY_MAX) {
      this.#logger.error('a letter was not written: too many are on their way')
      return
    }
    const work = this.#deliver(write)
    this.#onTheWay.add(work)
    void work.finally(() => this.#onTheWay.delete(work))
  }

  /** Resolves when every letter is sent or given up. */
  async idle(): Promise<void> {
    await Promise.all(this.#onTheWay)
  }

  async #deliver(write: () => Promise<Letter | undefined>): Promise<void> {
    try {
      const letter = await write()
      if (letter === undefined) return
      for (let attempt = 1; ; attempt++)
        try {
          await this.#send(letter)
          return
        } catch (error) {
          if (attempt === SEND_TRIES) throw error
        }
    } catch (error) {
      this.#logger.error({ err: error }, 'a letter was not sent')
    }
  }
}

/** Prints the link of a letter to the log: whoever runs the service hands it on. */
export const toLog =
  (logger: Logger): SendLetter =>
  ({ to, subject, link }) => {
    logger.info({ to, subject, link }, 'a letter that no mail server was set for (SMTP_URL)')
    return Promise.resolve()
  }

/** Sends through the mail server of a URL (`smtp://user:password@host:587`). The library is loaded where there is one: it makes a start slow. */
export function bySmtp(url: string, from: string): SendLetter {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS }),
  )
  // Whoever sends hears of a failure; until then nobody has to.
  transport.catch(() => undefined)
  return async ({ to, subject, text }) => {
    await (await transport).sendMail({ from, to, subject, text })
  }
}

const SMTP_TIMEOUT_MS = 20_000
