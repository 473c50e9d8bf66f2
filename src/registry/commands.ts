// Every command by name. A command is sent to the engine as its name and plain data.

import { authoriseCard } from '../authorisations/authorise.ts'
import {
  adviseAuthorisation,
  expireAuthorisation,
  incrementAuthorisation,
  reverseAuthorisation,
} from '../authorisations/change-hold.ts'
import { changeRates } from '../authorisations/change-rates.ts'
import { clearAuthorisation } from '../authorisations/clear.ts'
import { forcePost } from '../authorisations/force-post.ts'
import { playScenario } from '../authorisations/scenarios.ts'
import { authorisationEnd, incrementEnd } from '../authorisations/settle-use.ts'
import { refundAuthorisation, refundUnlinked, reverseRefund } from '../authorisations/refund.ts'
import { addCallbackKey, endCallbackKey } from '../callbacks/callback-keys.ts'
import { claimCallbacks } from '../callbacks/claim-callbacks.ts'
import { recordAttempt } from '../callbacks/record-attempt.ts'
import { resendCallback, resendCallbacks } from '../callbacks/resend-callbacks.ts'
import { changeFaults } from '../fault-injection/change-faults.ts'
import { meetFaults } from '../fault-injection/meet-faults.ts'
import { blockCard, unblockCard } from '../issuing/block-card.ts'
import { changeLimits } from '../issuing/change-limits.ts'
import { resetPinCounter, setPin } from '../issuing/change-pin.ts'
import { createVirtualCard } from '../issuing/create-virtual-card.ts'
import { issueCard } from '../issuing/issue-card.ts'
import { issueCards, registerCardholders } from '../issuing/issue-cards.ts'
import { registerCardholder, updateCardholder } from '../issuing/register-cardholder.ts'
import { reissueCard } from '../issuing/reissue-card.ts'
import { setCardStatus } from '../issuing/set-card-status.ts'
import { topupBy } from '../issuing/topup.ts'
import { transferBy } from '../issuing/transfer.ts'
import type { Continuation } from '../kernel/continuation.ts'
import { addOrderParams } from '../payments/orders/add-order-params.ts'
import { commentOrder } from '../payments/orders/comment-order.ts'
import { labelOrder } from '../payments/orders/label-order.ts'
import { answerChallenge } from '../payments/authorisation/answer-challenge.ts'
import { captureOrder } from '../payments/authorisation/capture.ts'
import { continuePayment } from '../payments/authorisation/continue.ts'
import { extendBinding, setBindingActive } from '../payments/methods/change-binding.ts'
import { declineOrder, declineOrderByPayer } from '../payments/orders/decline-order.ts'
import { onCurrentOrder, runDue, updateOrder } from '../payments/orders/due.ts'
import { finishPayment } from '../payments/authorisation/finish.ts'
import { instantRefund } from '../payments/authorisation/instant-refund.ts'
import { openPage } from '../payments/orders/open-page.ts'
import { changeOutcomeRules, numberedRules } from '../payments/methods/change-outcome-rules.ts'
import { ruleMovement } from '../payments/methods/rule-movement.ts'
import { payOrder, registerAndPay } from '../payments/authorisation/pay.ts'
import { refundOrder } from '../payments/authorisation/refund.ts'
import { registerOrder } from '../payments/orders/register-order.ts'
import { paymentEnd } from '../payments/authorisation/settle-payment.ts'
import { reverseOrder } from '../payments/authorisation/reverse.ts'
import { sendTestCallback } from '../payments/orders/send-test-callback.ts'
import { addSslCard } from '../payments/methods/ssl-card.ts'
import { changeReceiver, createReceiver, deleteReceiver } from '../receivers/change-receivers.ts'
import { receiveRequest } from '../receivers/receive-request.ts'
import { changeSettingsBy } from '../projects/change-settings.ts'
import { claimResponse, storeResponse } from '../projects/idempotency.ts'
import { takeDraw } from '../projects/take-draw.ts'
import { moveClock, reachClock } from '../projects/move-clock.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import { recordLateAnswer, settleDecisionBy } from '../real-time/settle-decision.ts'
import {
  claimWebhookEvents,
  recordEventAttempt,
  resendWebhookEvent,
} from '../webhooks/deliver-events.ts'
import {
  addWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  sendTestEvent,
} from '../webhooks/subscribe.ts'

export const commands = {
  // issuing
  blockCard,
  changeLimits,
  createVirtualCard,
  issueCard,
  issueCards,
  registerCardholder,
  registerCardholders,
  reissueCard,
  resetPinCounter,
  setCardStatus,
  setPin,
  topup: topupBy(ruleMovement),
  transfer: transferBy(ruleMovement),
  unblockCard,
  updateCardholder,
  // payments
  addOrderParams: onCurrentOrder(addOrderParams),
  addSslCard: onCurrentOrder(addSslCard),
  answerChallenge: onCurrentOrder(answerChallenge),
  captureOrder: onCurrentOrder(captureOrder),
  changeOutcomeRules,
  commentOrder: onCurrentOrder(commentOrder),
  continuePayment: onCurrentOrder(continuePayment),
  declineOrder: onCurrentOrder(declineOrder),
  declineOrderByPayer: onCurrentOrder(declineOrderByPayer),
  extendBinding,
  finishPayment: onCurrentOrder(finishPayment),
  instantRefund,
  labelOrder: onCurrentOrder(labelOrder),
  openPage: onCurrentOrder(openPage),
  payOrder: onCurrentOrder(payOrder),
  refundOrder: onCurrentOrder(refundOrder),
  registerAndPay,
  registerOrder,
  reverseOrder: onCurrentOrder(reverseOrder),
  runDue,
  sendTestCallback: onCurrentOrder(sendTestCallback),
  setBindingActive,
  updateOrder: onCurrentOrder(updateOrder),
  // authorisations
  adviseAuthorisation,
  authoriseCard,
  changeRates,
  clearAuthorisation,
  expireAuthorisation,
  forcePost,
  incrementAuthorisation,
  playScenario,
  refundAuthorisation,
  refundUnlinked,
  reverseAuthorisation,
  reverseRefund,
  // callbacks
  addCallbackKey,
  claimCallbacks,
  endCallbackKey,
  recordAttempt,
  resendCallback,
  resendCallbacks,
  // receivers
  changeReceiver,
  createReceiver,
  deleteReceiver,
  receiveRequest,
  // faults
  changeFaults,
  meetFaults,
  // real-time decisions
  recordLateAnswer,
  settleDecision: settleDecisionBy({
    authorisation: authorisationEnd,
    increment: incrementEnd,
    payment: paymentEnd,
  }),
  // webhooks
  addWebhook,
  claimWebhookEvents,
  deleteWebhook,
  recordEventAttempt,
  resendWebhookEvent,
  rotateWebhookSecret,
  sendTestEvent,
  // projects
  changeSettings: changeSettingsBy(numberedRules),
  claimResponse,
  storeResponse,
  takeDraw,
  moveClock,
  reachClock,
}

type Commands = typeof commands
export type CommandName = keyof Commands
export type CommandInput<N extends CommandName> = Parameters<Commands[N]['decide']>[0]
/** The final result. A command that continues in a later commit, or waits, returns it then. */
export type CommandResult<N extends CommandName> = Exclude<
  ReturnType<Commands[N]['decide']>,
  Continuation | AwaitedDecision
>
