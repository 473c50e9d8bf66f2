// A call of an operation as its page composes it: first from the example, then from what was typed. The samples show it and *Send* sends it.

import type { HttpCall } from '../../../web/http/internal-request.ts'
import type { OpenApiParameter } from '../../../web/http/open-api.ts'
import {
  asCaller,
  type Caller,
  type CredentialField,
  credentialFields,
  credentialHeaders,
} from './credentials.ts'
import { bodyWithNewest, type Newest, parametersWithNewest } from './newest.ts'
import type { ReferenceOperation } from './reference.ts'

/** What the fields of an operation's form hold. */
export interface ComposedCall {
  readonly operation: ReferenceOperation
  readonly credentials: readonly CredentialField[]
  /** By name: of path, query and headers. */
  readonly parameters: Readonly<Record<string, string>>
  /** The body where it is JSON, as it is typed. */
  readonly json?: string
  /** The fields where it is a form; those that are empty are not sent. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Prefixes of the names of a form's fields, which keep a parameter apart from a field of the same name. */
const CREDENTIAL_PREFIX = 'credential.'
const PARAMETER_PREFIX = 'parameter.'
const FIELD_PREFIX = 'field.'
const JSON_BODY = 'body'

export const fieldName = {
  credential: (name: string): string => CREDENTIAL_PREFIX + name,
  parameter: (name: string): string => PARAMETER_PREFIX + name,
  field: (name: string): string => FIELD_PREFIX + name,
  json: JSON_BODY,
} as const

/** As the example of that number shows it, with the caller's own credentials. */
export function exampleCall(
  operation: ReferenceOperation,
  caller: Caller,
  { number, newest }: { readonly number: number; readonly newest: Newest },
): ComposedCall {
  const { body, parameters, schemes, path } = operation
  const shown = asCaller(body?.examples[number] ?? body?.examples[0] ?? {}, caller)
  const example = bodyWithNewest(shown, newest, path)
  return {
    operation,
    credentials: schemes.flatMap((scheme) => credentialFields(scheme, caller)),
    parameters: parametersWithNewest(
      Object.fromEntries(parameters.map((each) => [each.name, shownBy(each)])),
      newest,
      path,
    ),
    ...(body?.kind === 'json' && { json: JSON.stringify(example, null, 2) }),
    ...(body?.kind === 'form' && { fields: formOf(operation, example) }),
  }
}

/** What must be there has what the document shows; what may be left out is left out. */
const shownBy = ({ required, example }: OpenApiParameter): string =>
  required === true && (typeof example === 'string' || typeof example === 'number')
    ? String(example)
    : ''

/** Every field of a form; those that the example does not have are empty. */
function formOf({ body }: ReferenceOperation, example: object): Record<string, string> {
  const shown = new Map<string, unknown>(Object.entries(example))
  return Object.fromEntries(
    Object.keys(body?.schema.properties ?? {}).map((name) => {
      const value = shown.get(name) ?? ''
      return [name, typeof value === 'string' ? value : JSON.stringify(value)]
    }),
  )
}

/** The same with what was typed. */
export function typedCall(composed: ComposedCall, form: URLSearchParams): ComposedCall {
  const { credentials, parameters, json, fields } = composed
  const typed = (prefix: string, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, form.get(prefix + name) ?? value]),
    )
  return {
    operation: composed.operation,
    credentials: credentials.map((field) => ({
      ...field,
      value: form.get(CREDENTIAL_PREFIX + field.name) ?? field.value,
    })),
    parameters: typed(PARAMETER_PREFIX, parameters),
    ...(json !== undefined && { json: form.get(JSON_BODY)?.replaceAll('\r\n', '\n') ?? json }),
    ...(fields && { fields: typed(FIELD_PREFIX, fields) }),
  }
}

/** The fields of the form that are sent. */
export const sentFields = ({ fields = {} }: ComposedCall): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** Path and query, with every parameter that has a value. */
export function sentPath({ operation, parameters }: ComposedCall): string {
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, in: place } of operation.parameters) {
    const value = parameters[name] ?? ''
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    if (place === 'query' && value !== '') query.set(name, value)
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** Headers beside credentials and the type of the body. */
export const sentHeaders = ({
  operation,
  parameters,
}: ComposedCall): Readonly<Record<string, string>> =>
  Object.fromEntries(
    operation.parameters
      .filter(({ in: place, name }) => place === 'header' && (parameters[name] ?? '') !== '')
      .map(({ name }) => [name, parameters[name] ?? '']),
  )

const credentialIn = ({ credentials }: ComposedCall, name: string): string =>
  credentials.find((field) => field.name === name)?.value ?? ''

/** The call as it goes out. */
export function httpCall(composed: ComposedCall): HttpCall {
  const { operation, json, fields } = composed
  const headers = {
    ...Object.assign(
      {},
      ...operation.schemes.map((scheme) =>
        credentialHeaders(scheme, (name) => credentialIn(composed, name)),
      ),
    ),
    ...sentHeaders(composed),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
  } as Readonly<Record<string, string>>
  const body = json ?? (fields && new URLSearchParams(sentFields(composed)).toString())
  return {
    method: operation.method,
    path: sentPath(composed),
    headers,
    ...(body !== undefined && { body }),
  }
}

/** Login and password, where they are what the caller is known by. */
export function basicOf(
  composed: ComposedCall,
): { readonly login: string; readonly password: string } | undefined {
  if (!composed.operation.schemes.includes('basic')) return undefined
  return { login: credentialIn(composed, 'login'), password: credentialIn(composed, 'password') }
}
