// The routes of project pages, `/p/{project}/...`, from the list of screens. Visitors without
// access get the same response as for a project that does not exist.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { foundOrUndefined, isNotFound, performerOf } from '../../../api/endpoint/in-process.ts'
import type { ProjectPage } from '../../../engine/directory.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { realNow } from '../../../time.ts'
import { securityHeaders } from '../../../web/html/security-headers.ts'
import { callerAddress } from '../../../web/http/requests/caller-address.ts'
import { acceptFiles, acceptForms, formOf } from '../../../web/http/requests/form.ts'
import { callsOf } from '../../../web/http/calls/internal-request.ts'
import { originOf } from '../../../web/http/requests/origin.ts'
import type { Interface } from '../../../web/http/plugin.ts'
import { retryLater } from '../../../web/http/responses/retry.ts'
import type { Service } from '../../../service.ts'
import { may, type Permission } from '../../../users/role.ts'
import { actorOf, noteAction } from '../../../users/audit.ts'
import {
  makeProject,
  PROJECT_NAME_LENGTH,
  type VisibleProject,
  visibleProject,
  visibleProjects,
  type Visitor,
  visitorOf,
} from './access.ts'
import { redirectActions } from './action-address.ts'
import { forbiddenView, notFoundView, wrongMethodView } from './framed-notice.ts'
import { asJson, isJsonView } from './json-page.ts'
import { renderLoggedOut, renderNotice } from './notice-page.ts'
import { gatewayPerformer } from './perform-at-gateway.ts'
import { type FrameData, frameData, renderView } from './project-frame.ts'
import { projectsPage } from './projects-page.ts'
import { faultView, refusalOf } from './fault-view.ts'
import { eventsOf } from '../live/events.ts'
import type {
  ActionRoute,
  Download,
  DownloadRoute,
  Onward,
  PageContext,
  PageRoute,
  Screen,
  View,
} from './screen.ts'
import { screensOf } from './screens.ts'
import { isUnknownQuery, unknownQueryView } from './unknown-query.ts'
import { searchScreen } from '../search/search-screen.ts'

/** Larger than the longest form. */
const FORM_LIMIT = 64 * 1024

const config = (operation: string) => ({ api: 'portal' as const, operation })

export const projectPages: Interface = async (app, { service }) => {
  acceptForms(app)
  acceptFiles(app)

  app.get('/p', { schema: { hide: true }, config: config('projects') }, async (request, reply) => {
    const query = queryOf(request)
    const visitor = await visitorOf(service, request)
    if (visitor === undefined) return logInFirst(request, reply)
    return sendPage(
      reply,
      await projectsPage(query, visitor, (range) => visibleProjects(service, visitor, range)),
    )
  })

  const events = eventsOf(app, service)
  app.get(
    '/p/:project/events',
    { schema: { hide: true }, config: config('projectEvents'), exposeHeadRoute: false },
    (request, reply) =>
      withContext(service, { request, reply }, 'look', (context) =>
        events(context, request, reply),
      ),
  )

  app.post(
    '/p',
    { schema: { hide: true }, config: config('makeProject'), bodyLimit: FORM_LIMIT },
    async (request, reply) => {
      const visitor = await visitorOf(service, request)
      if (visitor === undefined) return logInFirst(request, reply)
      const typed = (formOf(request).get('name') ?? '').trim()
      const made = await makeProject(service, visitor, typed)
      if (typeof made !== 'string') return onward(reply, `/p/${made.id}`)
      const list = (range: ProjectPage) => visibleProjects(service, visitor, range)
      const mistaken = { typed: typed.slice(0, PROJECT_NAME_LENGTH), mistakes: { name: made } }
      return sendPage(
        reply.code(422),
        await projectsPage(new URLSearchParams(), visitor, list, mistaken),
      )
    },
  )

  const screens = [...screensOf(service.config.mode), searchScreen]
  for (const screen of screens) {
    const served = { app, service, screen }
    for (const page of screen.pages) servePage(served, page)
    for (const action of screen.actions ?? []) serveAction(served, action)
    for (const download of screen.downloads ?? []) serveDownload(served, download)
  }
  redirectActions(app, '/p/:project', {
    pages: screens.flatMap(({ pages }) => pages),
    downloads: screens.flatMap(({ downloads = [] }) => downloads),
    actions: screens.flatMap(({ actions = [] }) => actions),
  })
}

interface ServedScreen {
  readonly app: FastifyInstance
  readonly service: Service
  readonly screen: Screen
}

/** As HTML or as JSON; see `json-page.ts`. */
function servePage({ app, service, screen }: ServedScreen, page: PageRoute): void {
  const { path, operation, needs = 'look', show } = page
  app.get(
    `/p/:project${path}`,
    { schema: { hide: true }, config: config(operation) },
    (request, reply) =>
      withContext(service, { request, reply }, needs, async (context) => {
        const frame = frameData(context)
        // A redirect does not wait for it.
        frame.catch(() => undefined)
        const outcome = await outcomeOf(context, reply, show)
        const isJson = outcome !== undefined && 'content' in outcome && isJsonView(context)
        const shown = isJson ? await asJson(outcome, context) : outcome
        return answerWith(reply, context, shown, { screen, data: frame })
      }),
  )
}

/** A form, whose effect is recorded in the audit log. */
function serveAction({ app, service, screen }: ServedScreen, action: ActionRoute): void {
  const { path, operation, needs = 'change', act, auditsItself, formLimit = FORM_LIMIT } = action
  app.post(
    `/p/:project${path}`,
    { schema: { hide: true }, config: config(operation), bodyLimit: formLimit },
    (request, reply) =>
      withContext(service, { request, reply }, needs, async (context) => {
        const outcome = await outcomeOf(context, reply, act)
        if (auditsItself !== true) await noteAct(context, request, operation, outcome)
        return outcome !== undefined && 'parts' in outcome
          ? sendFile(reply, outcome)
          : answerWith(reply, context, outcome, { screen })
      }),
  )
}

/** A file, or a page that explains why there is none. */
function serveDownload({ app, service, screen }: ServedScreen, download: DownloadRoute): void {
  const { path, operation, needs = 'look', send } = download
  app.get(
    `/p/:project${path}`,
    { schema: { hide: true }, config: config(operation) },
    (request, reply) =>
      withContext(service, { request, reply }, needs, async (context) => {
        const file = await foundOrUndefined(send(context)).catch((error: unknown) => {
          if (isUnknownQuery(error)) return unknownQueryView(context)
          throw error
        })
        return file !== undefined && 'parts' in file
          ? sendFile(reply, file)
          : answerWith(reply, context, file, { screen })
      }),
  )
}

/**
 * Responds to a request that no route matches, in the frame of its project: 404 if `allow` is
 * undefined, otherwise 405. Returns false if the visitor may not see the project. It does not
 * return the reply, because awaiting a sent reply gives undefined.
 */
export async function sendFramedNotFound(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  allow: string | undefined,
): Promise<boolean> {
  const [, id] = /^\/p\/([^/?]+)/.exec(request.url) ?? []
  const visitor = id === undefined ? undefined : await visitorOf(service, request)
  const visible = visitor && (await visibleProject(service, visitor, id ?? ''))
  if (visitor === undefined || visible === undefined) return false
  const context = await contextOf(service, request, visitor, visible)
  const view = allow === undefined ? notFoundView(context) : wrongMethodView(context, allow)
  await sendFramed(reply, view, context)
  return true
}

/**
 * Runs `work` with the context of the page if the visitor has access; otherwise sends a response.
 */
async function withContext(
  service: Service,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  needs: Permission,
  work: (context: PageContext) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  const visitor = await visitorOf(service, request)
  if (visitor === undefined) return logInFirst(request, reply)
  const { project: id = '' } = request.params as Readonly<Record<string, string>>
  const visible = await visibleProject(service, visitor, id)
  if (visible === undefined) return notFound(reply)
  const context = await contextOf(service, request, visitor, visible)
  if (!may(visible.role, needs)) return sendFramed(reply, await forbiddenView(context), context)
  await service.counted(visible.project)
  return work(context)
}

type Outcome = View | Onward | undefined

const sendFile = (reply: FastifyReply, { fileName, contentType, parts }: Download): FastifyReply =>
  reply
    .headers({
      ...securityHeaders(),
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    })
    .send(Readable.from(parts))

/** The screen of a page, and the data of its frame if they are being read already. */
interface FrameParts {
  readonly screen?: Screen
  readonly data?: Promise<FrameData>
}

function answerWith(
  reply: FastifyReply,
  context: PageContext,
  outcome: Outcome,
  frame: FrameParts,
): FastifyReply | Promise<FastifyReply> {
  if (outcome === undefined) return sendFramed(reply, notFoundView(context), context, frame)
  if (!('location' in outcome)) return sendFramed(reply, outcome, context, frame)
  const { location, isBeyond = false } = outcome
  return onward(reply, isBeyond ? location : context.base + location)
}

async function sendFramed(
  reply: FastifyReply,
  view: View,
  context: PageContext,
  { screen, data = frameData(context) }: FrameParts = {},
): Promise<FastifyReply> {
  const screens = screensOf(context.service.config.mode)
  const query = context.query.get('q') ?? ''
  const frame = { screens, ...(screen && { screen }), query, ...(await data) }
  const page = renderView(view, context, frame)
  return sendPage(reply.code(view.status ?? reply.statusCode), page)
}

/** Adds an entry to the audit log, unless the action was refused. A failure to do so is logged. */
async function noteAct(
  { service: { accounts }, user, project, params }: PageContext,
  request: FastifyRequest,
  action: string,
  outcome: Outcome | Download,
): Promise<void> {
  if (accounts === undefined || user === undefined) return
  const isDone =
    outcome !== undefined &&
    ('location' in outcome || 'parts' in outcome || outcome.status === undefined)
  if (!isDone) return
  const details = {
    ...Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'project')),
    ...('location' in outcome && outcome.noted),
  }
  try {
    await noteAction(accounts, project.number, actorOf(user), { action, details })
  } catch (error) {
    request.log.error({ err: error, action }, 'the audit log was not written')
  }
}

/** An error that belongs to no field gets its own page; temporary errors with Retry-After. */
async function outcomeOf<O extends Outcome | Download>(
  context: PageContext,
  reply: FastifyReply,
  work: (context: PageContext) => Promise<O>,
): Promise<O | View | undefined> {
  try {
    return await work(context)
  } catch (error) {
    if (isNotFound(error)) return undefined
    if (isUnknownQuery(error)) return unknownQueryView(context)
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    const { isPassing, view } = faultView(refusal, context)
    if (isPassing) retryLater(reply)
    return view
  }
}

const onward = (reply: FastifyReply, location: string): FastifyReply =>
  reply.headers(securityHeaders()).redirect(location, 303)

const notFound = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), renderNotice('not-found'))

/**
 * The sign-in returns to the page. A posted form is not repeated, and its page gets the input back.
 */
function logInFirst(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method !== 'GET')
    return sendPage(reply.code(401), renderLoggedOut(request.url, formOf(request)))
  return onward(reply, `/account/log-in?next=${encodeURIComponent(request.url)}`)
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders({ isolated: true, connects: true }))
    .type('text/html; charset=utf-8')
    .send(page)

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URL(request.url, 'http://any.invalid').searchParams

async function contextOf(
  service: Service,
  request: FastifyRequest,
  { user }: Visitor,
  { project, role }: VisibleProject,
): Promise<PageContext> {
  const { dataset, version } = await service.state(project)
  const document = await request.server.openApi()
  const origin = originOf(service.config, request)
  return {
    service,
    project,
    role,
    user,
    dataset,
    version,
    now: batchTime(dataset, realNow()),
    origin,
    path: new URL(request.url, 'http://any.invalid').pathname,
    base: `/p/${project.id}`,
    params: request.params as Readonly<Record<string, string>>,
    query: queryOf(request),
    form: formOf(request),
    ip: callerAddress(request),
    document,
    perform: performerOf(service, project, request, user && actorOf(user)),
    performAtGateway: gatewayPerformer(service, project, request),
    call: callsOf(request),
  }
}
