/** Times for display: how long ago, with the exact time as the title. */
import { shownZone, timeInZone } from './display.ts'
import { html, type Html } from './html.ts'

/** With half of the next smaller unit: the same in the future is a whole unit. */
const UNITS = [
  ['day', 86_400_000, 1_800_000],
  ['hour', 3_600_000, 30_000],
  ['minute', 60_000, 0],
] as const
/** From here on the date is clearer than a number of days. */
const DAYS_MAX = 30

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/**
 * "3 min. ago", "in 2 hr.", "just now", or the day. The future is rounded, so that an item that
 * expires in seven days still shows "in 7 days" a second later.
 */
export function relativeTime(at: number, now: number): string {
  const distance = at - now
  const size = Math.abs(distance)
  if (size >= DAYS_MAX * UNITS[0][1]) return timeInZone(at).date
  const isFuture = distance > 0
  const found = UNITS.find(([, length, half]) => size >= length - (isFuture ? half : 0))
  if (found === undefined) return isFuture ? 'in a moment' : 'just now'
  const [unit, length] = found
  return relative.format((isFuture ? Math.round : Math.trunc)(distance / length), unit)
}

/** "2027-01-01 00:20:00 UTC", or in the visitor's time zone. */
export const exactTime = (at: number): string => written(timeInZone(at))

const written = ({ date, time, zone }: ReturnType<typeof timeInZone>): string =>
  `${date} ${time} ${zone}`

/** The time in UTC, the same for every visitor. */
const utcTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** How long ago; the title is the exact time in UTC. */
export const ago = (at: number, now: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" title="${utcTime(at)}"
    >${relativeTime(at, now)}</time
  >`

/**
 * The exact time; the title is how long ago, and the time in UTC if it is shown in another zone.
 */
export const exactly = (at: number, now: number): Html => {
  const relative = relativeTime(at, now)
  return html`<time
    class="number"
    datetime="${new Date(at).toISOString()}"
    title="${shownZone() === undefined ? relative : `${utcTime(at)}, ${relative}`}"
    >${exactTime(at)}</time
  >`
}
