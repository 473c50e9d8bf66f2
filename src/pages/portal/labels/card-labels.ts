// Labels of cards: status, limits and expiry.

import type { showCard } from '../../../api/control/cards/cards.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { type CardStatus, isFinal } from '../../../issuing/card.ts'
import type { Meaning } from '../../../web/html/components.ts'

type Limit = Pick<AnswerOf<typeof showCard>['limits'][number], 'family' | 'cycle'>

export const cardStatusMeaning = (status: CardStatus): Meaning =>
  isFinal(status) ? 'neutral' : status === 'active' ? 'approved' : 'warning'

const FAMILY = { cash: 'Cash', spending: 'Spending', ecommerce: 'Online' } as const

/** "Spending per day". */
export const limitLabel = ({ family, cycle }: Limit): string => `${FAMILY[family]} per ${cycle}`

/** The end of the month YYYYMM, when a card expires, in the clock's format: `2034-01-01T00:00Z`. */
export const expiryMoment = (expiry: number): string =>
  `${new Date(Date.UTC(Math.floor(expiry / 100), expiry % 100)).toISOString().slice(0, 16)}Z`
