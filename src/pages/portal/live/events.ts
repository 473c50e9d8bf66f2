// `/p/{project}/events`: tells a page that is open which kinds of things have changed, and nothing more. The page reads itself again, as whoever
// looks at it: no stream knows what somebody may see.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectNews } from '../../../engine/project-watch.ts'
import { type EventStream, EventStreams } from './event-stream.ts'
import { sendProblem } from '../../../web/http/problem.ts'
import type { PageContext } from '../shell/screen.ts'

/** Pages that may be open at once. */
const STREAMS_PER_PROJECT = 20
const STREAMS_IN_ALL = 500
/** Seconds after which a page that found no room asks again. */
const FULL_RETRY_AFTER = '30'
/** Between two events of a stream, milliseconds: however much is committed, a page reads itself again now and then only. */
const EVENT_PAUSE_MS = 250
/** A version as `versionOf` writes it. */
const VERSION_PATTERN = /^[\w.-]{1,60}$/

/** What a page that is open hears by: any kind. */
const ANY_KIND = '*'

/** Answers a request for the events of a project. */
export function eventsOf(app: FastifyInstance) {
  const streams = new EventStreams(app, {
    perKey: STREAMS_PER_PROJECT,
    inAll: STREAMS_IN_ALL,
  })
  return async (context: PageContext, request: FastifyRequest, reply: FastifyReply) => {
    const { service, project } = context
    const pending = new PendingNews()
    const stop = await service.watch(project, seenBy(context, request), (news) => pending.add(news))
    if (!streams.hasRoom(project.id)) {
      stop()
      return tooMany(reply)
    }
    const stream = streams.open(reply, project.id)
    stream.onEnd(() => {
      stop()
      pending.drop()
    })
    pending.tellTo(stream)
    return reply
  }
}

/** The version that the page shows: a browser that asks again names the last event it had. */
function seenBy({ query }: PageContext, { headers }: FastifyRequest): string {
  const seen = headers['last-event-id'] ?? query.get('seen') ?? ''
  return typeof seen === 'string' && VERSION_PATTERN.test(seen) ? seen : ''
}

const tooMany = (reply: FastifyReply): FastifyReply =>
  sendProblem(reply.header('Retry-After', FULL_RETRY_AFTER), {
    status: 503,
    code: 'too-many-streams',
    title: 'Too many pages are kept up to date',
    detail: `At most ${STREAMS_PER_PROJECT} for a project and ${STREAMS_IN_ALL} in all.`,
  })

/** Gathers news in the pause after an event, and until there is a stream to tell them to: the first is told at once, what follows together. */
class PendingNews {
  #stream: EventStream | undefined
  #version = ''
  readonly #kinds = new Set<string>()
  #pause: NodeJS.Timeout | undefined

  add({ version, kinds }: ProjectNews): void {
    this.#version = version
    for (const kind of kinds ?? [ANY_KIND]) this.#kinds.add(kind)
    if (this.#pause === undefined) this.#tell()
  }

  tellTo(stream: EventStream): void {
    this.#stream = stream
    this.#tell()
  }

  drop(): void {
    clearTimeout(this.#pause)
  }

  #tell(): void {
    this.#pause = undefined
    if (this.#kinds.size === 0 || this.#stream === undefined) return
    const data = [...this.#kinds].join(' ')
    this.#kinds.clear()
    this.#pause = setTimeout(() => this.#tell(), EVENT_PAUSE_MS)
    this.#stream.send({ id: this.#version, event: 'changed', data })
  }
}
