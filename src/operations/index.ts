// Everything the service can do, by name: an ask travels to the engine as the name of its operation and plain data.

import { registerCardholder, updateCardholder } from './cardholders.ts'
import { changeCard, createVirtualCard, issueCard } from './cards.ts'
import { changeLimits } from './limits.ts'
import { changeSettings, moveClock } from './projects.ts'
import { topup, transfer } from './transfers.ts'

export const operations = {
  changeCard,
  changeLimits,
  changeSettings,
  createVirtualCard,
  issueCard,
  moveClock,
  registerCardholder,
  topup,
  transfer,
  updateCardholder,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
export type AskOf<N extends OperationName> = Parameters<Operations[N]['decide']>[0]
export type AnswerOf<N extends OperationName> = ReturnType<Operations[N]['decide']>
