// The call on the page of an operation, built from the example and then from the form. The samples
// show it, and *Send* sends it.

import type { HttpCall } from '../../../web/http/calls/internal-request.ts'
import type { OpenApiParameter } from '../../../web/http/schemas/open-api.ts'
import {
  asCaller,
  type Caller,
  type CredentialField,
  credentialFields,
  credentialHeaders,
} from './credentials.ts'
import { refreshed } from './fresh-values.ts'
import { bodyOf, parametersOf, type ProjectValues } from './project-values.ts'
import type { ReferenceOperation } from './reference.ts'

/** The values of an operation's form. */
export interface ComposedCall {
  readonly operation: ReferenceOperation
  readonly credentials: readonly CredentialField[]
  /** Path, query and header parameters by name. */
  readonly parameters: Readonly<Record<string, string>>
  /** The text of a JSON body. */
  readonly json?: string
  /** The fields of a form body; empty fields are not sent. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Prefixes of field names, so that a parameter and a body field may have the same name. */
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

/** The call of example `number`, with the caller's credentials. */
export function exampleCall(
  operation: ReferenceOperation,
  caller: Caller,
  { number, values }: { readonly number: number; readonly values: ProjectValues },
): ComposedCall {
  const { body, parameters, schemes, path } = operation
  const shown = asCaller(body?.examples[number] ?? body?.examples[0] ?? {}, caller)
  const example = bodyOf(shown, values, path)
  return {
    operation,
    credentials: schemes.flatMap((scheme) => credentialFields(scheme, caller)),
    parameters: parametersOf(
      Object.fromEntries(parameters.map((each) => [each.name, shownBy(each)])),
      values,
      path,
    ),
    ...(body?.kind === 'json' && { json: JSON.stringify(example, null, 2) }),
    ...(body?.kind === 'form' && { fields: formOf(operation, example) }),
  }
}

/** Required parameters have the document's example values; optional ones are empty. */
const shownBy = ({ required, example }: OpenApiParameter): string =>
  required === true && (typeof example === 'string' || typeof example === 'number')
    ? String(example)
    : ''

/** Every field of a form; fields that the example omits are empty. */
function formOf({ body }: ReferenceOperation, example: object): Record<string, string> {
  const shown = new Map<string, unknown>(Object.entries(example))
  return Object.fromEntries(
    Object.keys(body?.schema.properties ?? {}).map((name) => {
      const value = shown.get(name) ?? ''
      return [name, typeof value === 'string' ? value : JSON.stringify(value)]
    }),
  )
}

/** The call with the values of the submitted form. */
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

/** The call to show after `call` was sent, which can be sent again. */
export const nextCall = (call: ComposedCall): ComposedCall => ({
  ...call,
  ...(call.json !== undefined && { json: refreshed(call.json) }),
  ...(call.fields && {
    fields: Object.fromEntries(
      Object.entries(call.fields).map(([name, value]) => [name, refreshed(value)]),
    ),
  }),
})

/** The form fields that are sent. */
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

/** Headers other than credentials and the content type. */
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

/** The HTTP request of a call. */
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

/** Login and password, if the operation uses HTTP Basic authentication. */
export function basicOf(
  composed: ComposedCall,
): { readonly login: string; readonly password: string } | undefined {
  if (!composed.operation.schemes.includes('basic')) return undefined
  return { login: credentialIn(composed, 'login'), password: credentialIn(composed, 'password') }
}
