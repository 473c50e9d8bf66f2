// Forms as browsers post them (application/x-www-form-urlencoded), with limits.

import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM_TYPE = 'application/x-www-form-urlencoded'

const FORM_FIELDS_MAX = 100

/** PostgreSQL stores no NUL. Pages read it as U+FFFD, as HTML does. */
export const withoutNul = (encoded: string): string => encoded.replaceAll(/%00|\0/g, '%EF%BF%BD')

/** Makes the app accept forms only; any other content type is refused with 415. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    const form = new URLSearchParams(withoutNul(String(body)))
    if (form.size <= FORM_FIELDS_MAX) done(null, form)
    else done(Object.assign(new Error('too many fields'), { statusCode: 400 }))
  })
}

/** The posted form; empty without a body. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()
