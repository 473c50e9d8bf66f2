// The credentials for calls in the reference: the reader's project's, or placeholders. They replace
// the demo project's credentials and product data in the document's examples.

import { DEMO_CREDENTIALS, DEMO_PRODUCT, type ProjectSecrets } from '../../../projects/project.ts'
import { foundOrUndefined, type Perform } from '../../../api/endpoint/in-process.ts'
import { getCard } from '../../../api/issuing-v2/cards.ts'
import { may } from '../../../users/role.ts'
import type { LearnContext } from '../shell/learn-screen.ts'

/** The security schemes of the document. */
export type SecurityScheme = 'basic' | 'apiKey' | 'adminToken'

export type Caller = Pick<ProjectSecrets, 'interfaceA' | 'interfaceB' | 'interfaceC' | 'product'>

/** Shown if the reader's credentials are unknown or must not be shown. */
const PLACEHOLDER_SECRETS: Caller = {
  interfaceA: { login: 'YOUR-LOGIN', password: 'YOUR-PASSWORD' },
  interfaceB: { apiKey: 'YOUR-API-KEY' },
  interfaceC: {
    userName: 'YOUR-LOGIN-api',
    password: 'YOUR-PASSWORD',
    token: 'YOUR-TOKEN',
    callbackKey: 'YOUR-CALLBACK-KEY',
  },
  product: DEMO_PRODUCT,
}

type Visit = Pick<LearnContext, 'service' | 'project' | 'role'>

/** The secrets of the visitor's project, if they may use them. */
const secretsOf = ({ project, role }: Visit): Caller | undefined =>
  role !== undefined && may(role, 'change') ? project?.secrets : undefined

/** The caller that pages show. Hosted pages contain no credentials. */
export function callerOf(visit: Visit): Caller {
  const secrets = secretsOf(visit)
  if (secrets === undefined || visit.service.config.mode === 'local')
    return secrets ?? PLACEHOLDER_SECRETS
  return { ...PLACEHOLDER_SECRETS, product: secrets.product }
}

/** A placeholder for a full card number, which pages do not show. */
export const numberOfCard = (id: string): string => `number-of-card-${id}`

const CARD_NUMBER_PATTERN = /number-of-card-(\d{1,19})/g

/** A call with full card numbers, to be sent and not shown. */
export async function withCardNumbers<T extends SentCall>(
  call: T,
  perform: Perform | undefined,
): Promise<T> {
  const text = JSON.stringify([call.fields, call.json, call.parameters])
  const ids = new Set([...text.matchAll(CARD_NUMBER_PATTERN)].map(([, id = '']) => id))
  if (perform === undefined || ids.size === 0) return call
  const numbers = new Map(
    await Promise.all(
      [...ids].slice(0, CARDS_MAX).map(async (id) => [id, await cardNumber(perform, id)] as const),
    ),
  )
  const filled = (value: string): string =>
    value.replaceAll(CARD_NUMBER_PATTERN, (whole, id: string) => numbers.get(id) ?? whole)
  const all = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]))
  return {
    ...call,
    parameters: all(call.parameters),
    ...(call.fields && { fields: all(call.fields) }),
    ...(call.json !== undefined && { json: filled(call.json) }),
  }
}

/** A call in the examples contains at most two cards. */
const CARDS_MAX = 2

/** Undefined for an unknown card, so that the operation refuses the placeholder. */
const cardNumber = async (perform: Perform, id: string): Promise<string | undefined> =>
  (await foundOrUndefined(perform(getCard, { params: { id } })))?.number

/** A call with the project's credentials in place of placeholders, to be sent and not shown. */
export function withSecrets<T extends SentCall>(call: T, visit: Visit): T {
  const secrets = secretsOf(visit)
  if (secrets === undefined) return call
  const { interfaceA, interfaceB, interfaceC } = PLACEHOLDER_SECRETS
  const ofHeaders = new Map([
    [interfaceA.login, secrets.interfaceA.login],
    [interfaceA.password, secrets.interfaceA.password],
    [interfaceB.apiKey, secrets.interfaceB.apiKey],
  ])
  const ofBody = new Map([
    [interfaceC.userName, secrets.interfaceC.userName],
    [interfaceC.password, secrets.interfaceC.password],
    [interfaceC.token, secrets.interfaceC.token],
  ])
  const { credentials, fields, json } = call
  return {
    ...call,
    credentials: credentials.map((each) => ({
      ...each,
      value: ofHeaders.get(each.value) ?? each.value,
    })),
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, ofBody.get(value) ?? value]),
      ),
    }),
    ...(json !== undefined && {
      json: [...ofBody].reduce(
        (text, [placeholder, secret]) => text.replaceAll(`"${placeholder}"`, `"${secret}"`),
        json,
      ),
    }),
  }
}

interface SentCall {
  readonly parameters: Readonly<Record<string, string>>
  readonly credentials: readonly CredentialField[]
  readonly fields?: Readonly<Record<string, string>>
  readonly json?: string
}

/** A credential field of the form. */
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

/** Request headers with the credentials of the form. */
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
