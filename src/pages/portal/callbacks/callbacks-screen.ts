// Callbacks: the inbox, a single callback, resending, testing and verifying a receiver, and the
// settings.

import { icons } from '../../../web/html/icons.ts'
import type { Screen } from '../shell/screen.ts'
import { changeAlertsAction } from './callback-alerts.ts'
import { callbackPage, resendAction } from './callback-page.ts'
import {
  callbackSettingsPage,
  previewCallbackSettings,
  saveCallbackSettings,
} from './callback-settings.ts'
import { callbacksPage } from './callbacks-page.ts'
import { resendFailed, resendFailedPage } from './resend-failed.ts'
import { sendTest, testSendPage } from './test-send.ts'
import {
  changeReceiverAction,
  createReceiverAction,
  deleteReceiverAction,
  receiverFiles,
  receiverPage,
  receiversPage,
  useNewReceiverAction,
  useReceiverAction,
} from './receivers.ts'
import { verifierPage } from './verifier.ts'
import {
  createWebhookAction,
  deleteWebhookAction,
  resendWebhookAction,
  rotateWebhookAction,
  testWebhookAction,
  webhookFiles,
  webhookPage,
  webhooksPage,
} from './webhooks.ts'

export const callbacks: Screen = {
  group: 'Watch',
  label: 'Callbacks',
  icon: icons.inbox,
  path: '/callbacks',
  pages: [
    callbacksPage,
    callbackSettingsPage,
    verifierPage,
    testSendPage,
    resendFailedPage,
    receiversPage,
    receiverPage,
    webhooksPage,
    webhookPage,
    callbackPage,
  ],
  downloads: [...callbacksPage.downloads, ...receiverFiles, ...webhookFiles],
  actions: [
    saveCallbackSettings,
    previewCallbackSettings,
    changeAlertsAction,
    sendTest,
    resendFailed,
    resendAction,
    createReceiverAction,
    useNewReceiverAction,
    changeReceiverAction,
    useReceiverAction,
    deleteReceiverAction,
    createWebhookAction,
    rotateWebhookAction,
    testWebhookAction,
    resendWebhookAction,
    deleteWebhookAction,
  ],
}
