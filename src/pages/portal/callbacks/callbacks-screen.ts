// Callbacks: the inbox, one of them, sending again, trying a receiver out, and where they go.

import type { Callback } from '../../../callbacks/callback.ts'
import { callbackById } from '../../../store/reads/callbacks.ts'
import { icons } from '../../../web/html/icons.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { callbackView } from './callback-page.ts'
import { saveSettings, settingsView } from './callback-settings.ts'
import { callbacksPage } from './callbacks-page.ts'
import { resendFailed, resendFailedPage, resendOne } from './resend.ts'
import { sendTest, testSendPage } from './test-send.ts'
import { verifierPage } from './verifier.ts'
import { wholeNumber } from '../parts/whole-number.ts'

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
      show: (context) => Promise.resolve(settingsView(context)),
    },
    // It signs whatever it is given: that is for those who may see the key.
    {
      path: '/callbacks/verifier',
      operation: 'callbackVerifierPage',
      show: verifierPage,
      needs: 'change',
    },
    { path: '/callbacks/test', operation: 'testCallbackPage', show: testSendPage, needs: 'change' },
    {
      path: '/callbacks/resend',
      operation: 'resendFailedPage',
      show: resendFailedPage,
      needs: 'change',
    },
    { path: '/callbacks/:callback', operation: 'callbackPage', show: callbackPage },
  ],
  actions: [
    { path: '/callbacks/settings', operation: 'saveCallbackSettings', act: saveSettings },
    { path: '/callbacks/test', operation: 'sendTestFromPage', act: sendTest },
    { path: '/callbacks/resend', operation: 'resendFailedFromPage', act: resendFailed },
    { path: '/callbacks/:callback/resend', operation: 'resendFromPage', act: resend },
  ],
}

async function callbackOf({ params, read }: PageContext): Promise<Callback | undefined> {
  const id = wholeNumber(params['callback'])
  return id === undefined ? undefined : read(callbackById, id)
}

async function callbackPage(context: PageContext): Promise<View | undefined> {
  const callback = await callbackOf(context)
  const did = context.query.get('did')
  return (
    callback &&
    callbackView(callback, context, { isResent: did === 'resend', isTestSent: did === 'test' })
  )
}

async function resend(context: PageContext): Promise<View | Onward | undefined> {
  const callback = await callbackOf(context)
  return callback && resendOne(callback, context)
}
