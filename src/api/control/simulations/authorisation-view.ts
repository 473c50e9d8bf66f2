// Authorisations and their legs as the control API shows them.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import {
  type Authorisation,
  AUTHORISATION_KINDS,
  AUTHORISATION_STATUSES,
  ENTRY_MODES,
  type Leg,
  LEG_KINDS,
} from '../../../authorisations/authorisation.ts'
import { converted } from '../../../authorisations/exchange.ts'
import type { AuthorisationResult } from '../../../authorisations/legs.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { accountNumber } from '../../../ledger/account.ts'
import { currencyByNumeric, numericCode } from '../../../ledger/currency.ts'
import { cardAnswerOf, type Decline } from '../../../ledger/decline.ts'
import { toAmount } from '../../../ledger/money.ts'
import type { AuthorisationRow } from '../../../store/reads/authorisations.ts'
import { amountText, declineText, remedyText, searchable } from '../../../web/html/decline-text.ts'
import { AccountSchema, accountView } from '../ledger/account-view.ts'
import { Currency, iso, isoOrNull, Moment, orNull } from '../schemas.ts'

const Minor = (description: string) => Type.Integer({ description })

/** The answer of the issuer to one question. */
const Answer = {
  approved: Type.Boolean({ description: 'False if the issuer declined: nothing has changed' }),
  responseCode: Type.String({
    description:
      'ISO 8583 field 39 as interface A uses it: `00` approved, `10` approved in part, `51` insufficient funds ...',
  }),
  reason: Type.String({
    description: '`approved`, `partly-approved`, or the code of the decline: `insufficient-funds`',
  }),
  explanation: Type.String({ description: 'The reason in a sentence, with the amounts' }),
  remedy: orNull(Type.String(), 'How to avoid the decline; null if it was approved'),
}

export const LegSchema = Type.Object({
  id: Type.String({ description: 'The journal entry of the leg' }),
  kind: Type.Enum([...LEG_KINDS]),
  at: Moment,
  ...Answer,
  amount: Minor('Held, released or posted for the card, minor units; 0 if it was declined'),
  held: Minor('The hold after the leg'),
  merchantAmount: Minor('In the currency of the merchant; of an advice, the difference'),
  rate: orNull(
    Type.String(),
    'Units of the merchant’s currency for one EUR; null if it is EUR or no rate is known',
  ),
  markupBp: Type.Integer({ description: 'Added to the converted amount, basis points' }),
  suspense: Minor('The part that the card could not cover: the issuer paid it'),
  suspenseEntryId: orNull(Type.String(), 'The journal entry of that part'),
  isFinal: Type.Boolean({
    description: 'A clearing after which the rest of the hold was released',
  }),
  reversedBy: orNull(Type.String(), 'Of a refund: the leg that took it back'),
  realTimeDecisionId: orNull(
    Type.String(),
    'The decision of the project’s server; null if the rules of the card decided alone',
  ),
})

const MerchantSchema = Type.Object({
  name: Type.String(),
  id: Type.String(),
  mcc: Type.String({ description: 'ISO 18245 merchant category code' }),
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  city: Type.String(),
  terminal: Type.String(),
})

const MerchantAmountsSchema = Type.Object({
  currency: Currency,
  amount: Minor('Authorised in all'),
  held: Minor('Not cleared yet'),
  cleared: Minor('Presented by the merchant'),
  refunded: Minor('Returned by the merchant'),
})

export const AuthorisationSchema = Type.Object({
  id: Type.String(),
  source: Type.Enum(['simulation', 'order'], {
    description: 'order: a payment at interface C by an issued card',
  }),
  orderId: orNull(Type.String(), 'The order at interface C; null for a simulation'),
  cardId: Type.String(),
  numberMask: Type.String({ description: 'The number that was used' }),
  account: Type.String({ description: 'Account number' }),
  kind: Type.Enum([...AUTHORISATION_KINDS]),
  status: Type.Enum([...AUTHORISATION_STATUSES]),
  ...Answer,
  currency: Type.String({ description: 'Of the account: 978' }),
  amount: Minor('Authorised in all, minor units; of a decline, as asked'),
  held: Minor('Still held'),
  cleared: Minor('Posted from the card, or to it'),
  suspense: Minor('Paid by the issuer, because the card could not cover it'),
  refunded: Minor('Returned to the card'),
  merchantAmounts: MerchantAmountsSchema,
  merchant: MerchantSchema,
  entryMode: Type.Enum([...ENTRY_MODES]),
  createdAt: Moment,
  expiresAt: orNull(Moment, 'When the hold is released; null without a hold'),
})

/** An authorisation with its legs, oldest first. */
export const AuthorisationDetails = Type.Object({
  ...AuthorisationSchema.properties,
  legs: Type.Array(LegSchema, { description: 'Oldest first' }),
})

const AccountState = Type.Object(
  Type.Pick(AccountSchema, ['currency', 'posted', 'held', 'available']).properties,
  { description: 'The account of the card afterwards' },
)

/** The answer of every simulation: the issuer's decision, and the authorisation after it. */
export const DecisionAnswer = Type.Object({
  id: Type.String({ description: 'The authorisation' }),
  ...Answer,
  leg: LegSchema,
  authorisation: AuthorisationDetails,
  account: AccountState,
})

export function authorisationView({
  authorisation,
  orderId,
  numberMask,
}: AuthorisationRow): Static<typeof AuthorisationSchema> {
  const { details, accountId, legs } = authorisation
  const { merchant } = details
  return {
    id: String(authorisation.id),
    source: orderId === null ? 'simulation' : 'order',
    orderId,
    cardId: String(authorisation.cardId),
    numberMask,
    account: accountId === 0 ? '' : accountNumber({ id: accountId, currency: CARD_CURRENCY }),
    kind: authorisation.kind,
    status: authorisation.status,
    ...answerOf(authorisation, legs[0]),
    currency: numericCode(CARD_CURRENCY),
    amount: authorisation.amount,
    held: authorisation.held,
    cleared: authorisation.cleared,
    suspense: authorisation.suspense,
    refunded: authorisation.refunded,
    merchantAmounts: {
      currency: numericCode(authorisation.currency),
      ...details.merchantAmounts,
    },
    merchant: {
      name: merchant.merchantName,
      id: merchant.merchantId,
      mcc: String(merchant.mcc).padStart(4, '0'),
      country: merchant.merchantCountry,
      city: merchant.merchantCity,
      terminal: merchant.terminalId,
    },
    entryMode: details.entryMode,
    createdAt: iso(authorisation.createdAt),
    expiresAt: isoOrNull(authorisation.dueAt),
  }
}

export const authorisationDetails = (
  row: AuthorisationRow,
): Static<typeof AuthorisationDetails> => ({
  ...authorisationView(row),
  legs: row.authorisation.legs.map((leg) => legView(row.authorisation, leg)),
})

export function decisionView({
  authorisation,
  leg,
  account,
  numberMask,
}: AuthorisationResult): Static<typeof DecisionAnswer> {
  const { currency, posted, held, available } = accountView(account)
  return {
    id: String(authorisation.id),
    ...answerOf(authorisation, leg),
    leg: legView(authorisation, leg),
    authorisation: authorisationDetails({ authorisation, orderId: null, numberMask }),
    account: { currency, posted, held, available },
  }
}

const legView = (authorisation: Authorisation, leg: Leg): Static<typeof LegSchema> => ({
  id: String(leg.id),
  kind: leg.kind,
  at: iso(leg.at),
  ...answerOf(authorisation, leg),
  amount: leg.amount,
  held: leg.held,
  merchantAmount: leg.merchantAmount,
  rate: leg.rate ?? null,
  markupBp: leg.markupBp ?? 0,
  suspense: leg.suspense ?? 0,
  suspenseEntryId: leg.suspenseEntryId === undefined ? null : String(leg.suspenseEntryId),
  isFinal: leg.isFinal === true,
  reversedBy: leg.reversedBy === undefined ? null : String(leg.reversedBy),
  realTimeDecisionId: leg.decisionId === undefined ? null : String(leg.decisionId),
})

const APPROVED = {
  ...{ approved: true, responseCode: '00', reason: 'approved', remedy: null },
  explanation: 'Approved.',
}

function answerOf({ details, currency }: Authorisation, leg: Leg | undefined) {
  if (leg === undefined) return APPROVED
  if (leg.decline !== undefined) return declinedAnswer(leg.decline, leg, currency)
  const asked = leg.kind === 'authorisation' ? details.askedAmount : undefined
  if (asked === undefined) return APPROVED
  return {
    ...{ ...APPROVED, responseCode: '10', reason: 'partly-approved' },
    explanation: partText(leg, asked, currency),
  }
}

function partText({ merchantAmount, decisionId }: Leg, asked: number, currency: number): string {
  const part = `${amountText(merchantAmount, currency)} of ${amountText(asked, currency)}`
  const reason = decisionId === undefined ? ': the available balance is less' : ''
  return searchable(`Approved for ${part}${reason}.`)
}

/** The amount that the card should have paid, in its own currency if the leg was converted. */
function askedOfCard({ merchantAmount, rate, markupBp = 0 }: Leg, currency: number) {
  const asked = { amount: merchantAmount, currency }
  const merchant = currencyByNumeric(currency)
  if (rate === undefined || merchant === undefined) return asked
  const rates = { markupBp, rates: { [merchant.alpha]: rate } }
  const conversion = converted(toAmount(merchantAmount), currency, rates)
  return conversion === undefined
    ? asked
    : { amount: conversion.cardholder, currency: CARD_CURRENCY }
}

const declinedAnswer = (decline: Decline, leg: Leg, currency: number) => {
  const declined = { ...askedOfCard(leg, currency), at: leg.at }
  return {
    approved: false,
    responseCode: cardAnswerOf(decline).responseCode,
    reason: decline.code,
    explanation: searchable(declineText(decline, declined)),
    remedy: searchable(remedyText(decline, declined)),
  }
}
