// An issued card whose simulated payments the project's decision server decides.

import { bodyOf } from './control.ts'
import { type DecidedPayments, ENDPOINT, type RealTime } from './paying-card.ts'
import { type Body, type Decision, SimulatedCard } from './simulated-card.ts'

export type Decided = Decision & { realTimeDecision: RealTime | null }

/** The card, the secret of its project's decision server, and a payment of 20.00 EUR with it. */
export async function decidedCard(
  { sandbox, server }: DecidedPayments,
  funds: number,
  endpoint: Body = {},
) {
  const card = await SimulatedCard.open(sandbox, funds)
  const { call } = card
  const { secret } = bodyOf<{ secret: string }>(
    await call('PUT', ENDPOINT, { url: server.url('/decide'), ...endpoint }),
    200,
  )
  const authorise = async (body: Body = {}): Promise<Decided> =>
    bodyOf(
      await call('POST', '/control/v1/simulations/authorisations', {
        cardId: card.card.id,
        amount: 2_000,
        currency: 'EUR',
        ...body,
      }),
      201,
    )
  return { card, secret, authorise, call }
}
