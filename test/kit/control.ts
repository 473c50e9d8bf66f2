// Calls to the control API, and the shapes of its responses.

import assert from 'node:assert/strict'
import { operations } from '../../src/api/control/plugin.ts'
import type { Answer } from './http.ts'
import type { Sandbox } from './sandbox.ts'
import { operationAt } from './example-calls.ts'

const PREFIX = '/control/v1'

export interface ProjectShape {
  id: string
  name: string
  mode: string
  interfaceA: { login: string; password: string }
  interfaceB: { apiKey: string }
  interfaceC: { userName: string; password: string; token: string; callbackKey: string }
  product: Record<string, string>
  settings: Record<string, unknown>
}

export interface ProblemShape {
  instance?: string
  type: string
  status: number
  detail: string
  code: string
  requestId: string
  errors?: { pointer: string; detail: string }[]
}

export interface ClockShape {
  now: string
  frozen: boolean
  offsetMs: number
  ran: number
}

export async function createProject(sandbox: Sandbox, name?: string): Promise<ProjectShape> {
  const answer = await sandbox.call('POST', '/control/v1/projects', { body: { name } })
  assert.equal(answer.status, 201, answer.text)
  return answer.json as ProjectShape
}

/** Errors that some operations declare. Every operation may return the others. */
const DECLARED = new Set(operations.flatMap(({ errors = [] }) => errors))

/** Checks that an error is in the reference. */
export function assertDeclared({ status, json, text }: Answer, method: string, path: string): void {
  if (status < 400) return
  const { code = '' } = (json ?? {}) as Partial<ProblemShape>
  const { name, errors = [] } = operationAt(operations, method, path.replace(PREFIX, '')) ?? {}
  if (name !== undefined && DECLARED.has(code))
    assert.ok(errors.includes(code), `${name} does not declare that it answers ${text}`)
}

/** Sends requests with the project's API key. */
export const projectCall =
  (sandbox: Pick<Sandbox, 'call'>, apiKey: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const answer = await sandbox.call(method, path, {
      headers: { 'X-API-KEY': apiKey, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (path.startsWith(PREFIX)) assertDeclared(answer, method, path)
    return answer
  }

export type ProjectCall = ReturnType<typeof projectCall>

/** The body of a response, after checking its status. */
export function bodyOf<T>(answer: Answer, status: number): T {
  assert.equal(answer.status, status, answer.text)
  return answer.json as T
}

export interface IssuedCard {
  id: string
  cardholder: string
  number: string
  expiryDate: string
  cvc: string
  account: { accountNumber: string; balance: number }
}

/** Creates a cardholder with a card, through interface B. */
export async function issueCard(call: ProjectCall): Promise<IssuedCard> {
  const cardholder = bodyOf<{ id: string }>(
    await call('POST', '/v2/cardholders', {
      firstName: 'Anna',
      lastName: 'Berg',
      phoneNumber: '+4930901820',
      billingAddress: { country: 'DE', postalCode: '10115' },
    }),
    201,
  )
  const card = bodyOf<{ id: string }>(
    await call('POST', '/v2/cards', {
      productName: 'VISA_CLASSIC_VIRTUAL',
      cardholder: cardholder.id,
    }),
    201,
  )
  return bodyOf<IssuedCard>(await call('GET', `/v2/cards/${card.id}`), 200)
}

export const topUp = (call: ProjectCall, card: IssuedCard, amount: number): Promise<Answer> =>
  call('POST', '/v2/topups', {
    amount,
    currency: 'EUR',
    destinationCard: { cardNumber: card.number },
  })

export const transfer = (
  call: ProjectCall,
  from: IssuedCard,
  to: IssuedCard,
  amount: number,
): Promise<Answer> =>
  call('POST', '/v2/transfers', {
    amount,
    currency: 'EUR',
    sourceCard: { cardNumber: from.number, expiryDate: from.expiryDate },
    destinationCard: { cardNumber: to.number },
  })
