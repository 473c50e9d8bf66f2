// Cards in this interface's words.

import { dateTime } from '../../domain/calendar.ts'
import { accountNumber, available } from '../../domain/ledger.ts'
import { type CardLimits, INTERVAL_LIMIT } from '../../domain/limits.ts'
import type { Project } from '../../engine/directory.ts'
import type { CardFace } from '../../store/reads/cards.ts'
import type { CardView, OpenCardView } from './card-schemas.ts'

const INTERVALS = ['daily', 'monthly'] as const

/** YYYYMM with all its digits. */
export const expiryText = (expiry: number): string => String(expiry).padStart(6, '0')

export const cardView = (project: Project, { card, number, account }: CardFace): CardView => ({
  id: String(card.id),
  status: card.status,
  productName: project.secrets.product.cardProductName,
  cardholder: String(card.cardholderId),
  account: {
    accountNumber: accountNumber(account),
    balance: available(account),
    currency: 'EUR',
  },
  embossedName: card.embossedName,
  expiryDate: expiryText(number.expiry),
  numberMask: number.mask,
  creationDate: dateTime(card.createdAt),
  blockingDate: card.blockedAt === null ? '' : dateTime(card.blockedAt),
  pinDenialCounter: String(card.pinDenials),
  spendingLimits: spendingLimits(card.limits),
})

/** The one view that shows number and CVC. */
export function openCardView(project: Project, answer: CardFace): OpenCardView {
  const pan = project.vault.open(answer.number.sealed)
  const cvc = project.vault.cvc(pan, answer.number.expiry)
  return { ...cardView(project, answer), number: pan, cvc }
}

const spendingLimits = (limits: CardLimits): CardView['spendingLimits'] =>
  INTERVALS.map((interval) => ({ amount: limits[INTERVAL_LIMIT[interval]].value, interval }))
