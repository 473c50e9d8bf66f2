// Sends a logged request again, edited or unchanged, with the project's credentials. The new
// request has a separate entry, to which the browser is redirected.

import { isReceived } from '../../../activity/exchange-api.ts'
import { headersWithCredentials, withCredentials } from '../../../api/control/requests/curl.ts'
import { getRequest } from '../../../api/control/requests/requests.ts'
import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { compactJson, indentedJson } from '../reference/json-view.ts'
import { type Field, form, type Mistakes } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import type { Onward, PageContext } from '../shell/screen.ts'

/** The typed request and its mistakes. */
export interface SentAgain {
  readonly path: string
  readonly body: string
  readonly mistakes: Mistakes
}

const PATH_LENGTH_MAX = 2048
const BODY_LENGTH_MAX = 32_768
/** Paths of the interfaces; other paths are pages. */
const API_PATH = /^\/(v1\/apigate\/ws\/rest|v2|payment|control\/v1)\/[^\s]*$/
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Pages need a browser; callbacks have *Resend callback*. */
export const isSendable = ({ api, request }: RequestAnswer): boolean =>
  isReceived(api) && api !== 'page' && !request.isCut

export function sendAgainForm(
  exchange: RequestAnswer,
  context: PageContext,
  typed?: SentAgain,
): Html {
  const { id, path, request } = exchange
  const shown = typed ?? { path, body: readable(request), mistakes: {} }
  return html`<section>
    ${form(
      {
        id: 'again',
        title: 'Send again',
        explanation:
          'Edit the request and send it with this project’s credentials. Replace masked card numbers and codes (***) first; masked credentials are filled in for you.',
        action: `${context.base}/activity/${id}/send`,
        fields: [
          {
            kind: 'text',
            name: 'path',
            label: `${exchange.method} to`,
            value: shown.path,
            maxLength: PATH_LENGTH_MAX,
            autocomplete: 'off',
          },
          ...(request.body === null ? [] : [bodyField(shown.body)]),
        ],
        mistakes: shown.mistakes,
        button: 'Send again',
      },
      callOptions(context),
    )}
  </section>`
}

const bodyField = (value: string): Field => ({
  kind: 'area',
  name: 'body',
  label: 'Body',
  value,
  maxLength: BODY_LENGTH_MAX,
  optional: true,
})

/** JSON is indented; a form has one field per line. */
function readable({ body, headers }: RequestAnswer['request']): string {
  const text = body ?? ''
  return isForm(headers) ? text.split('&').join('\n&') : (indentedJson(text) ?? text)
}

const isForm = (headers: Readonly<Record<string, string>>): boolean =>
  headers['content-type']?.startsWith(FORM_TYPE) === true

/** Sends the form's request; returns the URL of its entry, or the mistakes to correct. */
export async function sendAgain(context: PageContext): Promise<Onward | SentAgain> {
  const exchange = await context.perform(getRequest, {
    params: { id: context.params['request'] ?? '' },
    query: {},
  })
  const path = (context.form.get('path') ?? '').trim()
  const typed = (context.form.get('body') ?? '').replaceAll('\r\n', '\n')
  const mistakes = {
    ...(!API_PATH.test(path) && { path: 'Enter the path of an interface, such as /v2/transfers.' }),
    ...(typed.length > BODY_LENGTH_MAX && { body: 'Enter up to 32,768 characters.' }),
  }
  if (Object.keys(mistakes).length > 0 || !isSendable(exchange))
    return { path, body: typed, mistakes }
  const { secrets } = context.project
  const { method, request } = exchange
  // Without its indentation, so that masked credentials are found.
  const written = isForm(request.headers)
    ? typed.replaceAll('\n', '')
    : (compactJson(typed) ?? typed)
  const sent = withCredentials(
    { path, request: { ...request, body: written === '' ? null : written } },
    secrets,
  )
  const answer = await context.call({
    method,
    path: sent.path,
    headers: headersWithCredentials(request.headers, secrets),
    ...(sent.body !== null && { body: sent.body }),
  })
  const id = answer.headers['request-id']
  return { location: id === undefined ? '/activity' : `/activity/${id}` }
}
