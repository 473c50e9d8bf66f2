// The document of the reference: OpenAPI 3.1 of all interfaces, made from the routes themselves. The pages that show it are the portal's.

import swagger from '@fastify/swagger'
import { BRAND_TAGLINE } from '../../web/html/mark.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { compressAnswers } from '../../web/http/compress.ts'
import type { OpenApiCodes, OpenApiDocument } from '../../web/http/open-api.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { http } from '../../node-http.ts'
import { VERSION } from '../../version.ts'
import { APIS, SECURITY_SCHEMES } from '../endpoint/apis.ts'

const routes: Interface = async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sandcard',
        version: VERSION,
        description: `${BRAND_TAGLINE} Every example can be sent as it stands to a fresh project; the first cardholder is \`100001\`, the first card \`100000000001\`. What each card number does at interface C: [test cards](/test-cards).`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative, so that the reference is right behind whatever address it was opened at.
      servers: [{ url: '/' }],
      tags: Object.values(APIS).map(({ tag, description }) => ({ name: tag, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    hideUntagged: true,
  })
  const codes: Record<string, readonly OpenApiCodes[]> = {}
  app.decorate('describeCodes', (tag: string, ofTag: readonly OpenApiCodes[]) => {
    codes[tag] = ofTag
  })
  let text: string | undefined
  app.decorate(
    'openApiText',
    () => (text ??= withDescriptions({ ...app.swagger(), 'x-codes': codes })),
  )
  let document: OpenApiDocument | undefined
  app.decorate('openApi', () => (document ??= JSON.parse(app.openApiText()) as OpenApiDocument))
  await app.register(async (pages) => {
    await compressAnswers(pages)
    pages.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
      reply
        .headers(securityHeaders())
        .type('application/json; charset=utf-8')
        .send(app.openApiText()),
    )
  })
}

/** What the generator writes where a response has no description. */
const UNDESCRIBED_RESPONSE = 'Default Response'

const isUndescribed = (value: unknown): value is { description: string } =>
  typeof value === 'object' &&
  value !== null &&
  'description' in value &&
  value.description === UNDESCRIBED_RESPONSE

/** The document as JSON; an answer whose schema says nothing of its own is called by its status. */
const withDescriptions = (document: object): string =>
  JSON.stringify(document, (name, value: unknown) =>
    http.STATUS_CODES[name] !== undefined && isUndescribed(value)
      ? { ...value, description: http.STATUS_CODES[name] }
      : value,
  )

/** Not encapsulated: it has to see the routes of the interfaces that are registered after it. */
export const reference: Interface = Object.assign(routes, { [Symbol.for('skip-override')]: true })
