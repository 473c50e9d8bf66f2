// Interface C: register, register and pay, and read orders, relative to the form echo server.

import { CARD_COUNT } from './cast.ts'
import { startChild, startService } from './child.ts'
import type { Bench, Plan } from './plan.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond, type Report } from './report.ts'
import { payments, payOrders, registrations, statusReads } from './shop.ts'

const CONNECTION_COUNT = 32

type Rates = Record<'echo' | 'register' | 'pairs' | 'reads', readonly number[]>

export async function measureGateway(url: string, plan: Plan, bench: Bench): Promise<void> {
  const { report } = bench
  report.heading(`Interface C on the embedded database, ${CONNECTION_COUNT} connections`)
  const rates = await ratesOf(url, plan, bench)
  const { echo } = rates
  tell(rates, report)
  const judge = (name: string, rate: readonly number[], atLeast: number): void => {
    report.judged(name, medianRatio(rate, echo), 'of the form echo', { atLeast })
  }
  judge('orders registered', rates.register, 0.25)
  judge('orders registered and paid', rates.pairs, 0.12)
  judge('order status reads', rates.reads, 0.4)
}

/** Like `measureGateway` on a server database; reported without a target. */
export async function tellGateway(url: string, plan: Plan, bench: Bench): Promise<void> {
  bench.report.heading(`Interface C on the server database, ${CONNECTION_COUNT} connections`)
  tell(await ratesOf(url, plan, bench), bench.report)
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

function tell({ echo, register, pairs, reads }: Rates, report: Report): void {
  const share = (rate: readonly number[]): string =>
    `${perSecond(median(rate))}, ${medianRatio(rate, echo).toFixed(2)} of the form echo`
  report.fact('bare node:http form echo', perSecond(median(echo)))
  report.fact('register.do', share(register))
  report.fact('register.do and paymentorder.do, pairs', share(pairs))
  report.fact('getOrderStatusExtended.do', share(reads))
}
