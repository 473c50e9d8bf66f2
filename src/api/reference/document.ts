// The document of the reference: OpenAPI 3.1 of all interfaces, generated from their routes. The
// pages that show it belong to the portal.

import fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify'
import { BRAND_TAGLINE } from '../../web/html/mark.ts'
import type { OpenApiCodes, OpenApiDocument } from '../../web/http/schemas/open-api.ts'
import { http } from '../../node-http.ts'
import { VERSION } from '../../version.ts'
import { APIS, SECURITY_SCHEMES } from '../endpoint/apis.ts'

interface DescribedRoute extends Pick<RouteOptions, 'method' | 'url'> {
  readonly describe: () => FastifySchema
}

/** Collects the routes that the app adds from now on. */
export function describeRoutes(app: FastifyInstance): void {
  const described: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const describe = config?.describe ?? (schema && (() => schema))
    if (method !== 'HEAD' && describe !== undefined) described.push({ method, url, describe })
  })
  const codes: Record<string, readonly OpenApiCodes[]> = {}
  app.decorate('describeCodes', (tag: string, ofTag: readonly OpenApiCodes[]) => {
    codes[tag] = ofTag
  })
  app.decorate('openApi', () => documentOf(described, codes))
}

/** The documents of this process by their routes. */
const documents = new Map<string, Promise<OpenApiDocument>>()

/** Services with the same routes share a document: only the first pays for it. */
function documentOf(
  described: readonly DescribedRoute[],
  codes: Readonly<Record<string, readonly OpenApiCodes[]>>,
): Promise<OpenApiDocument> {
  const routes = JSON.stringify(described.map(({ method, url }) => [method, url]))
  const document = documents.get(routes) ?? generated(described, codes)
  documents.set(routes, document)
  return document
}

/**
 * The document of routes. The generator, which is only loaded for the first document, collects them
 * from an app.
 */
async function generated(
  described: readonly DescribedRoute[],
  codes: Readonly<Record<string, readonly OpenApiCodes[]>>,
): Promise<OpenApiDocument> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sandcard',
        version: VERSION,
        description: `${BRAND_TAGLINE} Every example can be sent unchanged to a new project; the first cardholder is \`100001\`, the first card \`100000000001\`. [Test cards](/test-cards) lists the card numbers of interface C.`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // A relative URL, so that it works behind any proxy.
      servers: [{ url: '/' }],
      tags: Object.values(APIS).map(({ tag, description }) => ({ name: tag, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    hideUntagged: true,
  })
  for (const { method, url, describe } of described)
    app.route({ method, url, schema: describe(), handler: notServed })
  await app.ready()
  const { withMemberTexts } = await import('./describe-members.ts')
  return withMemberTexts(
    JSON.parse(withDescriptions({ ...app.swagger(), 'x-codes': codes })) as OpenApiDocument,
  )
}

const notServed = (): never => {
  throw new Error('this app only describes its routes')
}

/** The generator's description of a response that has none. */
const UNDESCRIBED_RESPONSE = 'Default Response'

const isUndescribed = (value: unknown): value is { description: string } =>
  typeof value === 'object' &&
  value !== null &&
  'description' in value &&
  value.description === UNDESCRIBED_RESPONSE

/** The document as JSON. A response without a description is described by its status. */
const withDescriptions = (document: object): string =>
  JSON.stringify(document, (name, value: unknown) =>
    http.STATUS_CODES[name] !== undefined && isUndescribed(value)
      ? { ...value, description: http.STATUS_CODES[name] }
      : value,
  )
