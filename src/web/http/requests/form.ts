// Forms as browsers post them (application/x-www-form-urlencoded), with limits.

import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM_TYPE = 'application/x-www-form-urlencoded'

const FILES_TYPE = 'multipart/form-data'

const FORM_FIELDS_MAX = 100

/** PostgreSQL cannot store NUL. Pages read it as U+FFFD, as HTML does. */
export const withoutNul = (encoded: string): string => encoded.replaceAll(/%00|\0/g, '%EF%BF%BD')

/** Makes the app accept only forms; any other content type is refused with 415. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    const form = new URLSearchParams(withoutNul(String(body)))
    if (form.size <= FORM_FIELDS_MAX) done(null, form)
    else done(Object.assign(new Error('too many fields'), { statusCode: 400 }))
  })
}

/** Also accepts files. The value of a field is the text of its file, or the Base64 of an image. */
export function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser(
    FILES_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? FILES_TYPE }
      try {
        const sent = [...(await new Response(new Uint8Array(body), { headers }).formData())]
        if (sent.length > FORM_FIELDS_MAX) throw new Error('too many fields')
        const texts = sent.map(async ([name, value]) => {
          const text = typeof value === 'string' ? value : await fileText(value)
          return [name, text.replaceAll('\0', '\uFFFD')]
        })
        return new URLSearchParams(await Promise.all(texts))
      } catch (cause) {
        throw Object.assign(new Error('the form is malformed', { cause }), { statusCode: 400 })
      }
    },
  )
}

async function fileText(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) return file.text()
  return Buffer.from(await file.arrayBuffer()).toString('base64')
}

/** The posted form; empty without a body. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()
