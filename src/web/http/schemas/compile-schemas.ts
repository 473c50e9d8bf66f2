// Compiles the schemas of frequently used routes. Compiling the schemas of all routes took a fifth
// of the startup time, and most routes are rarely called. Their schemas are interpreted for the
// first requests, which takes microseconds instead of milliseconds.

import { createRequire } from 'node:module'
import type AjvCompiler from '@fastify/ajv-compiler'
import type SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaValidationError as SchemaViolation } from 'fastify/types/schema.js'
import type {
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyServerOptions,
} from 'fastify'
import { withoutUnions } from './serializer-schema.ts'
import { jsonOf } from './shape-answer.ts'
import { surelyFits } from './surely-fits.ts'

const load = createRequire(import.meta.url)
/** Number of uses of a schema before it is compiled. */
const UNCOMPILED_USES = 10

/** Requests are validated as sent: no coercion, nothing removed, all errors reported. */
export const VALIDATOR_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  allErrors: true,
  // Otherwise, each of them is a warning on standard error.
  allowUnionTypes: true,
  // Tests check the schemas of all routes; here, the check would take half of the first request.
  validateSchema: false,
} as const

type Validators = ReturnType<ReturnType<typeof AjvCompiler>>
type Serializers = ReturnType<ReturnType<typeof SerializerSelector>>

/** Loading a compiler takes a twentieth of the startup time. */
const newValidators = (): Validators =>
  (load('@fastify/ajv-compiler') as typeof AjvCompiler)()({}, { customOptions: VALIDATOR_OPTIONS })
let validators: Validators | undefined

const newSerializers = (): Serializers =>
  (load('@fastify/fast-json-stringify-compiler') as typeof SerializerSelector)()({}, {})
let serializers: Serializers | undefined

/** The services of a process have the same schemas, so each schema is compiled once for all. */
function onceForEach<T>(make: (schema: unknown) => T): (schema: unknown) => T {
  const made = new WeakMap<object, T>()
  return (schema) => {
    if (typeof schema !== 'object' || schema === null) return make(schema)
    const known = made.get(schema) ?? make(schema)
    made.set(schema, known)
    return known
  }
}

type Validate = ReturnType<FastifySchemaCompiler<unknown>>

const validatorOf = onceForEach((schema): Validate => {
  let compiled: ReturnType<Validators> | undefined
  let uses = 0
  const validate: Validate = (data) => {
    if (compiled === undefined) {
      if (uses++ < UNCOMPILED_USES && surelyFits(schema, data)) {
        validate.errors = null
        return true
      }
      validators ??= newValidators()
      compiled = validators({ schema })
    }
    const isValid = compiled(data) === true
    // The property in which the framework expects validation errors.
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
})

const serializerOf = onceForEach((routeSchema): ((data: unknown) => string) => {
  let schema: unknown
  let serialize: ReturnType<Serializers> | undefined
  let uses = 0
  return (data) => {
    if (serialize === undefined) {
      schema ??= withoutUnions(routeSchema)
      const json = uses++ < UNCOMPILED_USES ? jsonOf(schema, data) : undefined
      if (json !== undefined) return json
      serializers ??= newSerializers()
      serialize = serializers({ method: '', url: '', httpStatus: '', schema })
    }
    return serialize(data)
  }
})

const compileValidator: FastifySchemaCompiler<unknown> = ({ schema }) => validatorOf(schema)
const compileSerializer: FastifySerializerCompiler<unknown> = ({ schema }) => serializerOf(schema)

/**
 * The compilers of an app, as an option, because otherwise the framework loads its own. Schemas
 * write header names in lower case, as Node.js does.
 */
export function schemaCompilers(): NonNullable<FastifyServerOptions['schemaController']> {
  // The framework's types name the compilers that it would load.
  const compilersFactory: object = {
    buildValidator: () => compileValidator,
    buildSerializer: () => compileSerializer,
  }
  return { compilersFactory }
}

/** The violations of a schema, in the form in which the framework reports them for a request. */
export function violationsOf(schema: object, value: unknown): readonly SchemaViolation[] {
  const validate = validatorOf(schema)
  return validate(value) === true ? [] : (validate.errors ?? [])
}
