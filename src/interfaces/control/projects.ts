// Projects: made, shown, set and reset.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { currencyByNumeric } from '../../domain/currency.ts'
import type { Project } from '../../engine/directory.ts'
import type { AskOf } from '../../operations/index.ts'
import type { Service } from '../../service.ts'
import { spaceById } from '../../store/reads/ledger.ts'
import { byAdminToken, projectOf } from './authentication.ts'
import { callbackUrlFault } from '../../callbacks/address.ts'
import { outcomeRules } from './outcome-rules.ts'
import { Unacceptable } from './problems.ts'
import {
  NewProjectSchema,
  ProjectSchema,
  projectView,
  type SettingsChange,
  SettingsChangeSchema,
} from './project-view.ts'
import { ERRORS, TAGS } from './schemas.ts'

const UNNAMED = 'project'

export function createProjectRoute(app: FastifyInstance, service: Service): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/projects',
    {
      config: { face: 'control', operation: 'createProject' },
      onRequest: byAdminToken(service),
      schema: {
        operationId: 'createProject',
        summary: 'Make a project',
        description:
          'A sandbox of its own with credentials and product data, ready at once: make one per test. Hosted mode asks for the admin token as a bearer token; local mode asks for nothing.',
        tags: TAGS,
        security: [{}, { adminToken: [] }],
        body: NewProjectSchema,
        response: { 201: ProjectSchema, ...ERRORS },
      },
    },
    async (request, reply) => {
      // The body may be missing altogether.
      const given = request.body as { readonly name?: string } | null | undefined
      const project = await service.directory.create(given?.name ?? UNNAMED)
      return reply.code(201).send(await shown(service, project))
    },
  )
}

export function projectRoutes(app: FastifyInstance, service: Service): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  typed.get(
    '/project',
    {
      config: { face: 'control', operation: 'getProject' },
      schema: {
        operationId: 'getProject',
        summary: 'Read the project',
        description: 'Its credentials for every interface, its product data and its settings.',
        tags: TAGS,
        response: { 200: ProjectSchema, ...ERRORS },
      },
    },
    async (request) => shown(service, projectOf(request)),
  )
  typed.patch(
    '/project',
    {
      config: { face: 'control', operation: 'updateProject' },
      schema: {
        operationId: 'updateProject',
        summary: "Change the project's settings",
        description: 'Settings that are left out stay as they are. A reset restores the defaults.',
        tags: TAGS,
        body: SettingsChangeSchema,
        response: { 200: ProjectSchema, ...ERRORS },
      },
    },
    async (request) => {
      const project = projectOf(request)
      const change = settingsChange(request.body, project, service)
      const changed = await service.ask(project, 'changeSettings', change)
      return projectView(project, changed, service.config.mode)
    },
  )
  typed.post(
    '/reset',
    {
      config: { face: 'control', operation: 'resetProject' },
      schema: {
        operationId: 'resetProject',
        summary: 'Start over',
        description:
          'Everything of the project is gone, clock and settings are as new; credentials and product data stay.',
        tags: TAGS,
        response: { 200: ProjectSchema, ...ERRORS },
      },
    },
    async (request) => {
      const { number } = projectOf(request)
      await service.directory.reset(number)
      const project = await service.directory.byNumber(number)
      if (project === undefined) throw new Error('the project is missing after its reset')
      return shown(service, project)
    },
  )
}

const shown = async (service: Service, project: Project) => {
  const { settings } = await service.read(project, spaceById)
  return projectView(project, settings, service.config.mode)
}

/** The callback key is a secret: it is kept sealed. */
function settingsChange(
  change: SettingsChange,
  project: Project,
  service: Service,
): AskOf<'changeSettings'> {
  const { callbackKey, outcomeRules: rules, ...plain } = change
  const { callbackUrl, gatewayCurrencies } = plain
  const fault =
    typeof callbackUrl === 'string' ? callbackUrlFault(callbackUrl, service.config.mode) : undefined
  if (fault !== undefined) throw new Unacceptable('/callbackUrl', fault)
  const unknown =
    gatewayCurrencies?.findIndex((code) => currencyByNumeric(code) === undefined) ?? -1
  if (unknown >= 0) throw new Unacceptable(`/gatewayCurrencies/${unknown}`, 'must be a currency')
  const settings = { ...plain, ...(rules && { outcomeRules: outcomeRules(rules) }) }
  return callbackKey === undefined
    ? { settings }
    : { settings, callbackKey: project.vault.seal(callbackKey) }
}
