// An operation's parameters as a table. The same rows parse a request and describe the parameters
// in the reference.

import type { SentParameters } from './sent-parameters.ts'
import type { ParameterType } from './parameter-types.ts'
import { MESSAGES } from '../errors/messages.ts'
import { GatewayError, type GatewayErrorName } from '../errors/gateway-error.ts'

/** The error for an invalid value, which may depend on the value. */
type Invalid = GatewayErrorName | ((text: string) => GatewayErrorName)

/** A parameter. `Absent` is the type of its value when it is absent. */
export interface Parameter<T, Absent = undefined> {
  readonly kind: ParameterType<T>
  readonly mandatory: boolean
  readonly description: string
  /** The errors for a missing and for an invalid value. */
  readonly missing: GatewayErrorName
  readonly invalid: Invalid
  readonly absent: Absent
  /** The parameter is only missing if all of these are absent too. */
  readonly unless?: readonly string[]
  /** An alternative name, used if the parameter's own name is absent. */
  readonly otherName?: string
  /** The parameter may be repeated, and every value counts. */
  readonly repeated?: boolean
}

interface Words {
  readonly missing?: GatewayErrorName
  readonly invalid?: Invalid
  readonly unless?: readonly string[]
}

const DEFAULT_WORDS = { missing: 'parameter-empty', invalid: 'parameter-invalid' } as const

export const mandatory = <T>(
  kind: ParameterType<T>,
  description: string,
  words: Words = {},
): Parameter<T, never> => ({
  kind,
  mandatory: true,
  description,
  ...DEFAULT_WORDS,
  ...words,
  // Never read, because a missing parameter is refused first.
  absent: undefined as never,
})

export const optional = <T>(
  kind: ParameterType<T>,
  description: string,
  words: Words = {},
): Parameter<T> => ({
  kind,
  mandatory: false,
  description,
  ...DEFAULT_WORDS,
  ...words,
  absent: undefined,
})

/** A parameter with an alternative name. It is missing if both are absent. */
export const byEither = <T>(
  kind: ParameterType<T>,
  description: string,
  { otherName, ...words }: Omit<Words, 'unless'> & { readonly otherName: string },
): Parameter<T, never> => ({
  ...mandatory(kind, description, { ...words, unless: [otherName] }),
  mandatory: false,
  otherName,
})

/** A parameter that may be repeated; its values are not validated. */
export interface RepeatedParameter {
  readonly repeated: true
  readonly mandatory: false
  readonly description: string
}

export const repeated = (description: string): RepeatedParameter => ({
  repeated: true,
  mandatory: false,
  description,
})

// A table contains parameters of every type; `Values` types their values.
export type ParameterTable = Readonly<
  Record<string, Parameter<unknown, unknown> | RepeatedParameter>
>

/** The values that a table parses. */
export type Values<P extends ParameterTable> = {
  readonly [Name in keyof P]: P[Name] extends RepeatedParameter
    ? readonly string[]
    : P[Name] extends Parameter<infer T, infer Absent>
      ? T | Absent
      : never
}

/** Missing parameters are reported before invalid ones, and the currency comes last. */
const RANKS: Readonly<Record<number, number>> = { 4: 0, 3: 2 }
const rankOf = (name: GatewayErrorName): number => RANKS[MESSAGES[name].code] ?? 1

const isMissing = (
  { mandatory, unless }: Parameter<unknown, unknown>,
  sent: SentParameters,
): boolean => mandatory || unless?.every((name) => sent(name).length === 0) === true

const otherText = (
  { otherName }: Parameter<unknown, unknown>,
  sent: SentParameters,
): string | undefined => (otherName === undefined ? undefined : sent(otherName)[0])

/** Parses the parameters of a table from a request; throws the first error. */
export function readerOf<P extends ParameterTable>(table: P): (sent: SentParameters) => Values<P> {
  const rows = Object.entries(table)
  return (sent) => readValues(rows, sent) as Values<P>
}

function readValues(
  rows: readonly (readonly [name: string, parameter: ParameterTable[string]])[],
  sent: SentParameters,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const errors: GatewayError[] = []
  for (const [name, parameter] of rows) {
    const texts = sent(name)
    if (!('kind' in parameter)) {
      values[name] = texts
      continue
    }
    const [text = otherText(parameter, sent)] = texts
    if (text === undefined) {
      values[name] = parameter.absent
      if (isMissing(parameter, sent)) errors.push(new GatewayError(parameter.missing, name))
      continue
    }
    values[name] = parameter.kind.read(text)
    if (values[name] !== undefined) continue
    const { invalid, kind } = parameter
    const code = typeof invalid === 'string' ? invalid : invalid(text)
    errors.push(new GatewayError(code, name, kind.expected))
  }
  const [first] = errors.sort((one, other) => rankOf(one.code) - rankOf(other.code))
  if (first !== undefined) throw first
  return values
}

const isSensitive = (parameter: ParameterTable[string]): boolean =>
  'kind' in parameter && parameter.kind.sensitive === true

/** True if the operation can be called without card data in the URL, and therefore by GET. */
export const fitsAddress = (table: ParameterTable): boolean =>
  !Object.values(table).some((parameter) => parameter.mandatory && isSensitive(parameter))

/** True if the request has data that must not appear in a URL. */
export const namesSensitive = (table: ParameterTable, sent: SentParameters): boolean =>
  Object.entries(table).some(([name, parameter]) => isSensitive(parameter) && sent(name).length > 0)

/** The table as the JSON Schema of a form; the example is a complete form. */
export function bodySchema(table: ParameterTable, example: Readonly<Record<string, unknown>>) {
  const properties = Object.entries(table).map(([name, parameter]) => [
    name,
    { ...described(parameter), ...exampleOf(parameter, example[name]) },
  ])
  const required = Object.entries(table).flatMap(([name, parameter]) =>
    parameter.mandatory ? [name] : [],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, object>,
    ...(required.length > 0 && { required }),
    examples: [example],
  }
}

const described = ({ description, ...parameter }: ParameterTable[string]) =>
  'kind' in parameter
    ? { ...parameter.kind.schema, description: sentence(description, parameter.kind.schema) }
    : { type: 'array', items: { type: 'string' }, description }

/** The example of a parameter, if the complete form has one. */
const exampleOf = (parameter: ParameterTable[string], value: unknown) =>
  value !== undefined && { examples: ['kind' in parameter ? value : [value].flat()] }

const sentence = (description: string, schema: ParameterType<unknown>['schema']): string =>
  typeof schema['description'] === 'string'
    ? `${description}. ${schema['description']}`
    : description
