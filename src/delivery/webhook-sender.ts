// Sends webhook events. They are claimed, sent and recorded like callbacks, as JSON with the
// headers of Standard Webhooks.

import type { ClaimedEvent } from '../webhooks/deliver-events.ts'
import { type EventAttempt, isDelivered, messageId } from '../webhooks/webhook.ts'
import type { Project } from '../engine/directory.ts'
import { sendableEvents } from '../store/reads/webhooks.ts'
import type { Sendable } from '../store/sendable-sql.ts'
import { realNow } from '../time.ts'
import { DueSender, type SenderParts, type Sent } from './due-sender.ts'
import type { DatasetName } from './slots.ts'
import {
  newSecret,
  standardHeaders,
  standardSignature,
  type StandardSignature,
} from './standard-signature.ts'

interface SentEvent extends Sent {
  readonly signed: StandardSignature
}

export class WebhookSender extends DueSender {
  constructor(parts: SenderParts) {
    super(parts, 'event', sendableEvents)
  }

  protected override async sendChosen(
    name: DatasetName,
    chosen: readonly Sendable[],
    started: Set<number>,
  ): Promise<boolean> {
    const { datasetId, projectNumber } = name
    const project = await this.parts.directory.byNumber(projectNumber)
    const ids = chosen.map(({ id }) => id)
    const claimed = project && (await this.execute(datasetId, 'claimWebhookEvents', { ids }))
    if (!claimed) return false
    for (const each of claimed.events) {
      started.add(each.event.id)
      this.track(this.#send(each, name, { project, at: claimed.now }))
    }
    return claimed.events.length + claimed.unsent > 0
  }

  #send(
    claimed: ClaimedEvent,
    name: DatasetName,
    { project, at }: { readonly project: Project; readonly at: number },
  ): Promise<void> {
    const { event, sentWith: fault } = claimed
    return this.sendClaimed(
      name,
      { ...event, ...claimed },
      {
        project,
        send: () => this.#deliver(claimed, name.datasetId, project),
        published: ({ request, delivery }) => ({
          api: 'webhook',
          operation: event.type,
          request,
          outcome: isDelivered(delivery) ? 'approved' : 'error',
        }),
        attemptOf: ({ signed, delivery }): EventAttempt => {
          const { httpStatus, durationMs, error, answer } = delivery
          return { at, httpStatus, durationMs, error, ...signed, answer, ...(fault && { fault }) }
        },
        record: (attempt, { delivery }) => {
          const report = { ...attempt, retryAfterMs: retryAfterMs(delivery.answer, realNow()) }
          return this.record(name, 'recordEventAttempt', { report, createdAt: event.createdAt })
        },
      },
    )
  }

  async #deliver(
    { event, secrets, sentWith }: ClaimedEvent,
    datasetId: number,
    { number, vault }: Project,
  ): Promise<SentEvent> {
    const { url, body } = event
    // A fault signs with a secret that the receiver does not have.
    const texts =
      sentWith === 'wrong-signature'
        ? [newSecret()]
        : secrets.map(({ sealed }) => vault.open(sealed))
    const message = { id: messageId(datasetId, event), at: realNow(), body }
    const signed = standardSignature(message, texts)
    const headers = standardHeaders(message.id, signed)
    const request = { method: 'POST', url, body, headers } as const
    const sent = { senderNumber: number, stop: this.giveUp.signal }
    return { request, signed, delivery: await this.client.send(request, sent) }
  }
}

/** `Retry-After` (RFC 9110, 10.2.3) in the headers of a response: seconds, or a date. */
function retryAfterMs(answer: string, now: number): number {
  const [head = ''] = answer.split('\n\n', 1)
  const value = /^retry-after:(.+)$/im.exec(head)?.[1]?.trim()
  if (value === undefined) return 0
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}
