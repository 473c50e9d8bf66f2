// An exchange as a command for curl that sends the request again. The project's own credentials
// replace the masked ones; other masked values are left for you to fill in.

import { SECRET_MASK } from '../../../activity/masking.ts'
import type { Project } from '../../../engine/directory.ts'
import type { RequestAnswer } from './request-view.ts'

type Secrets = Pick<Project, 'secrets'>['secrets']

/** Headers that the command repeats; curl or the connection sets the others. */
const REPEATED_HEADERS = ['content-type', 'accept', 'idempotency-key'] as const

export function curlOf(exchange: RequestAnswer, origin: string, secrets: Secrets): string {
  const { method, path, request } = exchange
  const { headers } = request
  const type = headers['content-type'] ?? ''
  const url = new URL(path, origin)
  for (const [name, value] of url.searchParams)
    url.searchParams.set(name, secretField(name, value, secrets))
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const body = request.body === null ? null : bodyOf(request.body, isForm, secrets)
  const parts = [
    `curl -X ${method} ${quoted(url.href)}`,
    ...credentials(headers, secrets),
    ...REPEATED_HEADERS.flatMap((name) =>
      headers[name] === undefined ? [] : [`-H ${quoted(`${name}: ${headers[name]}`)}`],
    ),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  const command = parts.join(' \\\n  ')
  const isIncomplete =
    request.isCut || command.includes(SECRET_MASK) || /\d{6}\*+\d{4}/.test(command)
  return isIncomplete ? `# Replace the masked values (***) first.\n${command}\n` : `${command}\n`
}

function credentials(
  headers: Readonly<Record<string, string>>,
  { interfaceA, interfaceB }: Secrets,
): readonly string[] {
  const { authorization } = headers
  return [
    ...(headers['x-api-key'] === undefined
      ? []
      : [`-H ${quoted(`X-API-KEY: ${interfaceB.apiKey}`)}`]),
    ...(authorization?.startsWith('Basic') === true
      ? [`-u ${quoted(`${interfaceA.login}:${interfaceA.password}`)}`]
      : []),
    ...(authorization?.startsWith('Bearer') === true
      ? ['-H "Authorization: Bearer $SANDCARD_ADMIN_TOKEN"']
      : []),
  ]
}

/** A form is decoded and encoded again; in JSON the credentials are members. */
function bodyOf(body: string, isForm: boolean, secrets: Secrets): string {
  if (isForm) {
    const form = new URLSearchParams(body)
    return new URLSearchParams(
      [...form].map(([name, value]) => [name, secretField(name, value, secrets)]),
    ).toString()
  }
  return body.replaceAll(
    /"(userName|password|token)":"\*\*\*"/g,
    (_member, name: string) =>
      `${JSON.stringify(name)}:${JSON.stringify(secretField(name, SECRET_MASK, secrets))}`,
  )
}

/** The credentials of interface C are fields of its forms. */
function secretField(name: string, value: string, { interfaceC }: Secrets): string {
  if (value !== SECRET_MASK) return value
  if (name === 'password') return interfaceC.password
  return name === 'token' ? interfaceC.token : value
}

/** A word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
