// Who may call the control API: a project by its API key; whoever holds the admin token where projects are made in hosted mode.

import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { equalInConstantTime } from '../../domain/vault.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { sendProblem } from '../http/problem.ts'
import { PROBLEMS } from './problems.ts'

export const PROJECT = 'project'

/** The project that the request's key belongs to. */
export const projectOf = (request: FastifyRequest): Project =>
  request.getDecorator<Project>(PROJECT)

export const byApiKey =
  (service: Service): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const key = request.headers['x-api-key']
    const project =
      typeof key === 'string' ? await service.directory.authenticate('b', key) : undefined
    if (project === undefined)
      return refuse(reply, 'ApiKey realm="control"', 'Send the API key of a project in X-API-KEY.')
    request.setDecorator(PROJECT, project)
  }

/** In local mode everybody on the machine may make projects. */
export const byAdminToken =
  (service: Service): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const { mode, adminToken } = service.config
    if (mode === 'local') return
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const right = equalInConstantTime(given, adminToken ?? '')
    if (!right || given === '')
      return refuse(reply, 'Bearer realm="control"', 'Send the admin token as a bearer token.')
  }

const refuse = (reply: FastifyReply, challenge: string, detail: string): FastifyReply =>
  sendProblem(reply.header('WWW-Authenticate', challenge), { ...PROBLEMS.unauthorized, detail })
