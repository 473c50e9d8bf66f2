// Sends webhook events. They are claimed, sent and recorded like callbacks, as JSON with the
// headers of Standard Webhooks.

import { SentExchange } from '../activity/sent-exchange.ts'
import type { ClaimedEvent } from '../webhooks/deliver-events.ts'
import { type EventAttempt, isDelivered, messageId } from '../webhooks/webhook.ts'
import type { Project } from '../engine/directory.ts'
import type { Sendable } from '../store/reads/callbacks.ts'
import { sendableEvents } from '../store/reads/webhooks.ts'
import { realNow } from '../time.ts'
import type { Delivery, ExchangeEnd } from './delivery.ts'
import { DueSender, type SenderParts } from './due-sender.ts'
import type { CallbackRequest } from './signing.ts'
import type { DatasetName } from './slots.ts'
import {
  newSecret,
  standardHeaders,
  standardSignature,
  type StandardSignature,
} from './standard-signature.ts'

/** An exchange with a receiver. */
interface SentEvent {
  readonly request: CallbackRequest
  readonly signed: StandardSignature
  readonly delivery: Delivery
}

export class WebhookSender extends DueSender {
  constructor(parts: SenderParts) {
    super(parts, sendableEvents)
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

  async #send(
    claimed: ClaimedEvent,
    name: DatasetName,
    { project, at }: { readonly project: Project; readonly at: number },
  ): Promise<void> {
    const { datasetId, projectNumber } = name
    const { event, sentWith: fault, overtakes } = claimed
    let end: ExchangeEnd | undefined
    try {
      const first = await this.#deliver(claimed, datasetId, project)
      const second =
        fault === 'duplicate' ? await this.#deliver(claimed, datasetId, project) : undefined
      if (this.giveUp.signal.aborted) return
      end = first.delivery.end
      this.#publish(claimed, project, first)
      if (second !== undefined) this.#publish(claimed, project, second)
      const outcomeOf = ({ signed, delivery }: SentEvent): EventAttempt => {
        const { httpStatus, durationMs, error, answer } = delivery
        return { at, httpStatus, durationMs, error, ...signed, answer, ...(fault && { fault }) }
      }
      const { id, attempt, createdAt } = event
      const report = {
        id,
        attempt,
        retryAfterMs: retryAfterMs(first.delivery.answer, realNow()),
        outcome: outcomeOf(first),
        ...(second && { duplicate: outcomeOf(second) }),
        ...(overtakes !== undefined && { overtakes }),
      }
      await this.record(name, 'recordEventAttempt', { report, createdAt })
    } catch (error) {
      // The event is sent again when its claim expires.
      this.parts.logger.warn({ err: error, event: event.id }, 'webhook attempt not recorded')
    } finally {
      this.slots.give(datasetId, event.origin, end)
      // The next event of the lane may be sendable now, and so may others that waited for a slot.
      this.wake(datasetId, projectNumber)
      this.wakeNext()
    }
  }

  #publish(
    { event, sentWith: injectedFault }: ClaimedEvent,
    project: Project,
    { request, delivery }: SentEvent,
  ): void {
    const { exchanges } = this.parts
    if (exchanges?.isHeard(project) !== true) return
    exchanges.publish(
      new SentExchange({
        api: 'webhook',
        operation: event.type,
        project,
        at: realNow(),
        request,
        ...delivery,
        injectedFault,
        outcome: isDelivered(delivery) ? 'approved' : 'error',
      }),
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
export function retryAfterMs(answer: string, now: number): number {
  const [head = ''] = answer.split('\n\n', 1)
  const value = /^retry-after:(.+)$/im.exec(head)?.[1]?.trim()
  if (value === undefined) return 0
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}
