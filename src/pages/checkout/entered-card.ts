// Parses and validates the card data that a payer entered, before the payment is executed.

import { yearMonth } from '../../kernel/calendar.ts'
import type { EnteredCard as Card } from '../../payments/methods/payment-card.ts'
import { isLuhnValid } from '../../issuing/pan.ts'
import { parseExpiry } from './expiry.ts'
import type { EnteredCard, FieldError } from './model.ts'

/** Length limits of the input fields. Longer values are invalid anyway and are truncated. */
const MAX_LENGTHS = { bindingId: 36, pan: 23, expiry: 16, cvc: 5, cardholder: 150 } as const

type FieldName = keyof typeof MAX_LENGTHS

/** The trimmed value of a field without control characters, which databases store differently. */
const field = (form: URLSearchParams, name: FieldName): string =>
  (form.get(name) ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTHS[name])
    .toWellFormed()

export type PaymentEntry =
  | {
      readonly kind: 'card'
      readonly shown: EnteredCard
      readonly errors: readonly FieldError[]
      /** Complete if there are no errors. */
      readonly card: Card
      readonly keepCard: boolean
    }
  | {
      readonly kind: 'binding'
      readonly shown: EnteredCard
      readonly errors: readonly FieldError[]
      readonly bindingId: string
      readonly cvc: string
    }

/** Parses the form at the project's time `now`; `boundTo` is the only stored card that may pay. */
export function readEntered(
  form: URLSearchParams,
  { now, boundTo }: { readonly now: number; readonly boundTo: string | undefined },
): PaymentEntry {
  const bindingId = boundTo ?? field(form, 'bindingId')
  const cvc = field(form, 'cvc')
  if (bindingId !== '')
    return { kind: 'binding', shown: { bindingId }, errors: cvcErrors(cvc), bindingId, cvc }
  const pan = field(form, 'pan')
  const expiry = field(form, 'expiry')
  const cardholderName = field(form, 'cardholder')
  const keepCard = form.get('saveCard') === 'true'
  const digits = pan.replaceAll(/[\s-]/g, '')
  const month = parseExpiry(expiry)
  return {
    kind: 'card',
    shown: { pan, expiry, cardholder: cardholderName, bindingId: '', saveCard: keepCard },
    errors: [...panErrors(digits), ...expiryErrors(expiry, month, now), ...cvcErrors(cvc)],
    card: { pan: digits, expiry: month ?? 0, cardholderName, cvc },
    keepCard,
  }
}

function panErrors(digits: string): FieldError[] {
  if (digits === '') return ['panMissing']
  return isLuhnValid(digits) ? [] : ['panWrong']
}

function expiryErrors(text: string, month: number | undefined, now: number): FieldError[] {
  if (text === '') return ['expiryMissing']
  if (month === undefined) return ['expiryWrong']
  return month < yearMonth(now) ? ['expiryPast'] : []
}

function cvcErrors(text: string): FieldError[] {
  if (text === '') return ['cvcMissing']
  return /^\d{3,4}$/.test(text) ? [] : ['cvcWrong']
}
