// An exchange as a curl command that sends the request again. The project's own credentials replace
// the masked ones. You fill in other masked values.

import { isSent } from '../../../activity/exchange-api.ts'
import { SECRET_MASK } from '../../../activity/masking.ts'
import type { ProjectSecrets } from '../../../projects/project.ts'
import { absoluteUrl, type RequestAnswer } from './request-view.ts'

type Secrets = Pick<ProjectSecrets, 'interfaceA' | 'interfaceB' | 'interfaceC'>

/** Headers that are repeated; curl or the connection sets the others. */
const REPEATED_HEADERS = ['content-type', 'accept', 'idempotency-key'] as const

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Path and body with the project's credentials in place of masked ones. */
export function withCredentials(
  { path, request }: Pick<RequestAnswer, 'path' | 'request'>,
  secrets: Secrets,
): { readonly path: string; readonly body: string | null } {
  const [bare = '', query] = path.split('?', 2)
  const isForm = request.headers['content-type']?.startsWith(FORM_TYPE) === true
  return {
    path: query === undefined ? bare : `${bare}?${formWith(query, secrets)}`,
    body:
      request.body && (isForm ? formWith(request.body, secrets) : jsonWith(request.body, secrets)),
  }
}

/** Request headers with the project's credentials. */
export function headersWithCredentials(
  headers: Readonly<Record<string, string>>,
  { interfaceA: { login, password }, interfaceB }: Secrets,
): Readonly<Record<string, string>> {
  const repeated = REPEATED_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  )
  const isBasic = headers['authorization']?.startsWith('Basic') === true
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  return {
    ...Object.fromEntries(repeated),
    ...(headers['x-api-key'] !== undefined && { 'x-api-key': interfaceB.apiKey }),
    ...(isBasic && { authorization: `Basic ${basic}` }),
  }
}

export function curlOf(exchange: RequestAnswer, origin: string, secrets: Secrets): string {
  const { api, method, request } = exchange
  const { authorization, ...others } = request.headers
  // The project's credentials are only sent to this service.
  const { path, body } = isSent(api)
    ? { path: exchange.path, body: request.body }
    : withCredentials(exchange, secrets)
  const { login, password } = secrets.interfaceA
  const parts = [
    `curl -X ${method} ${quoted(absoluteUrl(path, origin))}`,
    ...Object.entries(headersWithCredentials(others, secrets)).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(authorization?.startsWith('Basic') === true
      ? [`-u ${quoted(`${login}:${password}`)}`]
      : []),
    ...(authorization?.startsWith('Bearer') === true
      ? ['-H "Authorization: Bearer $SANDCARD_ADMIN_TOKEN"']
      : []),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  const command = parts.join(' \\\n  ')
  const isIncomplete = request.isCut || hasMask(path) || (body !== null && hasMask(body))
  return isIncomplete ? `# Replace the masked values (***) first.\n${command}\n` : `${command}\n`
}

/** A masked secret, or a card number. */
const hasMask = (text: string): boolean => /\*\*\*|\d{6}\*+\d{4}/.test(text)

const formWith = (text: string, secrets: Secrets): string =>
  new URLSearchParams(
    [...new URLSearchParams(text)].map(([name, value]) => [
      name,
      secretField(name, value, secrets),
    ]),
  ).toString()

const jsonWith = (text: string, secrets: Secrets): string =>
  text.replaceAll(
    /"(password|token)":"\*\*\*"/g,
    (_member, name: string) =>
      `${JSON.stringify(name)}:${JSON.stringify(secretField(name, SECRET_MASK, secrets))}`,
  )

/** The credentials of interface C are fields of its forms. */
function secretField(name: string, value: string, { interfaceC }: Secrets): string {
  if (value !== SECRET_MASK) return value
  if (name === 'password') return interfaceC.password
  return name === 'token' ? interfaceC.token : value
}

/** A word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
