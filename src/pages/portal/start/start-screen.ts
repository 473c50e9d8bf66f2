// Start: what a project's address shows. It teaches while nothing has happened, and is a dashboard from then on.

import { DAY_MS } from '../../../kernel/calendar.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { entriesPage } from '../../../store/reads/entries.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { failingCallbacks, newestOutcomes, oldestHolds } from '../../../store/reads/overview.ts'
import { icons } from '../../../web/html/icons.ts'
import type { Screen, View, PageContext } from '../shell/screen.ts'
import { dashboardView } from './dashboard.ts'
import { newestEvents } from './events.ts'
import { lessonView } from './lesson.ts'
import { countOutcomes } from './outcome-chart.ts'

/** Events, and failing callbacks and ending holds, that are shown. */
const EVENTS_MAX = 20
const NAMED_MAX = 5

export const start: Screen = {
  group: 'Watch',
  label: 'Start',
  icon: icons.start,
  path: '',
  pages: [{ path: '', operation: 'projectStart', show: startPage }],
}

async function startPage(context: PageContext): Promise<View> {
  const { read, now } = context
  const [orders, entries, callbacks, outcomes, failing, holds] = await Promise.all([
    read(ordersPage, { limit: EVENTS_MAX }),
    read(entriesPage, { limit: EVENTS_MAX }),
    read(callbacksOf, { before: Number.MAX_SAFE_INTEGER, limit: EVENTS_MAX }),
    read(newestOutcomes),
    read(failingCallbacks, NAMED_MAX),
    read(oldestHolds, NAMED_MAX),
  ])
  const history = {
    orders: orders.items,
    entries: entries.items.map(({ entry }) => entry),
    callbacks,
  }
  const events = newestEvents(history, EVENTS_MAX)
  if (events.length === 0 || context.query.has('lesson'))
    return lessonView(context, events.length > 0)
  return dashboardView(context, {
    events,
    counts: countOutcomes(outcomes, now),
    failing,
    endingHolds: holds.filter(({ dueAt }) => dueAt !== null && dueAt <= now + DAY_MS),
  })
}
