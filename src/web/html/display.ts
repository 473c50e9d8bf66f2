// How pages are displayed to a visitor: theme, time zone, density and hidden parts. Times are
// rendered deep inside pages, so the values are bound to the request and are not passed on.

import { AsyncLocalStorage } from 'node:async_hooks'

export type Theme = 'system' | 'light' | 'dark'

/** A visitor's choices in the user menu. */
export interface Choices {
  readonly theme: Theme
  readonly timeZone: 'utc' | 'local'
  readonly density: 'comfortable' | 'compact'
}

/** The first value is the default. */
export const CHOICES: { readonly [C in keyof Choices]: readonly [Choices[C], ...Choices[C][]] } = {
  theme: ['system', 'light', 'dark'],
  timeZone: ['utc', 'local'],
  density: ['comfortable', 'compact'],
}

export interface Display extends Choices {
  /** The IANA name of the browser's time zone, if it is known. */
  readonly browserZone: string | undefined
  /** The visitor has hidden the first steps on Start. */
  readonly hidesFirstSteps: boolean
  /** URL of the page, to return to after a choice. */
  readonly address: string
}

/** For payers' pages, and for visitors who have chosen nothing. */
const DEFAULT_DISPLAY: Display = {
  theme: 'system',
  timeZone: 'utc',
  density: 'comfortable',
  browserZone: undefined,
  hidesFirstSteps: false,
  address: '/',
}

const displays = new AsyncLocalStorage<Display>()

export const display = (): Display => displays.getStore() ?? DEFAULT_DISPLAY

export const withDisplay = (shown: Display, work: () => void): void => {
  displays.run(shown, work)
}

/** The zone of displayed times; undefined for UTC. */
export function shownZone(): string | undefined {
  const { timeZone, browserZone } = display()
  return timeZone === 'local' ? browserZone : undefined
}

const ZONE_PATTERN = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/
const ZONE_LENGTH = 64

/** One per zone; there are about 600 zones, in many spellings. */
const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 1000

/** The formatter of a zone; undefined for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone)
  if (known !== undefined || zone.length > ZONE_LENGTH || !ZONE_PATTERN.test(zone)) return known
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    })
    if (formats.size >= FORMATS_MAX) formats.clear()
    formats.set(zone, format)
    return format
  } catch {
    return undefined
  }
}

export const isTimeZone = (zone: string): boolean => formatOf(zone) !== undefined

/** Date, time to the second, and zone: "2027-01-01", "02:20:00", "GMT+2". */
export function timeInZone(at: number) {
  const zone = shownZone()
  const format = zone === undefined ? undefined : formatOf(zone)
  if (format === undefined) {
    const utc = new Date(at).toISOString()
    return { date: utc.slice(0, 10), time: utc.slice(11, 19), zone: 'UTC' }
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts[name] ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
    zone: part('timeZoneName'),
  }
}
