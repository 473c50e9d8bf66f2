// The API reference of all interfaces: OpenAPI 3.1 made from the routes themselves, and pages to browse it.

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { TAGLINE } from '../../web/html/mark.ts'
import { ISOLATION_HEADERS, securityHeaders } from '../../web/html/security-headers.ts'
import { compressAnswers } from '../../web/http/compress.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { http } from '../../node-http.ts'
import { VERSION } from '../../version.ts'
import { APIS, SECURITY_SCHEMES } from '../endpoint/apis.ts'
import { contentSecurityPolicy, logo, theme } from './look.ts'

const routes: Interface = async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sandcard',
        version: VERSION,
        description: `${TAGLINE} Every example can be sent as it stands to a fresh project; the first cardholder is \`100001\`, the first card \`100000000001\`. What each card number does at interface C: [test cards](/test-cards).`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative, so that the reference is right behind whatever address it was opened at.
      servers: [{ url: '/' }],
      tags: Object.values(APIS).map(({ tag, description }) => ({ name: tag, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    hideUntagged: true,
  })
  await app.register(async (pages) => {
    await compressAnswers(pages)
    await servePages(pages)
    serveDocument(pages)
  })
}

async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    uiHooks: {
      onRequest: (_request, reply, next) => {
        reply.headers(ISOLATION_HEADERS)
        next()
      },
    },
    theme,
    logo,
    transformSpecification: (document) => JSON.parse(withDescriptions(document)) as object,
    uiConfig: {
      deepLinking: true,
      displayOperationId: false,
      displayRequestDuration: true,
      docExpansion: 'list',
      filter: true,
      persistAuthorization: true,
      tryItOutEnabled: true,
    },
  })
}

function serveDocument(app: FastifyInstance): void {
  const { 'cache-control': cacheControl, ...headers } = securityHeaders()
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    document ??= withDescriptions(app.swagger())
    return reply
      .headers({ ...headers, 'cache-control': cacheControl ?? 'no-store' })
      .type('application/json; charset=utf-8')
      .send(document)
  })
}

/** What the generator writes where a response has no description. */
const UNDESCRIBED = 'Default Response'

const isUndescribed = (value: unknown): value is { description: string } =>
  typeof value === 'object' &&
  value !== null &&
  'description' in value &&
  value.description === UNDESCRIBED

/** The document as JSON; an answer whose schema says nothing of its own is called by its status. */
const withDescriptions = (document: object): string =>
  JSON.stringify(document, (name, value: unknown) =>
    http.STATUS_CODES[name] !== undefined && isUndescribed(value)
      ? { ...value, description: http.STATUS_CODES[name] }
      : value,
  )

/** Not encapsulated: it has to see the routes of the interfaces that are registered after it. */
export const reference: Interface = Object.assign(routes, { [Symbol.for('skip-override')]: true })
