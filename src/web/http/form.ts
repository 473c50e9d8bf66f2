// Forms as browsers post them (application/x-www-form-urlencoded), read within bounds.

import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Pairs of a form beyond this many are a mistake or an attack. */
const FORM_FIELDS_MAX = 100

/** Makes the app read forms and nothing else; any other type of body is refused with 415. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    const form = new URLSearchParams(String(body))
    if (form.size <= FORM_FIELDS_MAX) done(null, form)
    else done(Object.assign(new Error('too many fields'), { statusCode: 400 }))
  })
}

/** What was posted; empty where there was no body. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()
