// What a batch of commands that are sent by the hundred costs between lock and save, in rounds of loading: on PostgreSQL each is a trip to
// the server. The figures may fall; one that rises makes every payment slower.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IdempotencyRequest } from '../../src/engine/execution.ts'
import type { Order } from '../../src/payments/order.ts'
import type { CommandInput, CommandName } from '../../src/registry/commands.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { CARDS, entered, type HeldCard, Till } from '../payments/till.ts'
import { START, topup, transfer } from './stand.ts'

/** Commands in a batch. */
const TOGETHER = 20
const FUNDS = 90_000

/** Commands of one name as they are sent: their inputs, once what these need has been made. */
interface Case {
  readonly what: string
  readonly command: CommandName
  /** Rounds of a batch that finds no row kept, and of one that finds those of the batch before. */
  readonly rounds: { readonly cold: number; readonly warm: number }
  readonly inputs: (till: Till, card: HeldCard) => Promise<readonly unknown[]>
  readonly idempotent?: true
}

const times = <T>(make: () => T): T[] => Array.from({ length: TOGETHER }, make)
const each = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(times(make))

const isHeld = { twoStage: true }
const held = (till: Till, card: HeldCard): Promise<Order[]> =>
  each(() => till.paid(entered(card), { ...isHeld, amount: 100 }))
const registered = (till: Till): Promise<Order[]> => each(() => till.register({ amount: 100 }))
const dueCallbacks = async (till: Till): Promise<readonly number[]> =>
  (await till.rows('callback')).filter(({ dueAt }) => dueAt !== null).map(({ id }) => id)

async function transfers(till: Till, card: HeldCard): Promise<CommandInput<'transfer'>[]> {
  const other = await till.card(FUNDS)
  return times(() => transfer(other.hash, card.hash, 1))
}

const CASES: readonly Case[] = [
  {
    what: 'transfers',
    command: 'transfer',
    rounds: { cold: 3, warm: 0 },
    inputs: transfers,
  },
  {
    what: 'transfers with a key each',
    command: 'transfer',
    rounds: { cold: 3, warm: 1 },
    inputs: transfers,
    idempotent: true,
  },
  {
    what: 'top-ups',
    command: 'topup',
    rounds: { cold: 3, warm: 0 },
    inputs: async (_till, { hash }) => times(() => topup(hash, 1)),
  },
  {
    what: 'new orders',
    command: 'registerOrder',
    rounds: { cold: 1, warm: 1 },
    inputs: async (till) => times(() => till.registerInput()),
  },
  {
    what: 'orders paid by a test card',
    command: 'payOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (till) =>
      (await registered(till)).map((order) => till.payInput(order, { pan: CARDS.good })),
  },
  {
    what: 'orders paid by a card of the project',
    command: 'payOrder',
    rounds: { cold: 3, warm: 0 },
    inputs: async (till, card) =>
      (await registered(till)).map((order) => till.payInput(order, entered(card))),
  },
  {
    what: 'orders registered and paid in one',
    command: 'registerAndPay',
    rounds: { cold: 3, warm: 1 },
    inputs: async (till, card) =>
      times(() => {
        const register = till.registerInput({ amount: 100 })
        const { orderId, ...pay } = till.payInput({ id: register.orderId }, entered(card))
        return { register: { ...register, orderId }, pay }
      }),
  },
  {
    what: 'captures',
    command: 'captureOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (till, card) =>
      (await held(till, card)).map(({ id }) => ({ order: { id }, amount: 90 })),
  },
  {
    what: 'reversals',
    command: 'reverseOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (till, card) => (await held(till, card)).map(({ id }) => ({ order: { id } })),
  },
  {
    what: 'refunds',
    command: 'refundOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (till, card) => {
      const paid = await each(() => till.paid(entered(card), { amount: 100 }))
      return paid.map(({ id }) => ({ order: { id }, amount: 40 }))
    },
  },
  {
    what: 'orders brought up to date',
    command: 'updateOrder',
    rounds: { cold: 1, warm: 0 },
    inputs: async (till) => (await registered(till)).map(({ id }) => ({ order: { id } })),
  },
  {
    what: 'callbacks claimed',
    command: 'claimCallbacks',
    rounds: { cold: 1, warm: 1 },
    inputs: async (till, card) => {
      const orders = await held(till, card)
      await Promise.all(
        orders.map(({ id }) => till.input('captureOrder', { order: { id }, amount: 0 })),
      )
      return [{ ids: await dueCallbacks(till) }]
    },
  },
  {
    what: 'attempts recorded',
    command: 'recordAttempt',
    rounds: { cold: 1, warm: 1 },
    inputs: async (till, card) => {
      await held(till, card)
      const { callbacks } = await till.input('claimCallbacks', { ids: await dueCallbacks(till) })
      const request = { method: 'GET', url: 'https://shop.example/', body: '' } as const
      const result = { at: START, httpStatus: 200, durationMs: 1, error: null, answer: '' }
      return callbacks.map(({ id, attempt }) => ({ id, attempt, outcome: { ...result, request } }))
    },
  },
]

onEveryDatabase('A batch loads its rows', (database) => {
  for (const rowCache of [false, true])
    describe(rowCache ? 'beside those that are kept' : 'with none kept before', () => {
      for (const { what, command, rounds, inputs, idempotent } of CASES) {
        const expected = rowCache ? rounds.warm : rounds.cold
        test(`in ${expected} rounds for ${what}`, async () => {
          const settings = { callbackUrl: 'https://shop.example/callback' }
          const till = await Till.open(database, settings, { rowCache })
          const card = await till.card(FUNDS)
          const { reports } = till.stand.process
          // The first batch leaves rows to the second.
          for (const batch of ['first', 'second']) {
            const made = await inputs(till, card)
            const before = reports.length
            await Promise.all(
              made.map((input, index) => {
                const key = `${batch} ${index}`
                const once = { scope: key, request: key, answerKey: 'A'.repeat(43) }
                return send(till, command, input, idempotent && once)
              }),
            )
            assert.equal(reports.length, before + 1, 'they did not share a batch')
          }
          assert.equal(reports.at(-1)?.rounds, expected)
        })
      }
    })
})

async function send(
  till: Till,
  command: CommandName,
  input: unknown,
  idempotency?: IdempotencyRequest,
): Promise<void> {
  const { engine, project } = till.stand
  const { datasetId } = project
  const request = { datasetId, command, input, ...(idempotency && { idempotency }) }
  const { kind } = await engine.submit(request)
  assert.equal(kind, 'answer')
}
