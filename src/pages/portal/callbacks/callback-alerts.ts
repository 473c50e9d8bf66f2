// The emails about failing callbacks that members of a hosted project can turn on.

import { changeMemberAlerts, listMembers } from '../../../api/control/projects/members.ts'
import { panel } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { form } from '../parts/form-view.ts'
import { action } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

/** Empty in local mode, which has no accounts. */
export async function alertsPanel({ perform, user, base }: PageContext): Promise<Html | false> {
  if (user === undefined) return false
  const { members } = await perform(listMembers)
  const isOn = members.some(({ userId, callbackAlerts }) => userId === user.id && callbackAlerts)
  return panel({
    title: 'Email alerts',
    content: html`${form({
      id: 'callback-alerts',
      action: `${base}/callbacks/alerts`,
      hidden: { callbacks: isOn ? 'off' : 'on' },
      explanation: isOn
        ? `We email ${user.email} when a callback has failed three times in a row: at most once a day.`
        : 'Get an email when a callback has failed three times in a row, at most once a day.',
      button: isOn ? 'Stop emails' : 'Email me',
      look: 'quiet',
    })}`,
  })
}

export const changeAlertsAction = action(
  changeMemberAlerts,
  { path: '/callbacks/alerts', operation: 'changeAlertsFromPage', isHosted: true },
  async (perform, context) => {
    const params = { userId: context.user?.id ?? '' }
    await perform({ params, body: { callbacks: context.form.get('callbacks') === 'on' } })
    return { location: '/callbacks/settings?did=saved' }
  },
)
