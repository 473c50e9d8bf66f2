// An issued card that is used elsewhere, by the simulations of the control API.

import assert from 'node:assert/strict'
import type { Project } from '../../src/engine/directory.ts'
import type { Sandbox } from './sandbox.ts'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  type ProjectCall,
  projectCall,
  topUp,
} from './control.ts'

interface Leg {
  readonly id: string
  readonly kind: string
  readonly approved: boolean
  readonly reason: string
  readonly remedy: string | null
  readonly explanation: string
  readonly amount: number
  readonly merchantAmount: number
  readonly rate: string | null
  readonly suspense: number
}

export interface Authorisation {
  readonly id: string
  readonly source: string
  readonly orderId: string | null
  readonly cardId: string
  readonly kind: string
  readonly status: string
  readonly approved: boolean
  readonly responseCode: string
  readonly reason: string
  readonly explanation: string
  readonly amount: number
  readonly held: number
  readonly cleared: number
  readonly suspense: number
  readonly refunded: number
  readonly expiresAt: string | null
  readonly legs: readonly Leg[]
}

export interface Decision {
  readonly id: string
  readonly approved: boolean
  readonly responseCode: string
  readonly reason: string
  readonly explanation: string
  readonly leg: Leg
  readonly authorisation: Authorisation
  readonly account: { readonly posted: number; readonly held: number; readonly available: number }
}

export type Body = Readonly<Record<string, unknown>>

const SIMULATIONS = '/control/v1/simulations'

/** A card of a new project and the calls that use it. */
export class SimulatedCard {
  readonly project: Project
  readonly card: IssuedCard
  readonly call: ProjectCall

  private constructor(project: Project, card: IssuedCard, call: ProjectCall) {
    this.project = project
    this.card = card
    this.call = call
  }

  static async open(sandbox: Sandbox, funds = 10_000, of?: Project): Promise<SimulatedCard> {
    const project = of ?? (await sandbox.newProject())
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const card = await issueCard(call)
    if (funds > 0) bodyOf(await topUp(call, card, funds), 201)
    return new SimulatedCard(project, card, call)
  }

  /** Requests an authorisation; a body without `cardId` means this card. */
  async authorise(body: Body = {}): Promise<Decision> {
    return this.post('authorisations', { cardId: this.card.id, amount: 2_000, ...body })
  }

  async leg(id: string, name: string, body?: Body): Promise<Decision> {
    return this.post(`authorisations/${id}/${name}`, body)
  }

  async post(path: string, body?: Body): Promise<Decision> {
    return bodyOf<Decision>(await this.call('POST', `${SIMULATIONS}/${path}`, body), 201)
  }

  /** The problem of a refused simulation: status, code and the first pointer. */
  async refused(path: string, body?: unknown): Promise<readonly [number, string, string?]> {
    const { status, json } = await this.call('POST', `${SIMULATIONS}/${path}`, body)
    const { code = '', errors } = json as { code?: string; errors?: { pointer: string }[] }
    return errors?.[0] === undefined ? [status, code] : [status, code, errors[0].pointer]
  }

  async get<T>(path: string): Promise<T> {
    return bodyOf<T>(await this.call('GET', `/control/v1/${path}`), 200)
  }

  async list(query = ''): Promise<readonly Authorisation[]> {
    return (await this.get<{ items: Authorisation[] }>(`authorisations${query}`)).items
  }

  async advance(by: string): Promise<number> {
    const moved = await this.call('POST', '/control/v1/clock', { advance: by })
    return bodyOf<{ ran: number }>(moved, 200).ran
  }

  /** The used amount of each limit, by name, without unused limits. */
  async usedLimits(): Promise<Readonly<Record<string, number>>> {
    const { limits } = await this.get<{ limits: { name: string; used: number }[] }>(
      `cards/${this.card.id}`,
    )
    return Object.fromEntries(
      limits.filter(({ used }) => used > 0).map(({ name, used }) => [name, used]),
    )
  }

  /** Interface A's records, oldest first: type, direction and amount, and `R` for a reversal. */
  async records(): Promise<readonly string[]> {
    const { items } = await this.get<{ items: { shown: Record<string, unknown>[] }[] }>(
      `cards/${this.card.id}/transactions?as=A&limit=200`,
    )
    return items
      .toReversed()
      .flatMap(({ shown }) => shown)
      .map(({ transactionType, operationDirection, amount, reversal, internalResponseCode }) =>
        [transactionType, operationDirection, amount, reversal === true ? 'R' : '']
          .concat(internalResponseCode === -1 ? '' : internalResponseCode)
          .filter((part) => part !== '')
          .join(' '),
      )
  }

  /** The posted balances by account; the sum must be 0. */
  async ledger(): Promise<Readonly<Record<string, number>>> {
    const { trialBalance, accounts } = await this.get<{
      trialBalance: number
      accounts: { account: string; posted: number; held: number }[]
    }>('ledger')
    assert.equal(trialBalance, 0)
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
    )
    return Object.fromEntries(
      accounts.map(({ account, posted }) => [
        account === this.card.account.accountNumber ? 'card' : account,
        posted,
      ]),
    )
  }
}
