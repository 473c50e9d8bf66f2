// `/p/{project}/events`: notifies an open page of the kinds of data that changed, without the data.
// The page then reloads itself with its reader's permissions.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectNews } from '../../../engine/project-watch.ts'
import {
  type EventStream,
  EventStreams,
  type ExceededLimit,
  type StreamLimits,
} from './event-stream.ts'
import { sendProblem } from '../../../web/http/responses/problem.ts'
import type { Service } from '../../../service.ts'
import { timers } from '../../../time.ts'
import { visibleProject, visitorOf } from '../shell/access.ts'
import type { PageContext } from '../shell/screen.ts'

const STREAM_LIMITS: StreamLimits = { perProject: 20, perPerson: 40, total: 500, reserved: 100 }
/** Seconds after which a refused page retries. */
const FULL_RETRY_AFTER = '30'
/** Pause between two events of a stream, in milliseconds, which limits how often a page reloads. */
const EVENT_PAUSE_MS = 250
/** A version as `versionOf` writes it. */
const VERSION_PATTERN = /^[\w.-]{1,60}$/

/** Means all kinds. */
const ANY_KIND = '*'

/** Responds to a request for a project's events. */
export function eventsOf(app: FastifyInstance, service: Service) {
  const streams = new EventStreams(app, STREAM_LIMITS)
  return async (context: PageContext, request: FastifyRequest, reply: FastifyReply) => {
    const { project, user } = context
    const pending = new PendingNews()
    const stop = await service.watch(project, seenBy(context, request), (news) => pending.add(news))
    const reader = { projectId: project.id, userId: user?.id }
    const exceeded = streams.exceededBy(reader)
    if (exceeded !== undefined) {
      stop()
      return tooManyStreams(reply, exceeded)
    }
    const mayRead = async (): Promise<boolean> => {
      const visitor = await visitorOf(service, request)
      return (
        visitor !== undefined && (await visibleProject(service, visitor, project.id)) !== undefined
      )
    }
    const stream = streams.open(reply, { ...reader, mayRead })
    stream.onEnd(() => {
      stop()
      pending.drop()
    })
    pending.sendTo(stream)
    return reply
  }
}

/** The version that the page shows. A browser that reconnects names the last event it received. */
function seenBy({ query }: PageContext, { headers }: FastifyRequest): string {
  const seen = headers['last-event-id'] ?? query.get('seen') ?? ''
  return typeof seen === 'string' && VERSION_PATTERN.test(seen) ? seen : ''
}

const { perProject, perPerson, total } = STREAM_LIMITS
const LIMIT_DETAILS: Readonly<Record<ExceededLimit, string>> = {
  perProject: `The project has ${perProject} pages with live updates open. Close one.`,
  perPerson: `You have ${perPerson} pages with live updates open. Close one.`,
  total: `The service has reached its limit of ${total} pages with live updates. Reload this page to see changes.`,
}

const tooManyStreams = (reply: FastifyReply, exceeded: ExceededLimit): FastifyReply =>
  sendProblem(reply.header('Retry-After', FULL_RETRY_AFTER), {
    status: 503,
    code: 'too-many-streams',
    title: 'Too many pages with live updates',
    detail: LIMIT_DETAILS[exceeded],
  })

/**
 * Collects notifications during the pause after an event, and until the stream is open. The first
 * notification is sent immediately, later ones together.
 */
class PendingNews {
  #stream: EventStream | undefined
  #version = ''
  readonly #kinds = new Set<string>()
  #pause: NodeJS.Timeout | undefined

  add({ version, kinds }: ProjectNews): void {
    this.#version = version
    for (const kind of kinds ?? [ANY_KIND]) this.#kinds.add(kind)
    if (this.#pause === undefined) this.#send()
  }

  sendTo(stream: EventStream): void {
    this.#stream = stream
    this.#send()
  }

  drop(): void {
    timers.clearTimeout(this.#pause)
  }

  #send(): void {
    this.#pause = undefined
    if (this.#kinds.size === 0 || this.#stream === undefined) return
    const data = [...this.#kinds].join(' ')
    this.#kinds.clear()
    this.#pause = timers.setTimeout(() => this.#send(), EVENT_PAUSE_MS)
    this.#stream.send({ id: this.#version, event: 'changed', data })
  }
}
