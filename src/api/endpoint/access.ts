// Ways to authenticate a caller that several APIs use.

import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { Awaitable } from '../../engine/look-up-cache.ts'
import { equalInConstantTime } from '../../projects/vault.ts'
import type { Service } from '../../service.ts'
import type { Access } from './operation.ts'

/** The project of the API key in `X-API-KEY`; undefined if it is missing or wrong. */
const projectByApiKey = (
  service: Service,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Awaitable<Project | undefined> => {
  const key = headers['x-api-key']
  return typeof key === 'string' ? service.directory.authenticate('b', key) : undefined
}

/** Like `projectByApiKey`, for a path without an operation. */
export async function callerByApiKey(
  service: Service,
  request: FastifyRequest,
): Promise<Project | undefined> {
  const project = await projectByApiKey(service, request)
  return project && service.counted(project)
}

/**
 * Authenticates by the project's API key in `X-API-KEY`; `refused` creates the error for a wrong
 * key.
 */
export const byApiKey = (realm: string, refused: () => Error): Access<Project> => ({
  security: [{ apiKey: [] }],
  admit(service, request, reply) {
    const admitted = (project: Project | undefined): Awaitable<Project> => {
      if (project !== undefined) return service.counted(project)
      reply.header('WWW-Authenticate', `ApiKey realm="${realm}"`)
      throw refused()
    }
    const found = projectByApiKey(service, request)
    return found instanceof Promise ? found.then(admitted) : admitted(found)
  },
})

/**
 * Authenticates by interface A's login and password as Basic credentials; `refused` creates the
 * error for wrong credentials.
 */
export const byBasic = (realm: string, refused: () => Error): Access<Project> => ({
  security: [{ basic: [] }],
  async admit(service, request, reply) {
    const sent = basicCredentials(request.headers.authorization)
    const project = sent && (await service.logIn({ kind: 'a', ...sent, ip: request.ip }))
    if (project !== undefined) return service.counted(project)
    reply.header('WWW-Authenticate', `Basic realm="${realm}"`)
    throw refused()
  },
})

/** Login and password of an `Authorization` header (RFC 7617); the password can contain colons. */
export function basicCredentials(
  authorization = '',
): { readonly login: string; readonly password: string } | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization) ?? []
  const credentials = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const colon = credentials.indexOf(':')
  if (colon < 0) return undefined
  return { login: credentials.slice(0, colon), password: credentials.slice(colon + 1) }
}

/**
 * True if the caller is the operator: in local mode every caller, otherwise a caller with the admin
 * token (RFC 6750).
 */
export function isOperator(
  { config: { mode, adminToken = '', oldAdminToken = '' } }: Pick<Service, 'config'>,
  { headers: { authorization = '' } }: Pick<FastifyRequest, 'headers'>,
): boolean {
  if (mode === 'local') return true
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  const isNew = equalInConstantTime(token, adminToken)
  const isOld = equalInConstantTime(token, oldAdminToken)
  return (isNew || isOld) && token !== ''
}

/** The security of operations for the operator, in OpenAPI's form. */
export const OPERATOR_SECURITY: Access['security'] = [{}, { adminToken: [] }]
