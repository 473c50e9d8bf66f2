// An interface call, by its name and as a shell command.

import type { ProjectSecrets } from '../../../projects/project.ts'

type Form = Readonly<Record<string, string>>

export type ApiCall =
  /** For interface C, the form without the credentials. */
  | { readonly api: 'C'; readonly operation: string; readonly form: Form }
  | { readonly api: 'A'; readonly operation: string; readonly body: object }
  | {
      readonly api: 'B' | 'control'
      readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** The path after the interface's prefix. */
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

export type CallSecrets = Pick<ProjectSecrets, 'interfaceA' | 'interfaceB' | 'interfaceC'>

/** Shell variables in place of credentials, for pages that do not reveal them. */
export const SHELL_VARIABLES: CallSecrets = {
  interfaceA: { login: '$SANDCARD_A_LOGIN', password: '$SANDCARD_A_PASSWORD' },
  interfaceB: { apiKey: '$SANDCARD_KEY' },
  interfaceC: {
    userName: '$SANDCARD_C_USERNAME',
    password: '$SANDCARD_C_PASSWORD',
    token: '$SANDCARD_C_TOKEN',
    callbackKey: '',
  },
}

/** Commands that set SHELL_VARIABLES. */
export const variableCommands = ({ interfaceA, interfaceB, interfaceC }: CallSecrets): string =>
  [
    ['SANDCARD_A_LOGIN', interfaceA.login],
    ['SANDCARD_A_PASSWORD', interfaceA.password],
    ['SANDCARD_KEY', interfaceB.apiKey],
    ['SANDCARD_C_USERNAME', interfaceC.userName],
    ['SANDCARD_C_PASSWORD', interfaceC.password],
    ['SANDCARD_C_TOKEN', interfaceC.token],
  ]
    .map(([name = '', value = '']) => `export ${name}=${shellQuoted(value)}`)
    .join('\n')

/** The call as a command, with these credentials or SHELL_VARIABLES. */
export function curlCommand(
  call: ApiCall,
  {
    secrets,
    baseUrl,
  }: {
    readonly secrets: CallSecrets
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
        ? [`-u ${credentialQuoted(`${login}:${passwordOfA}`)}`, ...bodyParts(call.body)]
        : [
            ...(method === 'GET' || method === 'POST' ? [] : [`-X ${method}`]),
            `-H ${credentialQuoted(`X-API-KEY: ${secrets.interfaceB.apiKey}`)}`,
            ...(call.body === undefined
              ? method === 'POST'
                ? ['-X POST']
                : []
              : bodyParts(call.body)),
          ]
  return [`curl -sS "${baseUrl}${path}"`, ...parts].join(' \\\n  ')
}

const { userName, password } = SHELL_VARIABLES.interfaceC
const VARIABLES: ReadonlySet<string> = new Set([userName, password])

const formParts = (form: Form): string[] =>
  Object.entries(form).map(([name, value]) => {
    if (/^[\w.-]*$/.test(name + value)) return `-d ${name}=${value}`
    if (VARIABLES.has(value)) return `--data-urlencode "${name}=${value}"`
    return `--data-urlencode ${shellQuoted(`${name}=${value}`)}`
  })

const bodyParts = (body: object): string[] => [
  `-H 'content-type: application/json'`,
  `-d ${shellQuoted(JSON.stringify(body))}`,
]

/** Credentials contain no character that a shell reads in double quotes; variables need them. */
export const credentialQuoted = (text: string): string =>
  text.includes('$SANDCARD_') ? `"${text}"` : shellQuoted(text)

/** In single quotes, in which a shell only interprets the closing quote. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
