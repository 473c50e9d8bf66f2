// A client of interface A: one project, its Basic credentials, and the steps with which most tests
// start.

import assert from 'node:assert/strict'
import type { Project } from '../../src/engine/directory.ts'
import { freezeClock } from './clock.ts'
import type { Answer } from './http.ts'
import type { Sandbox } from './sandbox.ts'

export const PREFIX = '/v1/apigate/ws/rest'
/** The start time of these tests, at which the project's clock is frozen. */
const START = Date.UTC(2031, 4, 10, 10, 0, 0)
export const EXPIRY = 203201

export interface IssuedCard {
  readonly cardNumber: string
  readonly cardId: string
}

export type Json = Readonly<Record<string, unknown>>

export interface IssuerV1 {
  readonly project: Project
  readonly authorization: string
  /** Calls an operation with the project's credentials. */
  call(operation: string, body: unknown): Promise<Answer>
  /** Calls an operation that must return 200; returns its body. */
  callOk(operation: string, body: unknown): Promise<Json>
  /** Registers a customer; returns the account number. */
  register(customerNumber: string): Promise<string>
  /** Issues a card with funds on an account. */
  issue(customer: { number: string; account: string }, amount?: number): Promise<IssuedCard>
  /** A customer with one card. */
  card(amount?: number): Promise<IssuedCard>
  balance(cardId: string): Promise<number>
  records(cardId: string): Promise<readonly Json[]>
  advanceClock(ms: number): Promise<void>
}

/** An issuer of a project, a new one by default, whose clock is frozen at `START`. */
export async function newIssuerV1(sandbox: Sandbox, of?: Project): Promise<IssuerV1> {
  const project = of ?? (await sandbox.newProject())
  const { service } = sandbox.sandcard
  await freezeClock(service, project, START)
  const { login, password } = project.secrets.interfaceA
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  let customers = 0
  let numbers = 0
  const issuer: IssuerV1 = {
    project,
    authorization,
    call: (operation, body) =>
      sandbox.call('POST', `${PREFIX}/${operation}`, { headers: { authorization }, body }),
    async callOk(operation, body) {
      const answer = await issuer.call(operation, body)
      assert.equal(answer.status, 200, `${operation}: ${answer.text}`)
      return answer.json as Json
    },
    async register(customerNumber) {
      const answer = await issuer.callOk('registerCustomer', registration(project, customerNumber))
      return String(answer['accountNumber'])
    },
    async issue(customer, amount = 0) {
      numbers += 1
      const answer = await issuer.callOk('createVirtualCard', newCard(customer, numbers, amount))
      return answer['virtualCardIdentification'] as IssuedCard
    },
    async card(amount = 0) {
      customers += 1
      const number = `C${customers}`
      return issuer.issue({ number, account: await issuer.register(number) }, amount)
    },
    async balance(cardId) {
      const answer = await issuer.callOk('getCardData', { cardIdentification: { cardId } })
      const { accounts } = answer['cardData'] as { accounts: { balance: number }[] }
      return accounts[0]?.balance ?? Number.NaN
    },
    async records(cardId) {
      const period = { start: '2031-01-01', end: '2031-12-31' }
      const answer = await issuer.callOk('getTransactions', {
        cardIdentification: { cardId },
        period,
      })
      return answer['transactions'] as Json[]
    },
    async advanceClock(ms) {
      await service.execute(project, 'moveClock', { move: { kind: 'advance', ms } })
    },
  }
  return issuer
}

/**
 * A registration with all parameters of the specification; `changes` replaces parameters or, with
 * null, omits them.
 */
export function registration(
  project: Pick<Project, 'secrets'>,
  customerNumber: string,
  changes: Readonly<Record<string, string | null>> = {},
): { productName: string; parameters: { name: string; value: string }[] } {
  const { product } = project.secrets
  const values: Record<string, string | null> = {
    institutionId: product.institutionId,
    agent_number: product.agentNumber,
    customer_number: customerNumber,
    product_id: product.productId,
    start_date: '2026-01-01',
    service_id_acc: product.serviceIdAcc,
    surname: 'Doe',
    firstName: 'Ann',
    secondName: 'M',
    email: 'ann@example.com',
    mobile_phone: '35700000001',
    country_code: '196',
    region: 'North',
    city: 'Limassol',
    street: 'Main',
    house: '1',
    apartament: '2',
    postal_code: '3000',
    ...changes,
  }
  const parameters = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value }],
  )
  return { productName: product.productName, parameters }
}

/** A request for a card; `digits` are digits 7 to 15 of its number. */
export const newCard = (
  customer: { number: string; account: string },
  digits: number,
  amount: number,
) => ({
  cardIdentification: {
    cardNumber: Number(`400000${String(digits).padStart(9, '0')}0`),
    phoneNumber: '35700000001',
    customerId: customer.number,
  },
  virtualCardIdentification: { expDate: EXPIRY, productType: 1 },
  amount,
  currency: 978,
  accountNumber: customer.account,
  deliveryMethod: 'WS',
})

/** A transfer between two cards. */
export const p2p = (source: string, destination: string, amount: unknown, changes: Json = {}) => ({
  sourceCardIdentification: { cardNumber: Number(source), expDate: EXPIRY },
  destinationCardIdentification: { cardNumber: Number(destination) },
  amount,
  currency: 978,
  senderReceiverInfo: { senderName: 'Ann Doe', senderAddress: 'Main 1' },
  pointOfServiceDataCode: 100000130,
  ...changes,
})

export const credit = (cardNumber: string, amount: unknown, changes: Json = {}) => ({
  cardIdentification: { cardNumber: Number(cardNumber), expDate: EXPIRY },
  amount,
  currency: 978,
  ...changes,
})
