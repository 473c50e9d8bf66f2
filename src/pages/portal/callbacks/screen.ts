// Callbacks: the inbox, one of them, sending again, and where they go.

import type { Callback } from '../../../callbacks/callback.ts'
import { Fault } from '../../../kernel/fault.ts'
import { callbackById, callbacksOf } from '../../../store/reads/callbacks.ts'
import { icons } from '../../../web/html/icons.ts'
import type { Onward, Screen, View, Visit } from '../screen.ts'
import { callbackView } from './callback-page.ts'
import { saveSettings, settingsView } from './callback-settings.ts'
import { callbacksPage } from './callbacks-page.ts'

export const callbacks: Screen = {
  group: 'Watch',
  label: 'Callbacks',
  icon: icons.inbox,
  path: '/callbacks',
  pages: [
    { path: '/callbacks', operation: 'callbacksPage', show: callbacksPage },
    {
      path: '/callbacks/settings',
      operation: 'callbackSettingsPage',
      show: (visit) => Promise.resolve(settingsView(visit)),
    },
    { path: '/callbacks/:callback', operation: 'callbackPage', show: callbackPage },
  ],
  actions: [
    { path: '/callbacks/settings', operation: 'saveCallbackSettings', act: saveSettings },
    { path: '/callbacks/resend', operation: 'resendFailedFromPage', act: resendFailed },
    { path: '/callbacks/:callback/resend', operation: 'resendFromPage', act: resend },
  ],
}

async function callbackOf({ params, read }: Visit): Promise<Callback | undefined> {
  const id = params['callback'] ?? ''
  return /^\d{1,15}$/.test(id) ? read(callbackById, Number(id)) : undefined
}

async function callbackPage(visit: Visit): Promise<View | undefined> {
  const callback = await callbackOf(visit)
  return (
    callback && callbackView(callback, visit, { isResent: visit.query.get('did') === 'resend' })
  )
}

async function resend(visit: Visit): Promise<View | Onward | undefined> {
  const callback = await callbackOf(visit)
  if (callback === undefined) return undefined
  try {
    await visit.execute('resendCallback', { id: callback.id })
    return { location: `/callbacks/${callback.id}?did=resend` }
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'parameter-invalid')) throw error
    return callbackView(callback, visit, { mistake: 'Set one in the settings of callbacks first.' })
  }
}

/** Failed callbacks that are queued in one commit. */
const RESEND_PAGE = 500

/** In pages, newest first: those that fail again meanwhile are not met a second time. */
async function resendFailed({ read, execute }: Visit): Promise<Onward> {
  let before = Number.MAX_SAFE_INTEGER
  let resent = 0
  for (;;) {
    const page = await read(callbacksOf, { state: 'failed', before, limit: RESEND_PAGE })
    const last = page.at(-1)
    if (last === undefined) return { location: `/callbacks?resent=${resent}` }
    resent += await execute('resendFailed', { ids: page.map(({ id }) => id) })
    before = last.id
  }
}
