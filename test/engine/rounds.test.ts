// The loading rounds of a batch of frequent commands between lock and save, without the rows that
// are read with the lock. On PostgreSQL, each is a round trip to the server. The figures may
// decrease; a higher one makes every payment slower.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IdempotencyRequest } from '../../src/engine/execution.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import type { CommandInput, CommandName } from '../../src/registry/commands.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { cardEntry, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { type ProjectCard, START, topUpInput, transferInput } from '../kit/engine-sandbox.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

/** Commands in a batch. */
const TOGETHER = 20
const FUNDS = 90_000

/** Commands of one name: their inputs, once the rows that they need exist. */
interface Case {
  readonly what: string
  readonly command: CommandName
  /** Rounds of a batch without cached rows, and of a batch with the rows of the previous one. */
  readonly rounds: { readonly cold: number; readonly warm: number }
  readonly inputs: (sandbox: PaymentSandbox, card: ProjectCard) => Promise<readonly unknown[]>
  readonly idempotent?: true
}

const times = <T>(make: () => T): T[] => Array.from({ length: TOGETHER }, make)
const each = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(times(make))

const isHeld = { twoStage: true }
const held = (sandbox: PaymentSandbox, card: ProjectCard): Promise<Order[]> =>
  each(() => sandbox.paidOrder(cardEntry(card), { ...isHeld, amount: 100 }))
const registered = (sandbox: PaymentSandbox): Promise<Order[]> =>
  each(() => sandbox.register({ amount: 100 }))
const dueCallbacks = async (sandbox: PaymentSandbox): Promise<readonly number[]> =>
  (await sandbox.rows('callback')).filter(({ dueAt }) => dueAt !== null).map(({ id }) => id)

async function transfers(
  sandbox: PaymentSandbox,
  card: ProjectCard,
): Promise<CommandInput<'transfer'>[]> {
  const other = await sandbox.card(FUNDS)
  return times(() => transferInput(other.hash, card.hash, 1))
}

const CASES: readonly Case[] = [
  {
    what: 'transfers',
    command: 'transfer',
    rounds: { cold: 3, warm: 0 },
    inputs: transfers,
  },
  {
    what: 'transfers with one key each',
    command: 'transfer',
    rounds: { cold: 3, warm: 0 },
    inputs: transfers,
    idempotent: true,
  },
  {
    what: 'top-ups',
    command: 'topup',
    rounds: { cold: 3, warm: 0 },
    inputs: async (_sandbox, { hash }) => times(() => topUpInput(hash, 1)),
  },
  {
    what: 'new orders',
    command: 'registerOrder',
    rounds: { cold: 1, warm: 0 },
    inputs: async (sandbox) => times(() => sandbox.registerInput()),
  },
  {
    what: 'orders paid by a test card',
    command: 'payOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (sandbox) =>
      (await registered(sandbox)).map((order) =>
        sandbox.payInput(order, { pan: TEST_CARDS.approved }),
      ),
  },
  {
    what: 'orders paid by a card of the project',
    command: 'payOrder',
    rounds: { cold: 3, warm: 0 },
    inputs: async (sandbox, card) =>
      (await registered(sandbox)).map((order) => sandbox.payInput(order, cardEntry(card))),
  },
  {
    what: 'orders registered and paid in one call',
    command: 'registerAndPay',
    rounds: { cold: 3, warm: 0 },
    inputs: async (sandbox, card) =>
      times(() => {
        const register = sandbox.registerInput({ amount: 100 })
        const { orderId, ...pay } = sandbox.payInput({ id: register.orderId }, cardEntry(card))
        return { register: { ...register, orderId }, pay }
      }),
  },
  {
    what: 'captures',
    command: 'captureOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (sandbox, card) =>
      (await held(sandbox, card)).map(({ id }) => ({ order: { id }, amount: 90 })),
  },
  {
    what: 'reversals',
    command: 'reverseOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (sandbox, card) =>
      (await held(sandbox, card)).map(({ id }) => ({ order: { id } })),
  },
  {
    what: 'refunds',
    command: 'refundOrder',
    rounds: { cold: 2, warm: 0 },
    inputs: async (sandbox, card) => {
      const paid = await each(() => sandbox.paidOrder(cardEntry(card), { amount: 100 }))
      return paid.map(({ id }) => ({ order: { id }, amount: 40 }))
    },
  },
  {
    what: 'orders with due work',
    command: 'updateOrder',
    rounds: { cold: 1, warm: 0 },
    inputs: async (sandbox) => (await registered(sandbox)).map(({ id }) => ({ order: { id } })),
  },
  {
    what: 'claimed callbacks',
    command: 'claimCallbacks',
    rounds: { cold: 1, warm: 0 },
    inputs: async (sandbox, card) => {
      const orders = await held(sandbox, card)
      await Promise.all(
        orders.map(({ id }) => sandbox.execute('captureOrder', { order: { id }, amount: 0 })),
      )
      return [{ ids: await dueCallbacks(sandbox) }]
    },
  },
  {
    what: 'recorded attempts',
    command: 'recordAttempt',
    rounds: { cold: 1, warm: 0 },
    inputs: async (sandbox, card) => {
      await held(sandbox, card)
      const { callbacks } = await sandbox.execute('claimCallbacks', {
        ids: await dueCallbacks(sandbox),
      })
      const request = { method: 'GET', url: 'https://shop.example/', body: '' } as const
      const result = { at: START, httpStatus: 200, durationMs: 1, error: null, answer: '' }
      return callbacks.map(({ id, attempt }) => ({ id, attempt, outcome: { ...result, request } }))
    },
  },
]

onEveryDatabase('The rows of a batch', (database) => {
  for (const rowCache of [false, true])
    describe(rowCache ? 'with cached rows' : 'without cached rows', () => {
      for (const { what, command, rounds, inputs, idempotent } of CASES) {
        const expected = rowCache ? rounds.warm : rounds.cold
        test(`are loaded in ${expected} ${expected === 1 ? 'round' : 'rounds'} for ${what}`, async () => {
          const settings = { callbackUrl: 'https://shop.example/callback' }
          const sandbox = await PaymentSandbox.open(database, settings, { rowCache })
          const card = await sandbox.card(FUNDS)
          const { reports } = sandbox.process
          // The first batch leaves cached rows for the second.
          for (const batch of ['first', 'second']) {
            const made = await inputs(sandbox, card)
            const before = reports.length
            await Promise.all(
              made.map((input, index) => {
                const key = `${batch} ${index}`
                const once = { scope: key, request: key, answerKey: 'A'.repeat(43) }
                return send(sandbox, command, input, idempotent && once)
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
  sandbox: PaymentSandbox,
  command: CommandName,
  input: unknown,
  idempotency?: IdempotencyRequest,
): Promise<void> {
  const { engine, project } = sandbox
  const { datasetId } = project
  const request = { datasetId, command, input, ...(idempotency && { idempotency }) }
  const { kind } = await engine.submit(request)
  assert.equal(kind, 'result')
}
