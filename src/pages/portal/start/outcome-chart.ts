// Approvals and declines by time: bars of the last day, or of as far back as the newest attempts reach, with a table behind them.

import { DAY_MS } from '../../../kernel/calendar.ts'
import type { EntryKind } from '../../../ledger/journal-entry.ts'
import { type Outcome, OUTCOMES_MAX } from '../../../store/reads/overview.ts'
import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { exactTime } from '../../../web/html/when.ts'

const BUCKET_COUNT = 24
const ATTEMPT_KINDS: ReadonlySet<EntryKind> = new Set(['purchase', 'transfer', 'topup'])

interface Bucket {
  /** Epoch milliseconds. */
  readonly from: number
  readonly approved: number
  readonly declined: number
}

export interface OutcomeCounts {
  readonly buckets: readonly Bucket[]
  readonly approved: number
  readonly declined: number
  /** Milliseconds that the buckets cover. */
  readonly spanMs: number
}

/** Counts attempts by time; `outcomes` are the newest first. */
export function countOutcomes(outcomes: readonly Outcome[], now: number): OutcomeCounts {
  const oldest = outcomes.at(-1)?.at ?? now
  // Where there are more than were read, the time before the oldest would look as if nothing had happened.
  const isCut = outcomes.length >= OUTCOMES_MAX && oldest > now - DAY_MS
  const spanMs = isCut ? Math.max(now - oldest, BUCKET_COUNT) : DAY_MS
  const widthMs = spanMs / BUCKET_COUNT
  const start = now - spanMs
  const counts = Array.from({ length: BUCKET_COUNT }, () => ({ approved: 0, declined: 0 }))
  for (const { kind, at, approved } of outcomes) {
    if (!ATTEMPT_KINDS.has(kind) || at < start) continue
    const bucket = counts[Math.min(Math.floor((at - start) / widthMs), BUCKET_COUNT - 1)]
    if (bucket !== undefined) bucket[approved ? 'approved' : 'declined'] += 1
  }
  const buckets = counts.map((count, index) => ({ from: start + index * widthMs, ...count }))
  const total = (name: 'approved' | 'declined') =>
    buckets.reduce((sum, bucket) => sum + bucket[name], 0)
  return { buckets, approved: total('approved'), declined: total('declined'), spanMs }
}

const CHART_HEIGHT = 72
const BAR_WIDTH = 20
const BAR_STEP = 24
const CHART_WIDTH = BUCKET_COUNT * BAR_STEP

export function outcomeChart({ buckets, approved, declined, spanMs }: OutcomeCounts): Html {
  const most = Math.max(1, ...buckets.map((bucket) => bucket.approved + bucket.declined))
  const tall = (count: number) => Math.round((count / most) * CHART_HEIGHT * 10) / 10
  return html`<figure class="chart">
    <figcaption>
      <span class="legend approved-bar">${approved} approved</span>
      <span class="legend declined-bar">${declined} declined</span>
      <span class="aside">${spanWord(spanMs)}</span>
    </figcaption>
    <svg
      viewBox="0 0 ${CHART_WIDTH} ${CHART_HEIGHT + 1}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
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
      <path class="ground" d="M0 ${CHART_HEIGHT + 0.5}h${CHART_WIDTH}" />
    </svg>
    <div class="unseen">
      ${table({
        caption: 'Approvals and declines by time',
        columns: [{ header: 'From' }, { header: 'Approved' }, { header: 'Declined' }],
        rows: buckets
          .filter((bucket) => bucket.approved + bucket.declined > 0)
          .map((bucket) => [exactTime(bucket.from), bucket.approved, bucket.declined]),
        empty: 'No attempts',
      })}
    </div>
  </figure>`
}

function spanWord(spanMs: number): string {
  if (spanMs >= DAY_MS) return 'in the last 24 hours'
  const minutes = Math.max(1, Math.round(spanMs / 60_000))
  return `in the last ${minutes === 1 ? 'minute' : `${minutes} minutes`}: the newest ${OUTCOMES_MAX}`
}
