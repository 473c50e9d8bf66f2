// Start: the first steps in an empty project, a dashboard afterwards.

import { getOverview, OVERVIEW_RANGES } from '../../../api/control/overview.ts'
import { icons } from '../../../web/html/icons.ts'
import { type Page, page } from '../shell/page.ts'
import type { PageContext, Screen } from '../shell/screen.ts'
import { UnknownQuery } from '../shell/unknown-query.ts'
import { dashboardView } from './dashboard.ts'
import { lessonView } from './lesson.ts'
import { type NotSeeded, seedAction, seedNotice } from './seed-action.ts'

function rangeOf({ query }: PageContext) {
  const name = query.get('range')
  const range = OVERVIEW_RANGES.find((each) => each === name)
  if (name !== null && range === undefined) throw new UnknownQuery('range', name)
  return range
}

const startPage: Page<NotSeeded> = page(
  getOverview,
  {
    path: '',
    operation: 'projectStart',
    of: 'project',
    keeps: ['range'],
    sent(context) {
      const range = rangeOf(context)
      return { query: range === undefined ? {} : { range } }
    },
  },
  (overview, context, refusal?: NotSeeded) => {
    const notice = seedNotice(context, refusal)
    const isEmpty = overview.activity.length === 0
    return isEmpty || context.query.has('lesson')
      ? lessonView(overview, { ...context, notice })
      : dashboardView(overview, { ...context, notice })
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
