// The addresses of a project's pages, `/p/{project}/...`: routes made from the list of screens. Whoever may not see the project gets the answer
// of a project that does not exist.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/fault.ts'
import { batchTime } from '../../kernel/dataset.ts'
import { datasetAndVersion } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { acceptForms, formOf } from '../../web/http/form.ts'
import { originOf } from '../../web/http/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { retryLater } from '../../web/http/retry.ts'
import type { Service } from '../../service.ts'
import { may, type Permission } from '../../users/role.ts'
import { visibleProject, visibleProjects, visitorOf } from './access.ts'
import { renderNotice } from './notice-page.ts'
import { renderView } from './project-frame.ts'
import { projectsPage } from './projects-page.ts'
import { faultView } from './fault-view.ts'
import { eventsOf } from './live/events.ts'
import type { Onward, Screen, View, Visit } from './screen.ts'
import { HOME, screens } from './screens.ts'
import { search } from './search/screen.ts'

/** Every field of the longest form at its longest is far smaller. */
const FORM_LIMIT = 64 * 1024

const config = (operation: string) => ({ api: 'portal' as const, operation })

export const projectPages: Interface = async (app, { service }) => {
  acceptForms(app)

  app.get('/p', { schema: { hide: true }, config: config('projects') }, async (request, reply) => {
    const query = queryOf(request)
    const visitor = await visitorOf(service, request)
    if (visitor === undefined) return notFound(reply)
    return sendPage(
      reply,
      await projectsPage(query, (range) => visibleProjects(service, visitor, range)),
    )
  })

  app.get('/p/:project', { schema: { hide: true }, config: config('project') }, (request, reply) =>
    withVisit(service, request, reply, {
      needs: 'look',
      work: ({ base }) => Promise.resolve(`${base}${HOME}`),
    }),
  )

  const events = eventsOf(app)
  app.get(
    '/p/:project/events',
    { schema: { hide: true }, config: config('projectEvents'), exposeHeadRoute: false },
    async (request, reply) => {
      const visit = await visitOf(service, request)
      return visit === undefined ? notFound(reply) : events(visit, request, reply)
    },
  )

  for (const screen of [...screens, search]) {
    for (const { path, operation, needs = 'look', show } of screen.pages)
      app.get(
        `/p/:project${path}`,
        { schema: { hide: true }, config: config(operation) },
        (request, reply) => withVisit(service, request, reply, { needs, work: show, screen }),
      )
    for (const { path, operation, needs = 'change', act } of screen.actions ?? [])
      app.post(
        `/p/:project${path}`,
        { schema: { hide: true }, config: config(operation), bodyLimit: FORM_LIMIT },
        (request, reply) => withVisit(service, request, reply, { needs, work: act, screen }),
      )
    for (const { path, operation, needs = 'look', send } of screen.downloads ?? [])
      app.get(
        `/p/:project${path}`,
        { schema: { hide: true }, config: config(operation) },
        async (request, reply) => {
          const visit = await visitOf(service, request)
          if (visit === undefined) return notFound(reply)
          if (!may(visit.role, needs)) return forbidden(reply)
          const file = await send(visit)
          if (file === undefined) return notFound(reply)
          const { fileName, contentType, parts } = file
          return reply
            .headers({
              ...securityHeaders(),
              'content-type': contentType,
              'content-disposition': `attachment; filename="${fileName}"`,
            })
            .send(Readable.from(parts))
        },
      )
  }
}

interface PageWork {
  readonly needs: Permission
  readonly work: (visit: Visit) => Promise<View | Onward | string | undefined>
  /** The one to mark in the rail. */
  readonly screen?: Screen
}

/** Answers with what `work` makes of the visit: a page in its frame, or where the browser goes on to. */
async function withVisit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { needs, work, screen }: PageWork,
): Promise<FastifyReply> {
  const visit = await visitOf(service, request)
  if (visit === undefined) return notFound(reply)
  if (!may(visit.role, needs)) return forbidden(reply)
  const made = await outcomeOf(visit, reply, work)
  if (made === undefined) return notFound(reply)
  if (typeof made === 'string') return onward(reply, made)
  if ('location' in made)
    return onward(reply, (made.isBeyond === true ? '' : visit.base) + made.location)
  const frame = { screens, ...(screen && { screen }), query: visit.query.get('q') ?? '' }
  return sendPage(reply.code(made.status ?? reply.statusCode), await renderView(made, visit, frame))
}

/** A fault that no form has a place for is told on a page of its own, the passing ones with the time to try again. */
async function outcomeOf(
  visit: Visit,
  reply: FastifyReply,
  work: PageWork['work'],
): Promise<View | Onward | string | undefined> {
  try {
    return await work(visit)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { isPassing, view } = faultView(error, visit)
    if (isPassing) retryLater(reply)
    return view
  }
}

const onward = (reply: FastifyReply, location: string): FastifyReply =>
  reply.headers(securityHeaders()).redirect(location, 303)

const notFound = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), renderNotice('not-found'))

const forbidden = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(403), renderNotice('forbidden'))

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders({ isolated: true, connects: true }))
    .type('text/html; charset=utf-8')
    .send(page)

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URL(request.url, 'http://any.invalid').searchParams

async function visitOf(service: Service, request: FastifyRequest): Promise<Visit | undefined> {
  const params = request.params as Readonly<Record<string, string>>
  const visitor = await visitorOf(service, request)
  if (visitor === undefined) return undefined
  const visible = await visibleProject(service, visitor, params['project'] ?? '')
  if (visible === undefined) return undefined
  const { project, role } = visible
  const { dataset, version } = await service.read(project, datasetAndVersion)
  return {
    service,
    project,
    role,
    user: visitor.user,
    dataset,
    version,
    now: batchTime(dataset, realNow()),
    origin: originOf(service.config, request),
    base: `/p/${project.id}`,
    params,
    query: queryOf(request),
    form: formOf(request),
    ip: request.ip,
    read: (work, ...rest) =>
      service.read(project, (reads, datasetId) => work(reads, datasetId, ...rest)),
    execute: (command, input) => service.execute(project, command, input),
  }
}
