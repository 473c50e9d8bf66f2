// The selected theme, time zone and density in the user menu. They are stored in cookies, without
// an account, and apply to every page of the portal.

import type { FastifyInstance } from 'fastify'
import { withDisplay } from '../../../web/html/display.ts'
import { isPath } from '../../../web/html/html.ts'
import { securityHeaders } from '../../../web/html/security-headers.ts'
import {
  ADDRESS_LENGTH,
  CHOICE_NAMES,
  chosen,
  displayOf,
  HIDDEN,
  keepChoice,
  keepFirstSteps,
} from '../../../web/http/requests/display-cookies.ts'
import { acceptForms, formOf } from '../../../web/http/requests/form.ts'

const FORM_LIMIT = 4096

/** Applies the selection to all pages that the app registers from now on. */
export function applyDisplay(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    withDisplay(displayOf(request), done)
  })
}

/** The route of the forms in the user menu and in the first steps on Start. */
export const displaySettings = (app: FastifyInstance): Promise<void> => {
  acceptForms(app)
  app.post(
    '/display',
    {
      schema: { hide: true },
      config: { api: 'portal', operation: 'changeDisplay' },
      bodyLimit: FORM_LIMIT,
    },
    (request, reply) => {
      const form = formOf(request)
      for (const name of CHOICE_NAMES) {
        const value = chosen(name, form.get(name))
        if (value !== undefined) keepChoice(reply, name, value)
      }
      if (form.has('firstSteps')) keepFirstSteps(reply, form.get('firstSteps') === HIDDEN)
      const back = form.get('back') ?? ''
      const isBack = back.length <= ADDRESS_LENGTH && isPath(back) && /^[!-~]*$/.test(back)
      return reply.headers(securityHeaders()).redirect(isBack ? back : '/', 303)
    },
  )
  return Promise.resolve()
}
