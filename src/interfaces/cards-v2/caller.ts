// Who is calling and what was sent, kept on the request by the plugin's hooks.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'

const PROJECT = 'cardsV2Project'
const BODY_TEXT = 'cardsV2BodyText'

/** Declares both on every request of this interface, so that all requests have one shape. */
export function declareCaller(app: FastifyInstance): void {
  app.decorateRequest(PROJECT, null)
  app.decorateRequest(BODY_TEXT, '')
}

export function setProject(request: FastifyRequest, project: Project): void {
  request.setDecorator(PROJECT, project)
}

/** The project that the API key belongs to. */
export const projectOf = (request: FastifyRequest): Project =>
  request.getDecorator<Project>(PROJECT)

export function setBodyText(request: FastifyRequest, text: string): void {
  request.setDecorator(BODY_TEXT, text)
}

/** The body exactly as it was sent. */
export const bodyTextOf = (request: FastifyRequest): string =>
  request.getDecorator<string>(BODY_TEXT)
