// One request at a time, as a test sends them: the mean time until each response.

import { cardReads, type Cast, transferLoad } from './cast.ts'
import { startService } from './child.ts'
import type { Load } from './generator.ts'
import type { Bench, Plan } from './plan.ts'
import { median, takeTurns } from './rounds.ts'
import { payments, payOrders, registrations, statusReads } from './shop.ts'

export async function measureOneByOne(
  kind: 'embedded' | 'server',
  { url, cast }: { readonly url: string; readonly cast: Cast },
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  report.heading(`One request at a time on the ${kind} database`)
  const service = await startService(url)
  try {
    const milliseconds = (load: Load) => async () =>
      1000 / (await generator.rate(load, plan.seconds))
    const orders = await payOrders(service.url, 1)
    const loads = {
      'POST /v2/transfers': transferLoad(service.url, cast, 1),
      'GET /v2/cards/{id}': { url: service.url, connections: 1, stories: cardReads(cast) },
      'register.do': registrations(service.url, 1),
      'register.do, then paymentorder.do': payments(service.url, 1),
      'getOrderStatusExtended.do': statusReads(service.url, 1, orders),
    }
    for (const load of Object.values(loads)) await generator.rate(load, plan.warmUpSeconds)
    for (const [name, load] of Object.entries(loads)) {
      const { times } = await takeTurns(plan.rounds, { times: milliseconds(load) })
      report.fact(name, `${median(times).toFixed(2)} ms`)
    }
  } finally {
    await service.stop()
  }
}
