// The four figures of Start with their sparklines, and the bars of approvals and declines. Each
// figure counts the items of the list it links to.

import type { getOverview, OverviewRange } from '../../../api/control/overview.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { type Meaning, panel, statTile, tabs } from '../../../web/html/components.ts'
import { timeInZone } from '../../../web/html/display.ts'
import { bars, sparkline } from '../../../web/html/charts.ts'
import { html, type Html } from '../../../web/html/html.ts'

export type Overview = AnswerOf<typeof getOverview>
type Bucket = Overview['buckets'][number]

const RANGE_LABELS: Readonly<Record<OverviewRange, readonly [tab: string, phrase: string]>> = {
  '1h': ['1 hour', 'last hour'],
  '24h': ['24 hours', 'last 24 hours'],
  '7d': ['7 days', 'last 7 days'],
}
const RANGES = Object.keys(RANGE_LABELS) as OverviewRange[]

/** The ranges as links; the default has no parameter. */
export const rangeTabs = (base: string, current: OverviewRange): Html =>
  tabs(
    'Range',
    RANGES.map((range) => ({
      label: RANGE_LABELS[range][0],
      href: range === '24h' ? base : `${base}?range=${range}`,
      isCurrent: range === current,
    })),
  )

/** The list of the orders registered in a period. */
function ordersHref(
  base: string,
  { from, until }: Pick<Overview, 'from' | 'until'>,
  filter?: 'declined',
): string {
  const query = new URLSearchParams([
    ...(filter === undefined ? [] : [['filter', filter]]),
    ['from', urlTime(from)],
    ['until', urlTime(until)],
  ])
  return `${base}/orders?${query.toString()}`
}

/** `2027-01-01T00:00Z`, because buckets start at whole minutes. */
const urlTime = (time: string): string => `${time.slice(0, 16)}Z`

const count = (value: number): string => value.toLocaleString('en-US')

const boundedCount = ({ count: value, hasMore }: Overview['failing']): string =>
  `${count(value)}${hasMore ? '+' : ''}`

const counted = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`

/** The approval rate; undefined without an attempt. */
const approvalRate = ({ approved, declined }: Pick<Bucket, 'approved' | 'declined'>) =>
  approved + declined === 0 ? undefined : Math.round((100 * approved) / (approved + declined))

/** How many of the currently open items existed at the end of each bucket. */
function stillOpen(
  { buckets }: Overview,
  total: number,
  value: (bucket: Bucket) => number,
): (bucket: Bucket) => number {
  const later = (index: number): number =>
    buckets.slice(index + 1).reduce((sum, bucket) => sum + value(bucket), 0)
  const totals = new Map(buckets.map((bucket, index) => [bucket, total - later(index)]))
  return (bucket) => Math.max(0, totals.get(bucket) ?? 0)
}

export function figures(overview: Overview, base: string): Html {
  const { approved, declined, registered, failing, openHolds, expiringHolds, buckets } = overview
  const line = (
    label: string,
    value: (bucket: Bucket) => number | undefined,
    meaning: Meaning,
    text = count,
  ) =>
    sparkline({
      label,
      meaning,
      text,
      points: buckets.flatMap((bucket) => {
        const at = value(bucket)
        return at === undefined ? [] : [{ label: timeLabel(bucket, overview.range), value: at }]
      }),
    })
  const rate = approvalRate(overview)
  return html`<div class="stats" data-live="figures">
    ${statTile({
      label: 'Payments',
      value: count(approved),
      aside: `of ${counted(registered, 'order')} registered`,
      href: ordersHref(base, overview),
      chart: line('Payments', (bucket) => bucket.approved, 'approved'),
    })}
    ${statTile({
      label: 'Approval rate',
      value: rate === undefined ? '–' : `${rate}%`,
      aside: `${counted(declined, 'order')} declined`,
      href: ordersHref(base, overview, 'declined'),
      chart: line('Approval rate', approvalRate, 'pending', (value) => `${value}%`),
    })}
    ${statTile({
      label: 'Failing callbacks',
      value: boundedCount(failing),
      aside: failing.count === 0 ? 'All delivered or recorded' : 'Retrying or failed',
      href: `${base}/callbacks?filter=failing`,
      chart: line(
        'Failing callbacks',
        stillOpen(overview, failing.count, (bucket) => bucket.failingCallbacks),
        'warning',
      ),
    })}
    ${statTile({
      label: 'Held orders',
      value: boundedCount(openHolds),
      aside:
        expiringHolds.length === 0 ? 'None expires within 24 hours' : 'Some expire within 24 hours',
      href: `${base}/orders?filter=held`,
      chart: line(
        'Held orders',
        stillOpen(overview, openHolds.count, (bucket) => bucket.held),
        'pending',
      ),
    })}
  </div>`
}

/** Number of columns that share a label on the axis. */
const LABEL_EVERY: Readonly<Record<OverviewRange, number>> = { '1h': 3, '24h': 6, '7d': 8 }

export const paymentBars = (overview: Overview, base: string): Html =>
  panel({
    title: 'Approvals and declines',
    live: 'outcomes',
    tools: html`<p class="aside">${phraseOf(overview)}</p>`,
    content: bars({
      label: 'Approvals and declines by time of registration',
      series: [
        { name: 'Approved', meaning: 'approved' },
        { name: 'Declined', meaning: 'declined' },
      ],
      labelEvery: LABEL_EVERY[overview.range],
      columns: overview.buckets.map((bucket) => {
        const { approved, declined } = bucket
        const label = timeLabel(bucket, overview.range)
        const onlyDeclined = approved === 0 && declined > 0
        return {
          label,
          axisLabel: overview.range === '7d' ? dayLabel(bucket) : label,
          values: [approved, declined],
          href: ordersHref(base, bucket, onlyDeclined ? 'declined' : undefined),
          linkName: `${label}: ${approved} approved, ${declined} declined`,
        }
      }),
    }),
  })

function phraseOf({ range, countedFrom, until }: Overview): string {
  const { date, time, zone } = timeInZone(Date.parse(countedFrom ?? until))
  return countedFrom === null
    ? `In the ${RANGE_LABELS[range][1]}, ${zone}`
    : `Newest orders only, since ${date} ${time.slice(0, 5)} ${zone}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `17 May`. */
function dayLabel({ from }: Pick<Bucket, 'from'>): string {
  const { date } = timeInZone(Date.parse(from))
  return `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`
}

const timeLabel = (bucket: Pick<Bucket, 'from'>, range: OverviewRange): string => {
  const time = timeInZone(Date.parse(bucket.from)).time.slice(0, 5)
  return range === '7d' ? `${dayLabel(bucket)} ${time}` : time
}
