// Compiles the schemas of routes in frequent use. Compiling those of all routes took a fifth of the
// start, and most routes are rarely called. Their schemas are read for the first requests, which
// takes microseconds instead of milliseconds.

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
/** Uses of a schema before it is compiled. */
const UNCOMPILED_USES = 10

/** Requests are validated as sent: no coercion, nothing removed, all errors reported. */
export const VALIDATOR_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  allErrors: true,
  // Otherwise each of them is a warning on standard error.
  allowUnionTypes: true,
  // Tests check the schemas of all routes; here the check would take half of the first request.
  validateSchema: false,
} as const

type Validators = ReturnType<ReturnType<typeof AjvCompiler>>
type Serializers = ReturnType<ReturnType<typeof SerializerSelector>>

/** Loading a compiler takes a twentieth of the start. */
const newValidators = (): Validators =>
  (load('@fastify/ajv-compiler') as typeof AjvCompiler)()({}, { customOptions: VALIDATOR_OPTIONS })

const newSerializers = (): Serializers =>
  (load('@fastify/fast-json-stringify-compiler') as typeof SerializerSelector)()({}, {})

/**
 * The compilers of an app, as an option: without it the framework loads its own. Schemas write
 * header names in lower case, as Node.js does.
 */
export function schemaCompilers(): NonNullable<FastifyServerOptions['schemaController']> {
  const validators = lazyValidators()
  const serializers = lazySerializers()
  // The framework's types name the compilers that it would load.
  const compilersFactory: object = {
    buildValidator: () => validators,
    buildSerializer: () => serializers,
  }
  return { compilersFactory }
}

/** The violations of a schema, as the framework reports those of a request. */
export function violationsOf(schema: object, value: unknown): readonly SchemaViolation[] {
  const validate = newValidators()({ schema })
  return validate(value) === true ? [] : ((validate.errors ?? []) as SchemaViolation[])
}

function lazyValidators(): FastifySchemaCompiler<unknown> {
  let compile: Validators | undefined
  return ({ schema }) => {
    let compiled: ReturnType<Validators> | undefined
    let uses = 0
    const validate: ReturnType<FastifySchemaCompiler<unknown>> = (data) => {
      if (compiled === undefined) {
        if (uses++ < UNCOMPILED_USES && surelyFits(schema, data)) {
          validate.errors = null
          return true
        }
        compile ??= newValidators()
        compiled = compile({ schema })
      }
      const isValid = compiled(data) === true
      // Where the framework expects validation errors.
      validate.errors = compiled.errors ?? null
      return isValid
    }
    return validate
  }
}

function lazySerializers(): FastifySerializerCompiler<unknown> {
  let compile: Serializers | undefined
  return (route) => {
    let schema: unknown
    let serialize: ReturnType<Serializers> | undefined
    let uses = 0
    return (data) => {
      if (serialize === undefined) {
        schema ??= withoutUnions(route.schema)
        const json = uses++ < UNCOMPILED_USES ? jsonOf(schema, data) : undefined
        if (json !== undefined) return json
        compile ??= newSerializers()
        serialize = compile({ httpStatus: '', ...route, schema })
      }
      return serialize(data)
    }
  }
}
