// The learning pages under `/`: with the demo project's credentials in local mode, without
// credentials in hosted mode.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { performerOf } from '../../../api/endpoint/in-process.ts'
import { getClock } from '../../../api/control/projects/clock.ts'
import { realNow } from '../../../time.ts'
import { icons } from '../../../web/html/icons.ts'
import { type PortalFrame, renderPortalPage } from '../../../web/html/portal-frame.ts'
import { securityHeaders } from '../../../web/html/security-headers.ts'
import { compressAnswers } from '../../../web/http/responses/compress.ts'
import { demoProject } from '../../../web/http/demo-project.ts'
import { acceptForms, formOf } from '../../../web/http/requests/form.ts'
import { callsOf } from '../../../web/http/calls/internal-request.ts'
import { originOf } from '../../../web/http/requests/origin.ts'
import type { Interface } from '../../../web/http/plugin.ts'
import type { Service } from '../../../service.ts'
import { redirectActions } from './action-address.ts'
import { learn } from './learn-screens.ts'
import { renderNotice } from './notice-page.ts'
import { gatewayPerformer } from './perform-at-gateway.ts'
import { portalStyle } from './portal-style.ts'
import { clockOf, projectName } from './project-frame.ts'
import type { LearnContext, LearnScreen } from './learn-screen.ts'
import type { Onward, View } from './screen.ts'

/** The same limit as for project pages. */
const FORM_LIMIT = 64 * 1024

const options = (operation: string) => ({
  schema: { hide: true },
  config: { api: 'portal' as const, operation },
  bodyLimit: FORM_LIMIT,
})

export const publicPages: Interface = async (app, { service }) => {
  for (const screen of learn) {
    // Separate Fastify apps, because compression and body parsing are settings of an app.
    await app.register(async (pages) => {
      if (screen.isPublic) await compressAnswers(pages)
      for (const { path, operation, show } of screen.pages)
        pages.get(path, options(operation), (request, reply) =>
          withContext({ service, screen, request, reply }, show),
        )
    })
    await app.register(async (actions) => {
      acceptForms(actions)
      for (const { path, operation, act } of screen.actions ?? [])
        actions.post(path, options(operation), (request, reply) =>
          withContext({ service, screen, request, reply }, act),
        )
      redirectActions(actions, '', screen)
    })
  }
}

interface PublicRequest {
  readonly service: Service
  readonly screen: LearnScreen
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function withContext(
  { service, screen, request, reply }: PublicRequest,
  work: (context: LearnContext) => Promise<View | Onward | undefined>,
): Promise<FastifyReply> {
  const { context, frame } = await contextOf(service, request)
  const made = await work(context)
  if (made !== undefined && 'location' in made)
    return reply.headers(securityHeaders()).redirect(made.location, 303)
  const page =
    made === undefined
      ? renderNotice('not-found')
      : renderPortalPage({
          ...frame,
          title: `${made.title} – sandcard`,
          styles: [portalStyle],
          scripts: made.scripts ?? [],
          navigation: navigation(screen),
          content: made.content,
        })
  return reply
    .code(made === undefined ? 404 : (made.status ?? 200))
    .headers(securityHeaders({ isolated: true, connects: true }))
    .type('text/html; charset=utf-8')
    .send(page)
}

/** The request, and the project data for the top bar. */
async function contextOf(
  service: Service,
  request: FastifyRequest,
): Promise<{ context: LearnContext; frame: Pick<PortalFrame, 'project' | 'clock'> }> {
  const project = await demoProject(service)
  const clock = project && (await performerOf(service, project, request)(getClock))
  const document = await request.server.openApi()
  const context: LearnContext = {
    service,
    // Local mode has no sign-in: every visitor owns the demo project.
    ...(project && {
      project,
      role: 'owner',
      perform: performerOf(service, project, request),
      performAtGateway: gatewayPerformer(service, project, request),
    }),
    base: '',
    origin: originOf(service.config, request),
    now: clock === undefined ? realNow() : Date.parse(clock.now),
    params: request.params as Readonly<Record<string, string>>,
    query: new URL(request.url, 'http://any.invalid').searchParams,
    form: formOf(request),
    document,
    call: callsOf(request),
  }
  const frame = {
    ...(project && { project: { id: project.id, name: projectName(project) } }),
    ...(clock && { clock: clockOf({ ...clock, now: Date.parse(clock.now) }) }),
  }
  return { context, frame }
}

const navigation = (current: LearnScreen): PortalFrame['navigation'] => [
  { links: [{ label: 'Start', href: '/', icon: icons.back }] },
  {
    title: 'Learn',
    links: learn.map((screen) => ({
      label: screen.label,
      href: screen.path,
      icon: screen.icon,
      current: screen === current,
    })),
  },
]
