// Compiles schemas on first use: compiling those of all routes took a fifth of the start, and most
// routes are not called.

import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaValidationError as SchemaViolation } from 'fastify/types/schema.js'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { withoutUnions } from './serializer-schema.ts'

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

/** Schemas write header names in lower case, as Node.js does. */
export function compileSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(lazyValidators())
  app.setSerializerCompiler(lazySerializers())
}

/** The violations of a schema, as the framework reports those of a request. */
export function violationsOf(schema: object, value: unknown): readonly SchemaViolation[] {
  const validate = ajvCompiler()({}, { customOptions: VALIDATOR_OPTIONS })({ schema })
  return validate(value) === true ? [] : ((validate.errors ?? []) as SchemaViolation[])
}

function lazyValidators(): FastifySchemaCompiler<unknown> {
  let compile: ReturnType<ReturnType<typeof ajvCompiler>> | undefined
  return ({ schema }) => {
    let compiled: ReturnType<NonNullable<typeof compile>> | undefined
    const validate: ReturnType<FastifySchemaCompiler<unknown>> = (data) => {
      compile ??= ajvCompiler()({}, { customOptions: VALIDATOR_OPTIONS })
      compiled ??= compile({ schema })
      const isValid = compiled(data) === true
      // Where the framework expects validation errors.
      validate.errors = compiled.errors ?? null
      return isValid
    }
    return validate
  }
}

function lazySerializers(): FastifySerializerCompiler<unknown> {
  const compile = serializerCompiler()({}, {})
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (data) =>
      (serialize ??= compile({ httpStatus: '', ...route, schema: withoutUnions(route.schema) }))(
        data,
      )
  }
}
