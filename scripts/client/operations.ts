// The clients' types and routes, written from the reference: what `/openapi.json` says of an operation is what its client takes and
// gives. So the two cannot say different things.

import { capitalised, commentOf, type Schema, schemaOfExample, typeOf } from './schema-type.ts'
import { SharedTypes } from './shared-types.ts'

interface Content {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Body {
  readonly content?: Readonly<Record<string, Content>>
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
/** What is read of an OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The interfaces that have a client, by where their paths begin. */
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
/** What a client adds by itself. */
const CREDENTIAL_NAMES = ['userName', 'password', 'token']
/** Makes what a client belongs to, so it is no call of one. */
const MAKES_PROJECTS = 'createProject'

interface OperationEntry {
  readonly id: string
  readonly api: (typeof APIS)[number]['name']
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly answer: Content
}

/** The text of `src/client/operations.ts`, not yet formatted. */
export function operationsFile(document: OpenApi): string {
  const all = describedIn(document)
  const project = all.find(({ id }) => id === MAKES_PROJECTS)
  if (project === undefined) throw new Error('the reference has no operation that makes a project')
  const calls = all.filter(({ id }) => id !== MAKES_PROJECTS)
  const shared = new SharedTypes([
    ...APIS.map(({ name }) => name),
    ...calls.flatMap((call) => [typeName(call, 'Request'), typeName(call, 'Answer')]),
  ])
  shared.use(answerSchema(project))
  for (const call of calls)
    for (const schema of [...requestSchemas(call), answerSchema(call)]) shared.use(schema)
  const description = typeOf(answerSchema(project), shared.naming, 'ProjectDescription')
  const types = calls.flatMap((call) => [requestType(call, shared), answerType(call, shared)])
  return [
    FILE_HEADER,
    ...APIS.map((api) => clientInterface(api, calls)),
    // A project that is read is one that was made: they have their type in common, and its name.
    ...(description === 'ProjectDescription'
      ? []
      : [`export type ProjectDescription = ${description}`]),
    ...shared.definitions,
    ...types,
    ...APIS.map((api) => routeTable(api, calls)),
  ].join('\n\n')
}

type Api = (typeof APIS)[number]

/** `InterfaceA` has `interfaceARoutes`. */
const routesName = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}Routes`

function clientInterface({ name, title, what }: Api, calls: readonly OperationEntry[]): string {
  const members = calls
    .filter(({ api }) => api === name)
    .map((call) => `${docOf(call.operation)}readonly ${call.id}: ${signatureOf(call)}`)
  return `/** ${title}: ${what}. */\nexport interface ${name} {\n${members.join('\n')}\n}`
}

function routeTable({ name, title }: Api, calls: readonly OperationEntry[]): string {
  const routes = calls
    .filter(({ api }) => api === name)
    .map((call) => `${call.id}: ${JSON.stringify(routeOf(call))},`)
  const type = `Readonly<Record<keyof ${name}, Route>>`
  return `/** Where the operations are: ${title}. */\nexport const ${routesName(name)}: ${type} = {\n${routes.join('\n')}\n}`
}

const FILE_HEADER = `// What the clients take and give, and where each operation is. Written from the reference by \`npm run client\`: a test fails when the
// two differ. Members that may be missing are optional.

import type { CallOptions, Route } from './route.ts'`

/** The operations that a program calls. Those that lead a browser on answer with a page or another address, and have no client. */
function describedIn({ paths }: OpenApi): readonly OperationEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const api = APIS.find(({ prefix }) => path.startsWith(prefix))?.name
    if (api === undefined) return []
    return Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId: id, responses } = operation
      const statuses = Object.keys(responses)
      const good = statuses.find((status) => /^2\d\d$/.test(status))
      const answer = good === undefined ? undefined : responses[good]?.content?.[JSON_TYPE]
      const leadsOn = statuses.some((status) => /^3\d\d$/.test(status))
      if (id === undefined || answer === undefined || leadsOn) return []
      return [{ id, api, method: method.toUpperCase(), path, operation, answer }]
    })
  })
}

const typeName = ({ id }: OperationEntry, end: string): string => `${capitalised(id)}${end}`

const docOf = ({ summary = '', description = '' }: Operation): string =>
  commentOf([summary, description].filter((text) => text !== '').join('. '))

function signatureOf(call: OperationEntry): string {
  const answer = `Promise<${typeName(call, 'Answer')}>`
  if (!hasRequest(call)) return `(request?: undefined, options?: CallOptions) => ${answer}`
  const needed = requestSchemas(call).some(
    ({ required = [], properties }) => required.length > 0 || properties === undefined,
  )
  return `(request${needed ? '' : '?'}: ${typeName(call, 'Request')}, options?: CallOptions) => ${answer}`
}

const hasRequest = (call: OperationEntry): boolean =>
  bodyOf(call) !== undefined || inPath(call).length + inQuery(call).length > 0

const inPath = ({ operation }: OperationEntry) => parametersIn(operation, 'path')
const inQuery = ({ operation }: OperationEntry) => parametersIn(operation, 'query')

const parametersIn = (
  { parameters = [] }: Operation,
  place: Parameter['in'],
): readonly Parameter[] => parameters.filter((parameter) => parameter.in === place)

const bodyOf = ({ operation }: OperationEntry): Content | undefined => {
  const { content = {} } = operation.requestBody ?? {}
  return content[JSON_TYPE] ?? content[FORM_TYPE]
}

const isForm = ({ operation }: OperationEntry): boolean =>
  operation.requestBody?.content?.[FORM_TYPE] !== undefined

/** Path, query and body in one object: no name stands in two of them. A body that is no plain object stays beside the others. */
function requestSchemas(call: OperationEntry): readonly Schema[] {
  const body = bodyOf(call)?.schema
  const members = memberSchema(call)
  const isPlain = body === undefined || body.properties !== undefined
  const hasMembers = Object.keys(members.properties ?? {}).length > 0
  return [...(isPlain || hasMembers ? [members] : []), ...(isPlain ? [] : [body])]
}

function requestType(call: OperationEntry, { naming }: SharedTypes): string {
  if (!hasRequest(call)) return ''
  const name = typeName(call, 'Request')
  const types = requestSchemas(call).map((schema) => `(${typeOf(schema, naming, nounOf(call))})`)
  return `/** What \`${call.id}\` takes. */\nexport type ${name} = ${types.join(' & ')}`
}

function answerType(call: OperationEntry, { naming }: SharedTypes): string {
  const type = typeOf(answerSchema(call), naming, nounOf(call))
  return `/** What \`${call.id}\` answers. */\nexport type ${typeName(call, 'Answer')} = ${type}`
}

/** What an operation is about: `updateCard` is about a `Card`. */
const nounOf = ({ id }: OperationEntry): string => capitalised(id.replace(/^[a-z]+(?=[A-Z])/, ''))

function memberSchema(call: OperationEntry): Schema {
  const { properties = {}, required = [] } = bodyOf(call)?.schema ?? {}
  const parameters = [...inPath(call), ...inQuery(call)]
  const members: Record<string, Schema> = {}
  for (const { name, schema, description } of parameters)
    members[name] = { ...schema, ...(description !== undefined && { description }) }
  for (const [name, schema] of Object.entries(properties)) {
    if (call.api === 'InterfaceC' && CREDENTIAL_NAMES.includes(name)) continue
    if (members[name] !== undefined) throw new Error(`${call.id} has ${name} in two places`)
    members[name] = isForm(call) ? asFormField(schema) : schema
  }
  const needed = parameters
    .filter((parameter) => parameter.required === true)
    .map(({ name }) => name)
  return { type: 'object', properties: members, required: [...needed, ...required] }
}

/** A form holds texts; a number is written as one. */
const asFormField = (schema: Schema): Schema =>
  schema.type === 'string' && schema.enum === undefined
    ? { ...schema, type: ['string', 'number', 'boolean'] }
    : schema

function answerSchema({ answer }: OperationEntry): Schema {
  const { schema, example, examples = {} } = answer
  if (schema.properties !== undefined || schema.anyOf !== undefined) return schema
  const shown = example ?? Object.values(examples)[0]?.value
  return shown === undefined ? schema : schemaOfExample(shown)
}

function routeOf(call: OperationEntry): object {
  const body = bodyOf(call) === undefined ? 'none' : isForm(call) ? 'form' : 'json'
  const query = inQuery(call).map(({ name }) => name)
  return { method: call.method, path: call.path, body, ...(query.length > 0 && { query }) }
}
