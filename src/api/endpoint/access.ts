// The ways of knowing a caller that more than one api has.

import type { Project } from '../../engine/directory.ts'
import type { Access } from './operation.ts'

/** Whoever asks is let in. */
export const open: Access<null> = { security: [], admit: () => Promise.resolve(null) }

/** By the project's API key in `X-API-KEY`; `refused` is what a wrong one is answered. */
export const byApiKey = (realm: string, refused: () => Error): Access<Project> => ({
  security: [{ apiKey: [] }],
  async admit({ directory }, request, reply) {
    const key = request.headers['x-api-key']
    const project = typeof key === 'string' ? await directory.authenticate('b', key) : undefined
    if (project !== undefined) return project
    reply.header('WWW-Authenticate', `ApiKey realm="${realm}"`)
    throw refused()
  },
})
