// Activity: a project's timeline, one exchange, a comparison of two exchanges, and the explanation
// of a decision.

import { icons } from '../../../web/html/icons.ts'
import type { ActionRoute, Screen } from '../shell/screen.ts'
import { activityPage } from './activity-page.ts'
import { comparePage } from './compare-page.ts'
import { decisionPage } from './decision-page.ts'
import { requestPage } from './request-page.ts'
import { sendAgain } from './send-again.ts'

const sendAgainAction: ActionRoute = {
  path: '/activity/:request/send',
  operation: 'sendAgain',
  async act(context) {
    const sent = await sendAgain(context)
    return 'location' in sent ? sent : requestPage.show(context, sent)
  },
}

export const activity: Screen = {
  group: 'Watch',
  label: 'Activity',
  icon: icons.activity,
  path: '/activity',
  pages: [activityPage, comparePage, requestPage, decisionPage],
  downloads: activityPage.downloads,
  actions: [sendAgainAction],
}
