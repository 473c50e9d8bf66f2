// The document of the reference as pages read it: OpenAPI 3.1 with every schema written out.
// `/openapi.json` answers the same with named schemas.

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

export interface OpenApiAnswer {
  readonly description: string
  readonly content?: Content
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** What the pages of the reference put it under. */
  readonly 'x-group'?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, OpenApiAnswer>>
}

/** A code that answers of an interface carry, with what it says. */
export interface OpenApiCode {
  readonly code: string
  /** Of the answer, where the code stands for one. */
  readonly status?: number
  /** Several, where one code is said of different things. */
  readonly meanings: readonly string[]
  /** The operations that answer it; any of the interface where it is left out. */
  readonly operations?: readonly string[]
}

/** Every code that a member of the answers of an interface can have. */
export interface OpenApiCodes {
  /** The ways in which answers spell the member; `error.code` is one of an object within. */
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
  /** By the tag of an interface. */
  readonly 'x-codes': Readonly<Record<string, readonly OpenApiCodes[]>>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The document with every schema written out where it is used. */
    openApi(): OpenApiDocument
    /** Adds the codes of an interface to the document, by its tag. */
    describeCodes(tag: string, codes: readonly OpenApiCodes[]): void
  }
}
