// The reference for its pages: OpenAPI 3.1 with inlined schemas. `/openapi.json` has the same with
// named schemas.

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

export interface OpenApiContent {
  readonly schema?: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

type Content = Readonly<Record<string, OpenApiContent>>

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: JsonSchema
}

interface OpenApiAnswer {
  readonly description: string
  readonly content?: Content
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** The group on the reference pages. */
  readonly 'x-group'?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, OpenApiAnswer>>
}

/** A code in an interface's responses, with its meaning. */
export interface OpenApiCode {
  readonly code: string
  /** HTTP status of the response, if the code implies one. */
  readonly status?: number
  /** Several if the code has several meanings. */
  readonly meanings: readonly string[]
  /** The operations with this code; absent if any operation of the interface can return it. */
  readonly operations?: readonly string[]
}

/** All codes of a field in an interface's responses. */
export interface OpenApiCodes {
  /** The spellings of the field; `error.code` is inside an object. */
  readonly members: readonly string[]
  readonly codes: readonly OpenApiCode[]
}

export interface OpenApiDocument {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
  }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  /** Codes by the tag of an interface. */
  readonly 'x-codes': Readonly<Record<string, readonly OpenApiCodes[]>>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The document with inlined schemas. */
    openApi(): Promise<OpenApiDocument>
    /** Adds the codes of an interface to the document, by its tag. */
    describeCodes(tag: string, codes: readonly OpenApiCodes[]): void
  }
}
