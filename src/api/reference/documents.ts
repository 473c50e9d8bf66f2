// `/openapi.json`: the document of the reference, as a whole and split by interface.

import { securityHeaders } from '../../web/html/security-headers.ts'
import { compressAnswers } from '../../web/http/responses/compress.ts'
import type { OpenApiDocument } from '../../web/http/schemas/open-api.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { type ApiName, APIS, SECURITY_SCHEMES } from '../endpoint/apis.ts'
import { type Document, withNamedSchemas } from './named-schemas.ts'

/** The interfaces that have a separate document, such as `/openapi/a.json`. */
const DOCUMENTED = ['A', 'B', 'C', 'control'] as const satisfies readonly ApiName[]

/** The texts of a document by interface; that of the whole has the name `undefined`. */
const textsOf = new WeakMap<OpenApiDocument, Map<ApiName | undefined, string>>()

export const documents: Interface = async (app) => {
  const textOf = async (api: ApiName | undefined): Promise<string> => {
    const whole = (await app.openApi()) as OpenApiDocument & Document
    const texts = textsOf.get(whole) ?? new Map<ApiName | undefined, string>()
    textsOf.set(whole, texts)
    const text = texts.get(api) ?? textOfDocument(whole, api)
    texts.set(api, text)
    return text
  }
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

const textOfDocument = (whole: OpenApiDocument & Document, api: ApiName | undefined): string =>
  JSON.stringify(withNamedSchemas(api === undefined ? whole : documentOf(whole, api)))

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
