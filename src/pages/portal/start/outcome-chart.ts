// Approvals and declines by time: bars, with a table behind them for screen readers.

import type { getOverview } from '../../../api/control/overview.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { exactTime } from '../../../web/html/when.ts'

type Attempts = AnswerOf<typeof getOverview>['attempts']

const CHART_HEIGHT = 72
const BAR_WIDTH = 20
const BAR_STEP = 24
export function outcomeChart({ buckets, approved, declined, spanMs, isCut }: Attempts): Html {
  const width = buckets.length * BAR_STEP
  const most = Math.max(1, ...buckets.map((bucket) => bucket.approved + bucket.declined))
  const tall = (count: number) => Math.round((count / most) * CHART_HEIGHT * 10) / 10
  return html`<figure class="chart">
    <figcaption>
      <span class="legend approved-bar">${approved} approved</span>
      <span class="legend declined-bar">${declined} declined</span>
      <span class="aside">${spanLabel(spanMs, isCut)}</span>
    </figcaption>
    <svg viewBox="0 0 ${width} ${CHART_HEIGHT + 1}" preserveAspectRatio="none" aria-hidden="true">
      ${buckets.map((bucket, index) => {
        const [good, bad] = [tall(bucket.approved), tall(bucket.declined)]
        const x = index * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2
        return html`${
          good > 0 &&
          html`<rect
            class="approved-bar"
            x="${x}"
            y="${CHART_HEIGHT - good}"
            width="${BAR_WIDTH}"
            height="${good}"
          />`
        }${
          bad > 0 &&
          html`<rect
            class="declined-bar"
            x="${x}"
            y="${CHART_HEIGHT - good - bad}"
            width="${BAR_WIDTH}"
            height="${bad}"
          />`
        }`
      })}
      <path class="ground" d="M0 ${CHART_HEIGHT + 0.5}h${width}" />
    </svg>
    <div class="sr-only">
      ${table({
        caption: 'Approvals and declines by time',
        columns: [{ header: 'From' }, { header: 'Approved' }, { header: 'Declined' }],
        rows: buckets
          .filter((bucket) => bucket.approved + bucket.declined > 0)
          .map((bucket) => [exactTime(Date.parse(bucket.from)), bucket.approved, bucket.declined]),
        empty: 'No attempts',
      })}
    </div>
  </figure>`
}

function spanLabel(spanMs: number, isCut: boolean): string {
  if (!isCut) return 'in the last 24 hours'
  const minutes = Math.max(1, Math.round(spanMs / 60_000))
  return `in the last ${minutes === 1 ? 'minute' : `${minutes} minutes`}: the newest only`
}
