// Sends due callbacks, project by project. It claims them through the engine, sends them outside
// any transaction, and records the results through the engine. A callback whose result is never
// recorded, because the process died, is sent again when its claim expires.

import {
  type Callback,
  type CallbackAttempt,
  type FailingCallback,
  isDelivery,
} from '../callbacks/callback.ts'
import { FAILURES_THAT_FREE_THE_NEXT } from '../callbacks/callback-schedule.ts'
import type { ClaimedCallback } from '../callbacks/claim-callbacks.ts'
import type { Project } from '../engine/directory.ts'
import type { CommandResult } from '../registry/commands.ts'
import { type Sendable, sendableCallbacks } from '../store/reads/callbacks.ts'
import { SentExchange } from '../activity/sent-exchange.ts'
import { realNow } from '../time.ts'
import type { Delivery, ExchangeEnd } from './delivery.ts'
import { DueSender, type SenderParts } from './due-sender.ts'
import type { DatasetName } from './slots.ts'
import { type CallbackRequest, callbackRequest, withWrongChecksum } from './signing.ts'

interface CallbackSenderParts extends SenderParts {
  /** Called when a callback has failed several times in a row. */
  readonly onFailing?: (project: Project, failing: FailingCallback) => Promise<void>
}

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

/** An exchange with a receiver. */
interface Sent {
  readonly request: CallbackRequest
  readonly delivery: Delivery
}

export class CallbackSender extends DueSender<CallbackSenderParts> {
  constructor(parts: CallbackSenderParts) {
    super(parts, sendableCallbacks)
  }

  protected override async sendChosen(
    name: DatasetName,
    chosen: readonly Sendable[],
    started: Set<number>,
  ): Promise<boolean> {
    const { datasetId, projectNumber } = name
    const project = await this.parts.directory.byNumber(projectNumber)
    const claimed =
      project &&
      (await this.execute(datasetId, 'claimCallbacks', { ids: chosen.map(({ id }) => id) }))
    if (!claimed) return false
    for (const callback of claimed.callbacks) {
      started.add(callback.id)
      this.track(this.#send(callback, name, { project, keys: claimed.keys, at: claimed.now }))
    }
    return claimed.callbacks.length + claimed.unsent > 0
  }

  async #send(
    callback: ClaimedCallback,
    name: DatasetName,
    claim: {
      project: Project
      keys: CommandResult<'claimCallbacks'>['keys']
      at: number
    },
  ): Promise<void> {
    const { datasetId, projectNumber } = name
    let end: ExchangeEnd | undefined
    try {
      const { id, attempt, sentWith: fault, overtakes } = callback
      const first = await this.#deliver(callback, claim.project, claim.keys)
      const second =
        fault === 'duplicate' ? await this.#deliver(callback, claim.project, claim.keys) : undefined
      if (this.giveUp.signal.aborted) return
      end = first.delivery.end
      this.#publish(callback, claim.project, first)
      if (second !== undefined) this.#publish(callback, claim.project, second)
      const outcomeOf = ({ request, delivery }: Sent): CallbackAttempt => {
        const { httpStatus, durationMs, error, answer } = delivery
        const outcome = { at: claim.at, httpStatus, durationMs, error, request, answer }
        return { ...outcome, ...(fault && { fault }) }
      }
      const report = {
        id,
        attempt,
        outcome: outcomeOf(first),
        ...(second && { duplicate: outcomeOf(second) }),
        ...(overtakes !== undefined && { overtakes }),
      }
      await this.record(name, 'recordAttempt', { report, createdAt: callback.createdAt })
      await this.#reportFailing(callback, claim.project, report.outcome)
    } catch (error) {
      // The callback is sent again when its claim expires.
      this.parts.logger.warn({ err: error, callback: callback.id }, 'callback attempt not recorded')
    } finally {
      this.slots.give(datasetId, callback.origin ?? '', end)
      // The order's next callback may be sendable now, and so may others that waited for a slot.
      this.wake(datasetId, projectNumber)
      this.wakeNext()
    }
  }

  #publish(callback: ClaimedCallback, project: Project, { request, delivery }: Sent): void {
    const { exchanges } = this.parts
    if (exchanges?.isHeard(project) !== true) return
    const { id, orderId, operation, message, sentWith: injectedFault } = callback
    const { cardId } = message
    const { method, url, body } = request
    exchanges.publish(
      new SentExchange({
        api: 'callback',
        operation,
        project,
        at: realNow(),
        injectedFault,
        ...delivery,
        request: { method, url, body, headers: method === 'POST' ? FORM_HEADERS : {} },
        outcome: isDelivery(delivery) ? 'approved' : 'error',
        ids: [
          { kind: 'callback', id: String(id) },
          ...(orderId === null ? [] : [{ kind: 'order', id: orderId } as const]),
          ...(cardId === undefined ? [] : [{ kind: 'card', id: String(cardId) } as const]),
        ],
      }),
    )
  }

  async #reportFailing(
    { operation, failures: earlier }: Callback,
    project: Project,
    outcome: CallbackAttempt,
  ): Promise<void> {
    const { onFailing } = this.parts
    const failures = earlier + 1
    if (onFailing === undefined || isDelivery(outcome) || failures < FAILURES_THAT_FREE_THE_NEXT)
      return
    const result = outcome.error ?? `HTTP ${outcome.httpStatus ?? 0}`
    await onFailing(project, { operation, failures, result }).catch((error: unknown) =>
      this.parts.logger.warn({ err: error }, 'members were not notified of failing callbacks'),
    )
  }

  async #deliver(
    callback: ClaimedCallback,
    project: Project,
    keys: CommandResult<'claimCallbacks'>['keys'],
  ): Promise<Sent> {
    const url = callback.url ?? ''
    if (!URL.canParse(url)) {
      const request = { method: callback.message.method, url, body: '' }
      const error = 'the URL is not valid'
      return {
        request,
        delivery: { httpStatus: null, durationMs: 0, error, answer: '', end: 'failed' },
      }
    }
    const { directory } = this.parts
    const signed = await callbackRequest({ ...callback, url }, project, keys, directory)
    const request = callback.sentWith === 'wrong-signature' ? withWrongChecksum(signed) : signed
    const sent = { senderNumber: project.number, stop: this.giveUp.signal }
    return { request, delivery: await this.client.send(request, sent) }
  }
}
