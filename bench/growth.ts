// The cost of a transfer with many stored transfers, relative to few.

import { type Cast, transferLoad } from './cast.ts'
import { startService } from './child.ts'
import { writeHistory } from './history.ts'
import type { Bench, Plan } from './plan.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond } from './report.ts'

const CONNECTION_COUNT = 32

/** Two SQLite files with the same test population and no transfers. */
interface Pasts {
  readonly few: string
  readonly many: string
  readonly cast: Cast
}

export async function measureGrowth(
  pasts: Pasts,
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  const [few, many] = [plan.stored.few, plan.stored.many].map((n) => n.toLocaleString('en-US'))
  report.heading('Growth: transfers with a past')
  writeHistory(pasts.few, plan.stored.few)
  writeHistory(pasts.many, plan.stored.many)
  const young = await startService(`sqlite:${pasts.few}`)
  const old = await startService(`sqlite:${pasts.many}`)
  try {
    const loads = {
      few: transferLoad(young.url, pasts.cast, CONNECTION_COUNT),
      many: transferLoad(old.url, pasts.cast, CONNECTION_COUNT),
    }
    for (const load of Object.values(loads)) await generator.rate(load, plan.warmUpSeconds)
    const rates = await takeTurns(plan.rounds, {
      few: () => generator.rate(loads.few, plan.seconds / 2),
      many: () => generator.rate(loads.many, plan.seconds / 2),
    })
    report.fact(`after ${few} stored transfers`, perSecond(median(rates.few)))
    report.fact(`after ${many} stored transfers`, perSecond(median(rates.many)))
    const cost = medianRatio(rates.few, rates.many)
    report.judged('cost of a transfer, many stored', cost, 'times that with few', {
      atMost: 1.2,
      goal: 1.1,
    })
  } finally {
    await old.stop()
    await young.stop()
  }
}
