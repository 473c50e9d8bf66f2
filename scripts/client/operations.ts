// The types and routes of the clients, generated from the reference: a client accepts and returns
// exactly the types that `/openapi.json` declares.

import { isNumberPattern } from '../../src/web/http/schemas/pattern-text.ts'
import { capitalised, commentOf, nameOf, type Schema, typeOf, unionOf } from './schema-type.ts'

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}
interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}
/** The parts of an OpenAPI document that are read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The interfaces with a client, by the start of their paths. */
const APIS = [
  {
    name: 'InterfaceA',
    title: 'Interface A',
    prefix: '/v1/apigate/',
    what: 'version 1 of card management',
  },
  {
    name: 'InterfaceB',
    title: 'Interface B',
    prefix: '/v2/',
    what: 'version 2 of card management',
  },
  { name: 'InterfaceC', title: 'Interface C', prefix: '/payment/', what: 'the payment gateway' },
  {
    name: 'ControlApi',
    title: 'The control API',
    prefix: '/control/v1/',
    what: 'the project itself, its clock, its ledger and its callbacks',
  },
] as const

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Fields that a client adds itself. */
const CREDENTIALS: ReadonlySet<string> = new Set(['userName', 'password', 'token'])
/** Creates the project to which a client belongs, so no client has it. */
const CREATES_PROJECTS = 'createProject'

interface Call {
  readonly id: string
  readonly api: (typeof APIS)[number]['name']
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly answer: Schema
}

/** The text of `src/client/operations.ts`. */
export function operationsFile(document: OpenApi): string {
  return new OperationsFile(document.components.schemas).text(callsIn(document))
}

/** The operations that a program calls; browser operations return a page or a redirect. */
const callsIn = ({ paths }: OpenApi): readonly Call[] =>
  Object.entries(paths).flatMap(([path, methods]) => {
    const api = APIS.find(({ prefix }) => path.startsWith(prefix))?.name
    if (api === undefined) return []
    return Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId: id, responses } = operation
      const good = Object.keys(responses).find((status) => /^2\d\d$/.test(status)) ?? ''
      const answer = responses[good]?.content?.[JSON_TYPE]?.schema
      const isRedirect = Object.keys(responses).some((status) => /^3\d\d$/.test(status))
      if (id === undefined || answer === undefined || isRedirect) return []
      return [{ id, api, method: method.toUpperCase(), path, operation, answer }]
    })
  })

class OperationsFile {
  readonly #schemas: OpenApi['components']['schemas']
  /** The types to which others refer, by name. */
  readonly #types = new Map<string, string>()

  constructor(schemas: OpenApi['components']['schemas']) {
    this.#schemas = schemas
  }

  text(all: readonly Call[]): string {
    const project = all.find(({ id }) => id === CREATES_PROJECTS)
    if (project === undefined) throw new Error('no operation creates a project')
    const calls = all.filter(({ id }) => id !== CREATES_PROJECTS)
    const description = this.#typeOf(project.answer)
    const types = calls.flatMap((call) => [
      ...(hasRequest(call)
        ? [
            `/** The request of \`${call.id}\`. */\nexport type ${requestName(call)} = ${this.#requestType(call)}`,
          ]
        : []),
      `/** The response of \`${call.id}\`. */\nexport type ${answerName(call)} = ${this.#answerType(call)}`,
    ])
    return `${[
      FILE_HEADER,
      ...APIS.map((api) => this.#clientInterface(api, calls)),
      `export type ProjectDescription = ${description}`,
      ...[...this.#types].map(([name, type]) => `export type ${name} = ${type}`),
      ...types,
      ...APIS.map((api) => this.#routeTable(api, calls)),
    ].join('\n\n')}\n`
  }

  #typeOf = (schema: Schema): string => typeOf(schema, (name) => this.#add(name))

  /** Defines a type to which another one refers. */
  #add(name: string): void {
    if (this.#types.has(name)) return
    this.#types.set(name, '')
    this.#types.set(name, this.#typeOf(this.#schemas[name] ?? {}))
  }

  #resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[nameOf(schema.$ref)] ?? {})
  }

  #clientInterface({ name, title, what }: Api, calls: readonly Call[]): string {
    const members = calls
      .filter(({ api }) => api === name)
      .map((call) => `${docOf(call.operation)}readonly ${call.id}: ${this.#signatureOf(call)}`)
    return `/** ${title}: ${what}. */\nexport interface ${name} {\n${members.join('\n')}\n}`
  }

  #signatureOf(call: Call): string {
    const answer = `Promise<${answerName(call)}>`
    if (!hasRequest(call)) return `(request?: undefined, options?: CallOptions) => ${answer}`
    const { required = [] } = this.#memberSchema(call)
    const isNeeded = required.length > 0 || this.#bodySchema(call)?.anyOf !== undefined
    return `(request${isNeeded ? '' : '?'}: ${requestName(call)}, options?: CallOptions) => ${answer}`
  }

  #bodySchema(call: Call): Schema | undefined {
    const schema = bodyOf(call)
    return schema && this.#resolved(schema)
  }

  /**
   * Path, query and body in one object. A body that is a union is kept separate from the others.
   */
  #requestType(call: Call): string {
    const members = this.#memberSchema(call)
    const union = this.#bodySchema(call)?.anyOf
    const parts = [
      ...(Object.keys(members.properties ?? {}).length > 0 ? [members] : []),
      ...(union === undefined ? [] : [{ anyOf: union }]),
    ]
    return parts.map((schema) => `(${this.#typeOf(schema)})`).join(' & ')
  }

  #memberSchema(call: Call): Schema {
    const { properties = {}, required = [] } = isFile(call) ? FILE : (this.#bodySchema(call) ?? {})
    const parameters = parametersIn(call, 'path', 'query')
    const members: Record<string, Schema> = {}
    for (const { name, schema, description } of parameters)
      members[name] = {
        ...asTextField(schema),
        ...(description !== undefined && { description }),
      }
    for (const [name, schema] of Object.entries(properties)) {
      if (call.api === 'InterfaceC' && CREDENTIALS.has(name)) continue
      if (members[name] !== undefined) throw new Error(`${call.id} has ${name} in two places`)
      members[name] = call.api === 'InterfaceC' ? asTextField(schema) : schema
    }
    const needed = parameters.filter(({ required: is }) => is === true).map(({ name }) => name)
    return { type: 'object', properties: members, required: [...needed, ...required] }
  }

  /** A client throws errors, so they are not part of its return type. */
  #answerType({ answer }: Call): string {
    const { anyOf } = this.#resolved(answer)
    if (anyOf === undefined) {
      const name = nameOf(answer.$ref ?? '')
      return this.#typeOf(name.endsWith('Response') ? this.#resolved(answer) : answer)
    }
    const good = anyOf.filter(({ $ref = '' }) => !$ref.endsWith('Error'))
    return unionOf(good.map(this.#typeOf))
  }

  #routeTable({ name, title }: Api, calls: readonly Call[]): string {
    const routes = calls
      .filter(({ api }) => api === name)
      .map((call) => `${call.id}: ${JSON.stringify(routeOf(call))},`)
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Routes`
    const type = `Readonly<Record<keyof ${name}, Route>>`
    return `/** The routes of ${title}. */\nexport const ${constant}: ${type} = {\n${routes.join('\n')}\n}`
  }
}

type Api = (typeof APIS)[number]

const FILE_HEADER = `// The types and routes of the clients. Generated from the reference by \`npm run client\`; not committed.

import type { CallOptions, Route } from './route.ts'`

const requestName = ({ id }: Call): string => `${capitalised(id)}Request`
const answerName = ({ id }: Call): string => `${capitalised(id)}Answer`

const docOf = ({ summary = '', description = '' }: Operation): string =>
  commentOf([summary, description].filter((text) => text !== '').join('. '))

const hasRequest = (call: Call): boolean =>
  isFile(call) || bodyOf(call) !== undefined || parametersIn(call, 'path', 'query').length > 0

const parametersIn = (
  { operation: { parameters = [] } }: Call,
  ...places: readonly Parameter['in'][]
): readonly Parameter[] => parameters.filter((parameter) => places.includes(parameter.in))

const bodyOf = ({ operation }: Call): Schema | undefined => {
  const { content = {} } = operation.requestBody ?? {}
  return (content[JSON_TYPE] ?? content[FORM_TYPE])?.schema
}

/** A string body is a file. */
const isFile = (call: Call): boolean => bodyOf(call)?.type === 'string'

const FILE: Schema = {
  type: 'object',
  properties: { file: { type: 'string', description: 'The content of the file' } },
  required: ['file'],
}

const isForm = ({ operation }: Call): boolean =>
  operation.requestBody?.content?.[FORM_TYPE] !== undefined

const BOOLEAN_PATTERN = '^(true|false)$'
const OBJECT = { type: 'object', additionalProperties: {} }

/** A form or a query only contains strings; a client converts numbers, booleans and objects. */
function asTextField({ description, ...text }: Schema): Schema {
  return {
    anyOf: valuesOf(text),
    ...(description !== undefined && { description }),
  }
}

function valuesOf(text: Schema): readonly Schema[] {
  const { enum: words = [], format, pattern = '', contentMediaType } = text
  const isFlag = words.length > 0 && words.every((word) => word === 'true' || word === 'false')
  if (isFlag || pattern === BOOLEAN_PATTERN) {
    const flags = isFlag ? words : ['true', 'false']
    return flags.flatMap((flag) => [{ const: flag === 'true' }, { const: flag }])
  }
  if (format === 'int64' || isNumberPattern(pattern)) return [{ type: 'integer' }, text]
  if (contentMediaType === JSON_TYPE) return [OBJECT, text]
  return [text]
}

function routeOf(call: Call): object {
  const body = isFile(call)
    ? 'file'
    : bodyOf(call) === undefined
      ? 'none'
      : isForm(call)
        ? 'form'
        : 'json'
  const query = parametersIn(call, 'query').map(({ name }) => name)
  return { method: call.method, path: call.path, body, ...(query.length > 0 && { query }) }
}
