// A call of one of our interfaces: how it is named to a reader, and as a command for a shell.

import type { ProjectSecrets } from '../../projects/project.ts'

type Form = Readonly<Record<string, string>>

export type ApiCall =
  /** Interface C; the form without the credentials. */
  | { readonly api: 'C'; readonly operation: string; readonly form: Form }
  | { readonly api: 'A'; readonly operation: string; readonly body: object }
  | {
      readonly api: 'B' | 'control'
      readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** Behind the prefix of the interface. */
      readonly path: string
      readonly body?: object
    }

const API_PREFIX = {
  A: '/v1/apigate/ws/rest/',
  B: '/v2',
  C: '/payment/rest/',
  control: '/control/v1',
} as const

/** `POST /payment/rest/deposit.do`. */
export function callName(call: ApiCall): string {
  if (call.api === 'C') return `POST ${API_PREFIX.C}${call.operation}.do`
  if (call.api === 'A') return `POST ${API_PREFIX.A}${call.operation}`
  return `${call.method} ${API_PREFIX[call.api]}${call.path}`
}

export const codedForm = (form: Form): string => new URLSearchParams(form).toString()

/** With the credentials of a project that whoever sees the command may see. */
export function curlCommand(
  call: ApiCall,
  {
    secrets,
    baseUrl,
  }: {
    readonly secrets: Pick<ProjectSecrets, 'interfaceA' | 'interfaceB' | 'interfaceC'>
    readonly baseUrl: string
  },
): string {
  const [method = '', path = ''] = callName(call).split(' ')
  const { userName, password } = secrets.interfaceC
  const { login, password: passwordOfA } = secrets.interfaceA
  const parts =
    call.api === 'C'
      ? formParts({ userName, password, ...call.form })
      : call.api === 'A'
        ? [`-u ${shellQuoted(`${login}:${passwordOfA}`)}`, ...bodyParts(call.body)]
        : [
            ...(method === 'GET' || method === 'POST' ? [] : [`-X ${method}`]),
            `-H ${shellQuoted(`X-API-KEY: ${secrets.interfaceB.apiKey}`)}`,
            ...(call.body === undefined
              ? method === 'POST'
                ? ['-X POST']
                : []
              : bodyParts(call.body)),
          ]
  return [`curl -sS "${baseUrl}${path}"`, ...parts].join(' \\\n  ')
}

const formParts = (form: Form): string[] =>
  Object.entries(form).map(([name, value]) =>
    /^[\w.-]*$/.test(name + value)
      ? `-d ${name}=${value}`
      : `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
  )

const bodyParts = (body: object): string[] => [
  `-H 'content-type: application/json'`,
  `-d ${shellQuoted(JSON.stringify(body))}`,
]

/** In single quotes, in which a shell reads nothing but their end. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
