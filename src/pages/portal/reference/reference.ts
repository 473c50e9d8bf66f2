// The model of the reference pages: the operations of each interface in document order, each with
// an id for its URL.

import type { SecurityScheme } from './credentials.ts'
import type {
  JsonSchema,
  OpenApiCodes,
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from '../../../web/http/schemas/open-api.ts'

/** The format of a request body. */
type BodyKind = 'json' | 'form'

interface ReferenceBody {
  readonly kind: BodyKind
  readonly schema: JsonSchema
  /** Complete bodies, ready to send. */
  readonly examples: readonly unknown[]
}

export interface ReferenceAnswer {
  /** A status such as `201`, or a class such as `4XX`. */
  readonly status: string
  readonly description: string
  readonly contentType?: string
  readonly schema?: JsonSchema
  readonly example?: unknown
}

export interface ReferenceOperation {
  readonly id: string
  readonly api: Omit<ReferenceApi, 'operations'>
  readonly method: string
  /** Contains parameters such as `{id}`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The group in the document, unless the path implies it. */
  readonly group?: string
  /** Accepted security schemes. */
  readonly schemes: readonly SecurityScheme[]
  /** Credentials are optional. */
  readonly isOpen: boolean
  readonly parameters: readonly OpenApiParameter[]
  readonly body?: ReferenceBody
  readonly answers: readonly ReferenceAnswer[]
}

export interface ReferenceApi {
  /** The URL segment, such as `a` or `control`. */
  readonly slug: string
  readonly name: string
  readonly description: string
  /** The codes in its responses. */
  readonly codes: readonly OpenApiCodes[]
  readonly operations: readonly ReferenceOperation[]
}

const read = new WeakMap<OpenApiDocument, readonly ReferenceApi[]>()

/** Every interface with its operations; cached per document. */
export function referenceOf(document: OpenApiDocument): readonly ReferenceApi[] {
  const known = read.get(document)
  if (known !== undefined) return known
  const apis = document.tags.map(({ name, description }) => {
    const codes = document['x-codes'][name] ?? []
    const api = { slug: slugOf(name), name, description, codes }
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes(name))
        .map(([method, operation]) => operationOf(api, method.toUpperCase(), path, operation)),
    )
    return { ...api, operations }
  })
  read.set(document, apis)
  return apis
}

/** `a` for `Interface A`, `control` for `Control`. */
const slugOf = (tag: string): string => tag.replace('Interface ', '').toLowerCase()

export const apiOf = (apis: readonly ReferenceApi[], slug = ''): ReferenceApi | undefined =>
  apis.find((api) => api.slug === slug)

/** Path of the page of an operation, relative to a base path. */
export const addressOf = ({ api, id }: Pick<ReferenceOperation, 'api' | 'id'>): string =>
  `/docs/${api.slug}/${id}`

/** Finds the operation of a request such as `POST /v2/cards/100000000001/block?x=1`. */
export function operationAt(
  apis: readonly ReferenceApi[],
  method: string,
  path: string,
): ReferenceOperation | undefined {
  const [bare = ''] = path.split('?')
  const parts = bare.split('/')
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith('{') || part === parts[index])
  const fitting = apis
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.method === method && fits(operation.path.split('/')))
  // A literal path takes precedence: `/callbacks/resend` is not the callback with the id `resend`.
  return fitting.find((operation) => operation.path === bare) ?? fitting[0]
}

const BODY_KINDS = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
} as const satisfies Record<string, BodyKind>

function operationOf(
  api: ReferenceOperation['api'],
  method: string,
  path: string,
  operation: OpenApiOperation,
): ReferenceOperation {
  const { operationId, summary, description, security, parameters = [], requestBody } = operation
  const body = bodyOf(requestBody?.content)
  return {
    id: operationId,
    api,
    method,
    path,
    summary,
    description,
    parameters,
    ...(operation['x-group'] !== undefined && { group: operation['x-group'] }),
    schemes: security.flatMap((each) => Object.keys(each) as SecurityScheme[]),
    isOpen: security.length === 0 || security.some((each) => Object.keys(each).length === 0),
    ...(body && { body }),
    answers: Object.entries(operation.responses).map(([status, { description: said, content }]) => {
      const [type] = Object.entries(content ?? {})
      if (type === undefined) return { status, description: said }
      const [contentType, { schema, example }] = type
      return { status, description: said, contentType, ...(schema && { schema }), example }
    }),
  }
}

function bodyOf(content: Readonly<Record<string, OpenApiContent>> = {}): ReferenceBody | undefined {
  const [type] = Object.entries(content)
  if (type === undefined) return undefined
  const [contentType, { schema = {}, example, examples }] = type
  const kind = BODY_KINDS[contentType as keyof typeof BODY_KINDS]
  const several = Object.values(examples ?? {}).map(({ value }) => value)
  return { kind, schema, examples: several.length > 0 ? several : [example ?? {}] }
}
