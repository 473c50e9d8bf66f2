// How schemas judge what is sent and write what is answered. Each becomes a function at the first request that needs it: compiling
// those of every route took a fifth of a start, and most routes are not called between a start and the next.

import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/** What a client sends is judged as it was sent: no coercion, nothing removed, every fault named. */
const VALIDATOR_OPTIONS = { coerceTypes: false, removeAdditional: false, allErrors: true } as const

/** Names of headers in a schema are written in lower case, as Node.js has them. */
export function compileSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(lazyValidators())
  app.setSerializerCompiler(lazySerializers())
}

function lazyValidators(): FastifySchemaCompiler<unknown> {
  const compile = ajvCompiler()({}, { customOptions: VALIDATOR_OPTIONS })
  return ({ schema }) => {
    let compiled: ReturnType<typeof compile> | undefined
    const validate: ReturnType<FastifySchemaCompiler<unknown>> = (data) => {
      compiled ??= compile({ schema })
      const isValid = compiled(data) === true
      // Where the framework looks for what was wrong.
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
    return (data) => (serialize ??= compile({ httpStatus: '', ...route }))(data)
  }
}
