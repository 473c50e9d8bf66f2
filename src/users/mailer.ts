// Sends emails after the response, so that response times do not reveal whether there was one to
// send. Emails are sent through the mail server in SMTP_URL or, without one, written to the
// operator's log.

import type { Logger } from 'pino'
import { nextTurn } from '../time.ts'
import type { Email } from './email.ts'

/** Sends one email; throws if the mail server does not accept it. */
export type SendEmail = (email: Email) => Promise<void>

type WriteEmail = () => Email | undefined | Promise<Email | undefined>

/** Maximum number of emails being written or sent; further ones are dropped and logged. */
const PENDING_MAX = 1000
const SEND_TRIES = 3

export class Mailer {
  readonly #send: SendEmail
  readonly #logger: Logger
  readonly #pending = new Set<Promise<void>>()

  constructor(send: SendEmail, logger: Logger) {
    this.#send = send
    this.#logger = logger
  }

  /**
   * Writes and sends an email after the response. `write` returns undefined if there is nothing to
   * send.
   */
  sendLater(write: WriteEmail): void {
    if (this.#pending.size >= PENDING_MAX) {
      this.#logger.error('email dropped: too many are pending')
      return
    }
    const work = this.#writeAndSend(write)
    this.#pending.add(work)
    void work.finally(() => this.#pending.delete(work))
  }

  /** Resolves when every email has been sent or has failed. */
  async idle(): Promise<void> {
    await Promise.all(this.#pending)
  }

  async #writeAndSend(write: WriteEmail): Promise<void> {
    await nextTurn()
    try {
      const email = await write()
      if (email === undefined) return
      for (let attempt = 1; ; attempt++)
        try {
          await this.#send(email)
          return
        } catch (error) {
          if (attempt === SEND_TRIES) throw error
        }
    } catch (error) {
      this.#logger.error({ err: error }, 'email not sent')
    }
  }
}

/** Logs the link of each email, which the operator passes on. */
export const toLog =
  (logger: Logger): SendEmail =>
  ({ to, subject, link }) => {
    logger.info(
      { to, subject, link },
      'SMTP_URL is not set; logging the link instead of sending email',
    )
    return Promise.resolve()
  }

/**
 * Sends through a mail server (`smtp://user:password@host:587`). Loads the library on demand,
 * because it slows down startup.
 */
export function bySmtp(url: string, from: string): SendEmail {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS }),
  )
  // Reported by the first email that is sent.
  transport.catch(() => undefined)
  return async ({ to, subject, text, html }) => {
    await (await transport).sendMail({ from, to, subject, text, html })
  }
}

const SMTP_TIMEOUT_MS = 20_000
