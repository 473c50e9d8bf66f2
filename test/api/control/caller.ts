// Calls of one project through the front door, for the tests of the control API.

import assert from 'node:assert/strict'
import { operations } from '../../../src/api/control/plugin.ts'
import type { Answer, FrontDoor } from '../../front-door.ts'
import { operationAt } from '../../kit/example-calls.ts'

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

export async function createProject(door: FrontDoor, name?: string): Promise<ProjectShape> {
  const answer = await door.call('POST', '/control/v1/projects', { body: { name } })
  assert.equal(answer.status, 201, answer.text)
  return answer.json as ProjectShape
}

/** Errors that single operations declare; any other may be met by all of them. */
const DECLARED = new Set(operations.flatMap(({ errors = [] }) => errors))

/** Checks that an error is one that the reference knows. */
export function assertDeclared({ json, text }: Answer, method: string, path: string): void {
  const { code = '' } = (json ?? {}) as Partial<ProblemShape>
  const { name, errors = [] } = operationAt(operations, method, path.replace(PREFIX, '')) ?? {}
  if (name !== undefined && DECLARED.has(code))
    assert.ok(errors.includes(code), `${name} does not declare that it answers ${text}`)
}

/** Sends requests with the project's API key. */
export const caller =
  (door: FrontDoor, apiKey: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await door.call(method, path, {
      headers: { 'X-API-KEY': apiKey },
      ...(body === undefined ? {} : { body }),
    })
    if (path.startsWith(PREFIX)) assertDeclared(answer, method, path)
    return answer
  }

export type Caller = ReturnType<typeof caller>

/** The answer's body, once its status is as expected. */
export function expect<T>(answer: Answer, status: number): T {
  assert.equal(answer.status, status, answer.text)
  return answer.json as T
}

export interface IssuedCard {
  id: string
  number: string
  expiryDate: string
  account: { accountNumber: string; balance: number }
}

/** A cardholder with a card, through interface B. */
export async function issueCard(call: Caller): Promise<IssuedCard> {
  const cardholder = expect<{ id: string }>(
    await call('POST', '/v2/cardholders', {
      firstName: 'Anna',
      lastName: 'Berg',
      phoneNumber: '+4930901820',
      billingAddress: { country: 'DE', postalCode: '10115' },
    }),
    201,
  )
  const card = expect<{ id: string }>(
    await call('POST', '/v2/cards', {
      productName: 'VISA_CLASSIC_VIRTUAL',
      cardholder: cardholder.id,
    }),
    201,
  )
  return expect<IssuedCard>(await call('GET', `/v2/cards/${card.id}`), 200)
}

export const topUp = (call: Caller, card: IssuedCard, amount: number): Promise<Answer> =>
  call('POST', '/v2/topups', {
    amount,
    currency: 'EUR',
    destinationCard: { cardNumber: card.number },
  })

export const transfer = (
  call: Caller,
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
