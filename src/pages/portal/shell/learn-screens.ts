// The learning screens in the order of the navigation rail; they exist in every project and under
// `/`.

import type { LearnScreen } from './learn-screen.ts'
import { actionCodes } from '../action-codes/action-codes-screen.ts'
import { guides } from '../guides/guides-screen.ts'
import { reference } from '../reference/reference-screen.ts'
import { testCards } from '../test-cards/test-cards-screen.ts'

export const learn: readonly LearnScreen[] = [reference, guides, testCards, actionCodes]
