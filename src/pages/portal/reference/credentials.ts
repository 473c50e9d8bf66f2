// Who makes the calls that the reference shows: the reader's project, or nobody yet. The document's examples are the demo project's, and
// another project has other credentials and other product data in their place.

import { DEMO_CREDENTIALS, DEMO_PRODUCT, type ProjectSecrets } from '../../../projects/project.ts'
import { may } from '../../../users/role.ts'
import type { LearnContext } from '../shell/learn-screen.ts'

/** The ways of being known that the document names. */
export type SecurityScheme = 'basic' | 'apiKey' | 'adminToken'

export type Caller = Pick<ProjectSecrets, 'interfaceA' | 'interfaceB' | 'interfaceC' | 'product'>

/** Stands for credentials where the reader has to bring his own. */
const PLACEHOLDER_SECRETS: Caller = {
  interfaceA: { login: 'YOUR-LOGIN', password: 'YOUR-PASSWORD' },
  interfaceB: { apiKey: 'YOUR-API-KEY' },
  interfaceC: {
    userName: 'YOUR-LOGIN-api',
    password: 'YOUR-PASSWORD',
    token: 'YOUR-TOKEN',
    callbackKey: '',
  },
  product: DEMO_PRODUCT,
}

/** The visitor's project, if its secrets are for him. */
export const callerOf = ({ project, role }: Pick<LearnContext, 'project' | 'role'>): Caller =>
  project !== undefined && role !== undefined && may(role, 'change')
    ? project.secrets
    : PLACEHOLDER_SECRETS

/** A field that says who is calling, beside the parameters of the operation. */
export interface CredentialField {
  readonly name: string
  readonly label: string
  readonly value: string
}

// prettier-ignore
export const credentialFields = (
  scheme: SecurityScheme,
  { interfaceA, interfaceB }: Caller,
): readonly CredentialField[] =>
  ({
    basic: [
      { name: 'login',      label: 'Login',                      value: interfaceA.login },
      { name: 'password',   label: 'Password',                   value: interfaceA.password },
    ],
    apiKey: [
      { name: 'apiKey',     label: 'X-API-KEY',                  value: interfaceB.apiKey },
    ],
    adminToken: [
      { name: 'adminToken', label: 'Admin token, in hosted mode', value: '' },
    ],
  })[scheme]

/** The headers that carry what the fields hold. */
export function credentialHeaders(
  scheme: SecurityScheme,
  typed: (name: string) => string,
): Readonly<Record<string, string>> {
  switch (scheme) {
    case 'basic': {
      const pair = Buffer.from(`${typed('login')}:${typed('password')}`).toString('base64')
      return { authorization: `Basic ${pair}` }
    }
    case 'apiKey':
      return { 'x-api-key': typed('apiKey') }
    case 'adminToken':
      return typed('adminToken') === '' ? {} : { authorization: `Bearer ${typed('adminToken')}` }
  }
}

/** The example with the caller's data in place of the demo project's. */
export function asCaller<T>(example: T, { interfaceC, product }: Caller): T {
  const inPlace = new Map([
    [DEMO_CREDENTIALS.interfaceC.userName, interfaceC.userName],
    [DEMO_CREDENTIALS.interfaceC.password, interfaceC.password],
    ...Object.entries(DEMO_PRODUCT).map(
      ([name, value]) => [value, product[name as keyof typeof product]] as const,
    ),
  ])
  return JSON.parse(JSON.stringify(example), (_name, value: unknown) =>
    typeof value === 'string' ? (inPlace.get(value) ?? value) : value,
  ) as T
}
