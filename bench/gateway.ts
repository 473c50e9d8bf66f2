// Interface C: register, register and pay, and read orders, relative to the form echo server.

import { CARD_COUNT } from './cast.ts'
import { startChild, startService } from './child.ts'
import type { Bench, Plan } from './plan.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond, type Target } from './report.ts'
import { payments, payOrders, registrations, statusReads } from './shop.ts'

const CONNECTION_COUNT = 32

type Rates = Record<'echo' | 'register' | 'pairs' | 'reads', readonly number[]>

/** Ratios to the form echo, which also depend on the round trips to a server. */
const TARGETS = {
  embedded: {
    register: { atLeast: 0.45, goal: 0.5 },
    pairs: { atLeast: 0.18, goal: 0.2 },
    reads: { atLeast: 0.7, goal: 0.85 },
  },
  server: {
    register: { atLeast: 0.3, goal: 0.4 },
    pairs: { atLeast: 0.13, goal: 0.16 },
    reads: { atLeast: 0.4, goal: 0.6 },
  },
} as const satisfies Record<string, Record<Exclude<keyof Rates, 'echo'>, Target>>

export async function measureGateway(
  kind: keyof typeof TARGETS,
  url: string,
  plan: Plan,
  bench: Bench,
): Promise<void> {
  const { report } = bench
  report.heading(`Interface C on the ${kind} database, ${CONNECTION_COUNT} connections`)
  const { echo, register, pairs, reads } = await ratesOf(url, plan, bench)
  report.fact('bare node:http form echo', perSecond(median(echo)))
  const judge = (name: string, rate: readonly number[], target: Target): void => {
    report.fact(name, perSecond(median(rate)))
    report.judged(`${name}, ${kind}`, medianRatio(rate, echo), 'of the form echo', target)
  }
  judge('orders registered', register, TARGETS[kind].register)
  judge('orders registered and paid', pairs, TARGETS[kind].pairs)
  judge('order status reads', reads, TARGETS[kind].reads)
}

async function ratesOf(url: string, plan: Plan, { generator }: Bench): Promise<Rates> {
  const echo = await startChild('bench/echo.ts')
  const service = await startService(url)
  try {
    const loads = {
      echo: { ...registrations(echo.url, CONNECTION_COUNT), unwanted: 'error' },
      register: registrations(service.url, CONNECTION_COUNT),
      pairs: payments(service.url, CONNECTION_COUNT),
      reads: statusReads(service.url, CONNECTION_COUNT, await payOrders(service.url, CARD_COUNT)),
    }
    for (const load of Object.values(loads)) await generator.rate(load, plan.warmUpSeconds)
    return await takeTurns(plan.rounds, {
      echo: () => generator.rate(loads.echo, plan.seconds),
      register: () => generator.rate(loads.register, plan.seconds),
      pairs: () => generator.rate(loads.pairs, plan.seconds),
      reads: () => generator.rate(loads.reads, plan.seconds),
    })
  } finally {
    await service.stop()
    await echo.stop()
  }
}
