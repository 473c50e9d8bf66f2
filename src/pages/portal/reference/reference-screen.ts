// The reference: one page per operation, rendered from the OpenAPI document.

import { getDecision } from '../../../api/control/decisions/decisions.ts'
import { foundOrUndefined } from '../../../api/endpoint/in-process.ts'
import { realNow } from '../../../time.ts'
import { may } from '../../../users/role.ts'
import { asset } from '../../../web/html/asset.ts'
import { icons } from '../../../web/html/icons.ts'
import type { HttpAnswer } from '../../../web/http/calls/internal-request.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import type { View } from '../shell/screen.ts'
import { type ComposedCall, exampleCall, httpCall, nextCall, typedCall } from './composed-call.ts'
import { asCaller, callerOf, withCardNumbers, withSecrets } from './credentials.ts'
import type { Exchange } from './exchange-view.ts'
import { findOperations, QUERY_LENGTH_MAX } from './find.ts'
import { apiPage, indexPage, searchPage } from './index-pages.ts'
import { operationPage } from './operation-page.ts'
import { type Missing, projectValues } from './project-values.ts'
import { apiOf, type ReferenceApi, referenceOf } from './reference.ts'

/** Sends a request without reloading the page. */
export const sendScript = asset('send', 'js')

export const reference: LearnScreen = {
  group: 'Learn',
  label: 'Reference',
  icon: icons.code,
  path: '/docs',
  isPublic: true,
  pages: [
    { path: '/docs', operation: 'reference', show: (context) => Promise.resolve(index(context)) },
    {
      path: '/docs/:api',
      operation: 'referenceOfInterface',
      show: (context) => Promise.resolve(ofInterface(context)),
    },
    {
      path: '/docs/:api/:operation',
      operation: 'referenceOfOperation',
      show: (context) => ofOperation(context),
    },
  ],
  actions: [{ path: '/docs/:api/:operation', operation: 'sendOperation', act: send }],
}

function index({ base, query, document }: LearnContext): View {
  const apis = referenceOf(document)
  const words = (query.get('q') ?? '').slice(0, QUERY_LENGTH_MAX).trim()
  return words === ''
    ? { title: 'Reference', content: indexPage(base, apis) }
    : { title: words, content: searchPage(base, words, findOperations(apis, words)) }
}

const interfaceOf = ({ document, params }: LearnContext): ReferenceApi | undefined =>
  apiOf(referenceOf(document), params['api'])

function ofInterface(context: LearnContext): View | undefined {
  const api = interfaceOf(context)
  return api && { title: api.name, content: apiPage(context.base, api) }
}

/** The operation in the URL, with the example's values in the query. */
async function composedOf(context: LearnContext): Promise<
  | {
      readonly api: ReferenceApi
      readonly call: ComposedCall
      readonly example: number
      readonly missing: readonly Missing[]
    }
  | undefined
> {
  const { params, query } = context
  const api = interfaceOf(context)
  const operation = api?.operations.find(({ id }) => id === params['operation'])
  if (api === undefined || operation === undefined) return undefined
  const count = operation.body?.examples.length ?? 1
  const asked = Number(query.get('example') ?? 1) - 1
  const example = Number.isInteger(asked) && asked >= 0 && asked < count ? asked : 0
  const values = await projectValues(context, operation)
  const call = exampleCall(operation, callerOf(context), { number: example, values })
  return { api, call, example, missing: values.missing }
}

async function ofOperation(context: LearnContext, exchange?: Exchange): Promise<View | undefined> {
  const composed = await composedOf(context)
  if (composed === undefined) return undefined
  const { base, origin, form, role } = context
  const call = exchange === undefined ? composed.call : nextCall(typedCall(composed.call, form))
  return {
    title: call.operation.summary,
    scripts: [sendScript],
    content: operationPage({
      base,
      origin,
      ...composed,
      call,
      apis: referenceOf(context.document),
      ...(context.project && { project: `/p/${context.project.id}` }),
      // Without a project, visitors enter their own credentials.
      maySend: role === undefined || may(role, 'change'),
      bodySchema: asCaller(call.operation.body?.schema ?? {}, callerOf(context)),
      ...(exchange && { exchange }),
    }),
  }
}

async function send(context: LearnContext): Promise<View | undefined> {
  const composed = await composedOf(context)
  if (composed === undefined) return undefined
  const typed = typedCall(composed.call, context.form)
  const startedAt = realNow()
  const call = await withCardNumbers(withSecrets(typed, context), context.perform)
  const answer = await context.call(httpCall(call))
  const durationMs = realNow() - startedAt
  const decisionPath = await decisionPathOf(context, answer)
  return ofOperation(context, { call: httpCall(typed), answer, durationMs, decisionPath })
}

async function decisionPathOf(
  { project, perform }: LearnContext,
  { headers }: HttpAnswer,
): Promise<string | undefined> {
  const id = String(headers['request-id'] ?? '')
  if (project === undefined || perform === undefined || id === '') return undefined
  const decision = await foundOrUndefined(perform(getDecision, { params: { id } }))
  return decision && `/p/${project.id}/decisions/${id}`
}
