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
import { sendableCallbacks } from '../store/reads/callbacks.ts'
import type { Sendable } from '../store/sendable-sql.ts'
import { DueSender, type SenderParts, type Sent } from './due-sender.ts'
import type { DatasetName } from './slots.ts'
import { callbackRequest, withWrongChecksum } from './signing.ts'

interface CallbackSenderParts extends SenderParts {
  /** Called when a callback has failed several times in a row. */
  readonly onFailing?: (project: Project, failing: FailingCallback) => Promise<void>
}

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

type Claimed = CommandResult<'claimCallbacks'>

export class CallbackSender extends DueSender<CallbackSenderParts> {
  constructor(parts: CallbackSenderParts) {
    super(parts, 'callback', sendableCallbacks)
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
      this.track(this.#send(callback, name, { project, claimed }))
    }
    return claimed.callbacks.length + claimed.unsent > 0
  }

  #send(
    callback: ClaimedCallback,
    name: DatasetName,
    { project, claimed: { keys, now: at } }: { project: Project; claimed: Claimed },
  ): Promise<void> {
    const { id, orderId, createdAt, operation, message, sentWith: fault } = callback
    const { cardId } = message
    return this.sendClaimed(name, callback, {
      project,
      send: () => this.#deliver(callback, project, keys),
      published: ({ request: { method, url, body }, delivery }) => ({
        api: 'callback',
        operation,
        request: { method, url, body, headers: method === 'POST' ? FORM_HEADERS : {} },
        outcome: isDelivery(delivery) ? 'approved' : 'error',
        ids: [
          { kind: 'callback', id: String(id) },
          ...(orderId === null ? [] : [{ kind: 'order', id: orderId } as const]),
          ...(cardId === undefined ? [] : [{ kind: 'card', id: String(cardId) } as const]),
        ],
      }),
      attemptOf: ({ request, delivery }): CallbackAttempt => {
        const { httpStatus, durationMs, error, answer } = delivery
        return { at, httpStatus, durationMs, error, request, answer, ...(fault && { fault }) }
      },
      record: async (report) => {
        await this.record(name, 'recordAttempt', { report, createdAt })
        await this.#reportFailing(callback, project, report.outcome)
      },
    })
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
    keys: Claimed['keys'],
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
