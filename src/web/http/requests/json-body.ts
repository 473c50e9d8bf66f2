// JSON bodies. The request log shows parsed bodies, but the text of a malformed one, and of one
// with numbers of which JavaScript loses digits.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LONG_NUMBER } from '../../../kernel/exact-json.ts'

type ParserDone = (error: Error | null, body?: unknown) => void

type JsonParser = (request: FastifyRequest, text: string, done: ParserDone) => void

/** Parses as Fastify does, and notes texts for the request log. */
export function jsonParserOf(app: FastifyInstance): JsonParser {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, text, done) => {
    if (LONG_NUMBER.test(text)) request.context.sentText = text
    // It responds through its last argument; the return value is for parsers that return a promise.
    void parse(request, text, (error, body) => {
      if (error !== null) request.context.sentText = text
      done(error, body)
    })
  }
}

/** Accepts JSON with the parser. */
export const acceptJson = (app: FastifyInstance, parse: JsonParser): void =>
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, parse)
