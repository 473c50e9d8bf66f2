// `/openapi.json`: the document of the reference, as a whole and split by interface.

import { securityHeaders } from '../../web/html/security-headers.ts'
import { compressAnswers } from '../../web/http/responses/compress.ts'
import type { OpenApiDocument } from '../../web/http/schemas/open-api.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { type ApiName, APIS, SECURITY_SCHEMES } from '../endpoint/apis.ts'
import { type Document, withNamedSchemas } from './named-schemas.ts'

/** The interfaces with a document of their own: `/openapi/a.json`. */
const DOCUMENTED = ['A', 'B', 'C', 'control'] as const satisfies readonly ApiName[]

export const documents: Interface = async (app) => {
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
