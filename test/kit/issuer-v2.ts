// A client of interface B: calls with the project's key, and the objects with which most tests
// start.

import assert from 'node:assert/strict'
import { constants, publicEncrypt } from 'node:crypto'
import { after, before } from 'node:test'
import type { Project } from '../../src/engine/directory.ts'
import { operations } from '../../src/api/issuing-v2/plugin.ts'
import type { TestDatabase } from './databases.ts'
import { freezeClock } from './clock.ts'
import type { Answer } from './http.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { operationAt } from './example-calls.ts'

export interface CardJson {
  id: string
  status: string
  number: string
  cvc: string
  numberMask: string
  expiryDate: string
  blockingDate: string
  account: { accountNumber: string; balance: number; currency: string }
  spendingLimits: { amount: number; interval: string }[]
}

export interface MovementJson {
  id: string
  amount: number
  status: string
  statusMessage: string
  creationDate: string
  rrn: string
  sourceCard: { cardNumber: string; expiryDate: string }
  destinationCard: { cardNumber: string }
}

interface ProblemJson {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  errors?: { pointer: string; detail: string }[]
}

export const CARDHOLDER = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  billingAddress: { country: 'CY', postalCode: '3000' },
}
export const PRODUCT = 'VISA_CLASSIC_VIRTUAL'

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Errors that some operations declare. Every operation may return the others. */
const DECLARED = new Set(operations.flatMap(({ errors = [] }) => errors))

function assertDeclared({ json, text }: Answer, method: string, path: string): void {
  const { code = '' } = (json ?? {}) as Partial<ProblemJson>
  const { name, errors = [] } = operationAt(operations, method, path) ?? {}
  if (name !== undefined && DECLARED.has(code))
    assert.ok(errors.includes(code), `${name} does not declare that it answers ${text}`)
}

export class IssuerV2 {
  readonly project: Project
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox, project: Project) {
    this.#sandbox = sandbox
    this.project = project
  }

  /** Checks every response: it has a Request-id, and its error is in the reference. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const key = { 'x-api-key': this.project.secrets.interfaceB.apiKey }
    const answer = await this.#sandbox.call(method, `/v2${path}`, {
      headers: { ...key, ...headers },
      body,
    })
    assert.match(String(answer.headers['request-id']), REQUEST_ID)
    assertDeclared(answer, method, path)
    return answer
  }

  async newCardholder(): Promise<string> {
    const answer = await this.call('POST', '/cardholders', CARDHOLDER)
    assert.equal(answer.status, 201, answer.text)
    return (answer.json as { id: string }).id
  }

  /** A new cardholder's card as GET shows it. */
  async newCard(): Promise<CardJson> {
    const cardholder = await this.newCardholder()
    const answer = await this.call('POST', '/cards', { productName: PRODUCT, cardholder })
    assert.equal(answer.status, 201, answer.text)
    return this.card((answer.json as CardJson).id)
  }

  /** A new card, moved into a status. */
  async newCardIn(status: string): Promise<CardJson> {
    const card = await this.newCard()
    assert.equal((await this.patch(card, { status })).status, 200)
    return card
  }

  async fundedCard(amount: number): Promise<CardJson> {
    const card = await this.newCard()
    const answer = await this.topup(card, amount)
    assert.equal((answer.json as MovementJson).status, 'approved', answer.text)
    return this.card(card.id)
  }

  async card(id: string): Promise<CardJson> {
    const answer = await this.call('GET', `/cards/${id}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as CardJson
  }

  async balance(card: CardJson): Promise<number> {
    return (await this.card(card.id)).account.balance
  }

  patch(card: CardJson, body: unknown): Promise<Answer> {
    return this.call('PATCH', `/cards/${card.id}`, body)
  }

  topup(card: CardJson, amount: number): Promise<Answer> {
    const destinationCard = { cardNumber: card.number }
    return this.call('POST', '/topups', { amount, currency: 'EUR', destinationCard })
  }

  async transfer(from: CardJson, to: CardJson, amount: number): Promise<MovementJson> {
    const answer = await this.call('POST', '/transfers', transferBody(from, to, amount))
    assert.equal(answer.status, 201, answer.text)
    return answer.json as MovementJson
  }

  async list(query: Record<string, string>): Promise<ListJson> {
    const answer = await this.call('GET', `/transfers?${new URLSearchParams(query).toString()}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as ListJson
  }

  /** Freezes the project's clock. */
  freezeClock(iso: string): Promise<void> {
    return freezeClock(this.#sandbox.sandcard.service, this.project, Date.parse(iso))
  }

  async pinBlock(text: string): Promise<string> {
    const answer = await this.call('GET', '/keys/pin')
    const { pem } = answer.json as { pem: string }
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return publicEncrypt({ key: pem, oaepHash: 'sha256', padding }, Buffer.from(text)).toString(
      'base64',
    )
  }
}

export interface ListJson {
  transfers: MovementJson[]
  nextCursor?: string
}

export const transferBody = (from: CardJson, to: CardJson, amount: number) => ({
  amount,
  currency: 'EUR',
  sourceCard: { cardNumber: from.number, expiryDate: from.expiryDate },
  destinationCard: { cardNumber: to.number },
})

/** Opens one service for the tests of a `describe`; each test uses its own project. */
export function issuerV2On(database: TestDatabase): () => Promise<IssuerV2> {
  let sandbox: Sandbox | undefined
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox?.close())
  return async () => {
    assert.ok(sandbox)
    return new IssuerV2(sandbox, await sandbox.newProject())
  }
}

/** Checks the format of a problem and returns its body. */
export function assertProblem(answer: Answer, status: number, code: string): ProblemJson {
  assert.equal(answer.status, status, answer.text)
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
  const body = answer.json as ProblemJson
  assert.equal(body.code, code, answer.text)
  assert.equal(body.status, status)
  assert.equal(body.type, `urn:problem:${code}`)
  assert.equal(body.requestId, answer.headers['request-id'])
  assert.ok(body.title !== '' && body.detail !== '')
  return body
}
