// Top-ups and transfers in this interface's words.

import { dateTime } from '../../domain/calendar.ts'
import type { Decline, DeclineCode } from '../../domain/decline.ts'
import { type Operation, rrnOf } from '../../domain/operation.ts'
import { limitPeriod } from '../../domain/transfer.ts'
import type { Vault } from '../../domain/vault.ts'
import type { OperationNumber, TransferRow } from '../../store/reads/operations.ts'
import { expiryText } from './card-views.ts'
import type { TopupView, TransferView } from './movement-schemas.ts'

const DECLINE_MESSAGE = {
  'same-card': 'Source and destination are the same card',
  'wrong-expiry': 'Invalid expiry date',
  expired: 'Expired card',
  blocked: 'Card is blocked',
  lost: 'Card is lost',
  stolen: 'Card is stolen',
  replaced: 'Card is replaced',
  'wrong-cvc': 'Invalid CVC',
  'insufficient-funds': 'Insufficient funds',
  'limit-exceeded': (decline: Decline) => `${limitPeriod(decline)} limit exceeded`,
  currency: 'Currency is not supported',
} as const satisfies Record<DeclineCode, string | ((decline: Decline) => string)>

function statusMessage(decline: Decline | undefined): string {
  if (decline === undefined) return ''
  const message = DECLINE_MESSAGE[decline.code]
  return typeof message === 'string' ? message : message(decline)
}

const first = (operation: Operation) =>
  ({ id: String(operation.id), amount: operation.amount, currency: 'EUR' }) as const

const last = (operation: Operation) =>
  ({
    creationDate: dateTime(operation.at),
    status: operation.approved ? 'approved' : 'declined',
    statusMessage: statusMessage(operation.details.decline),
    rrn: rrnOf(operation),
  }) as const

/** Numbers are shown as they were sent. */
export const topupView = (
  operation: Operation,
  destinationCard: TopupView['destinationCard'],
): TopupView => ({ ...first(operation), destinationCard, ...last(operation) })

export const transferView = (
  operation: Operation,
  cards: Pick<TransferView, 'sourceCard' | 'destinationCard'>,
): TransferView => ({ ...first(operation), ...cards, ...last(operation) })

/** Stored transfers; a number that many of them share is unsealed once. */
export function transferViews(vault: Vault, rows: readonly TransferRow[]): TransferView[] {
  const opened = new Map<number, string>()
  const numberOf = ({ id, sealed }: OperationNumber): string => {
    const known = opened.get(id) ?? vault.open(sealed)
    opened.set(id, known)
    return known
  }
  return rows.map(({ operation, source, destination }) =>
    transferView(operation, {
      sourceCard: {
        cardNumber: numberOf(source),
        expiryDate: expiryText(operation.details.sourceExpiry ?? source.expiry),
      },
      destinationCard: { cardNumber: numberOf(destination) },
    }),
  )
}
