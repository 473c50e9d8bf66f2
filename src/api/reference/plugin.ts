// The document of the reference: OpenAPI 3.1 of all interfaces, generated from their routes, as a
// whole and as one document for each interface. The pages that show it belong to the portal.

import fastify, { type FastifySchema, type RouteOptions } from 'fastify'
import { BRAND_TAGLINE } from '../../web/html/mark.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { compressAnswers } from '../../web/http/responses/compress.ts'
import type { OpenApiCodes, OpenApiDocument } from '../../web/http/schemas/open-api.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { http } from '../../node-http.ts'
import { VERSION } from '../../version.ts'
import { type ApiName, APIS, SECURITY_SCHEMES } from '../endpoint/apis.ts'
import { type Document, withNamedSchemas } from './named-schemas.ts'

/** The interfaces with a document of their own: `/openapi/a.json`. */
const DOCUMENTED = ['A', 'B', 'C', 'control'] as const satisfies readonly ApiName[]

interface DescribedRoute extends Pick<RouteOptions, 'method' | 'url'> {
  readonly describe: () => FastifySchema
}

const routes: Interface = async (app) => {
  const described: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const describe = config?.describe ?? (schema && (() => schema))
    if (method !== 'HEAD' && describe !== undefined) described.push({ method, url, describe })
  })
  const codes: Record<string, readonly OpenApiCodes[]> = {}
  app.decorate('describeCodes', (tag: string, ofTag: readonly OpenApiCodes[]) => {
    codes[tag] = ofTag
  })
  let document: Promise<OpenApiDocument> | undefined
  app.decorate('openApi', () => (document ??= generated(described, codes)))
  const textOf = remembered(async (api?: ApiName): Promise<string> => {
    const whole = (await app.openApi()) as OpenApiDocument & Document
    return JSON.stringify(withNamedSchemas(api === undefined ? whole : documentOf(whole, api)))
  })
  await app.register(async (pages) => {
    await compressAnswers(pages)
    const documents = [
      { url: '/openapi.json', api: undefined },
      ...DOCUMENTED.map((api) => ({ url: `/openapi/${api.toLowerCase()}.json`, api })),
    ]
    for (const { url, api } of documents)
      pages.get(url, { schema: { hide: true } }, async (_request, reply) =>
        reply
          .headers(securityHeaders())
          .type('application/json; charset=utf-8')
          .send(await textOf(api)),
      )
  })
}

/**
 * The document of routes. The generator, which is loaded for the first document only, collects them
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
      // Relative, so that it is right behind any proxy.
      servers: [{ url: '/' }],
      tags: Object.values(APIS).map(({ tag, description }) => ({ name: tag, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    hideUntagged: true,
  })
  for (const { method, url, describe } of described)
    app.route({ method, url, schema: describe(), handler: notServed })
  await app.ready()
  return JSON.parse(withDescriptions({ ...app.swagger(), 'x-codes': codes })) as OpenApiDocument
}

const notServed = (): never => {
  throw new Error('this app only describes its routes')
}

function remembered<K, V>(make: (key?: K) => V): (key?: K) => V {
  const made = new Map<K | undefined, V>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** The part of the document that describes one interface. */
function documentOf(whole: OpenApiDocument & Document, api: ApiName): OpenApiDocument & Document {
  const { tag, description } = APIS[api]
  const paths = Object.entries(whole.paths).filter(([, methods]) =>
    Object.values(methods).some(({ tags }) => tags.includes(tag)),
  )
  const schemes = new Set(
    paths.flatMap(([, methods]) =>
      Object.values(methods).flatMap(({ security }) => security.flatMap(Object.keys)),
    ),
  )
  return {
    ...whole,
    info: { ...whole.info, title: `Sandcard, ${tag === 'Control' ? 'control API' : tag}` },
    tags: [{ name: tag, description }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) => schemes.has(name)),
      ),
    },
    'x-codes': { [tag]: whole['x-codes'][tag] ?? [] },
  }
}

/** The generator's description of a response that has none. */
const UNDESCRIBED_RESPONSE = 'Default Response'

const isUndescribed = (value: unknown): value is { description: string } =>
  typeof value === 'object' &&
  value !== null &&
  'description' in value &&
  value.description === UNDESCRIBED_RESPONSE

/** The document as JSON; a response without a description is called by its status. */
const withDescriptions = (document: object): string =>
  JSON.stringify(document, (name, value: unknown) =>
    http.STATUS_CODES[name] !== undefined && isUndescribed(value)
      ? { ...value, description: http.STATUS_CODES[name] }
      : value,
  )

/** Not encapsulated: it sees the routes of the interfaces that are registered after it. */
export const reference: Interface = Object.assign(routes, { [Symbol.for('skip-override')]: true })
