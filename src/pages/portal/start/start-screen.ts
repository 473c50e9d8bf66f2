// Start: the first steps in an empty project, a dashboard afterwards.

import { listCallbacks } from '../../../api/control/callbacks.ts'
import { listEntries } from '../../../api/control/entries.ts'
import { listOrders } from '../../../api/control/orders.ts'
import { getOverview } from '../../../api/control/overview.ts'
import { icons } from '../../../web/html/icons.ts'
import { type Page, page } from '../shell/page.ts'
import type { Screen } from '../shell/screen.ts'
import { dashboardView } from './dashboard.ts'
import { newestEvents } from './events.ts'
import { lessonView } from './lesson.ts'
import { type NotSeeded, seedAction, seedNotice } from './seed-action.ts'

const EVENTS_MAX = 20

const startPage: Page<NotSeeded> = page(
  getOverview,
  { path: '', operation: 'projectStart', of: 'project' },
  async (overview, context, refusal?: NotSeeded) => {
    const query = { limit: String(EVENTS_MAX) }
    const [orders, entries, callbacks] = await Promise.all([
      context.perform(listOrders, { query }),
      context.perform(listEntries, { query }),
      context.perform(listCallbacks, { query }),
    ])
    const history = {
      orders: orders.items,
      entries: entries.items,
      callbacks: callbacks.items,
    }
    const events = newestEvents(history, EVENTS_MAX)
    const notice = seedNotice(context, refusal)
    return events.length === 0 || context.query.has('lesson')
      ? lessonView(context, notice, events.length > 0)
      : dashboardView(overview, events, { ...context, notice })
  },
)

export const start: Screen = {
  group: 'Watch',
  label: 'Start',
  icon: icons.start,
  path: '',
  pages: [startPage],
  actions: [seedAction(startPage.show)],
}
