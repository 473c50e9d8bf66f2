// Everything the service can do, by name: an ask travels to the engine as the name of its operation and plain data.

import { extendBinding, setBindingActive } from './bindings.ts'
import { addCallbackKey, endCallbackKey } from './callback-keys.ts'
import { claimCallbacks, recordAttempt, resendCallback, resendFailed } from './callbacks.ts'
import { depositOrder, refundOrder, reverseOrder } from './captures.ts'
import { registerCardholder, updateCardholder } from './cardholders.ts'
import { changeCard } from './card-changes.ts'
import { createVirtualCard, issueCard } from './cards.ts'
import { answerChallenge } from './challenges.ts'
import { changeLimits } from './limits.ts'
import { settleDue } from './due.ts'
import { addOrderParams, declineOrder, openPage, registerOrder, settleOrder } from './orders.ts'
import { finishPayment, payOrder, registerAndPay } from './payments.ts'
import type { Unfinished } from './unfinished.ts'
import { changeSettings, moveClock, reachClock } from './projects.ts'
import { topup, transfer } from './transfers.ts'

export const operations = {
  addCallbackKey,
  addOrderParams,
  answerChallenge,
  changeCard,
  changeLimits,
  changeSettings,
  claimCallbacks,
  createVirtualCard,
  declineOrder,
  depositOrder,
  endCallbackKey,
  extendBinding,
  finishPayment,
  issueCard,
  moveClock,
  openPage,
  payOrder,
  reachClock,
  recordAttempt,
  refundOrder,
  registerAndPay,
  registerCardholder,
  registerOrder,
  resendCallback,
  resendFailed,
  reverseOrder,
  setBindingActive,
  settleDue,
  settleOrder,
  topup,
  transfer,
  updateCardholder,
}

type Operations = typeof operations
export type OperationName = keyof Operations
export type AskOf<N extends OperationName> = Parameters<Operations[N]['decide']>[0]
/** What a caller hears in the end: an ask that is unfinished is answered later. */
export type AnswerOf<N extends OperationName> = Exclude<
  ReturnType<Operations[N]['decide']>,
  Unfinished
>
