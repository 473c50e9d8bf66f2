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
import { converted } from '../../../authorisations/currency-conversion.ts'
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

/** The issuer's response to one request. */
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

const LegSchema = Type.Object({
  id: Type.String({ description: 'Id of the leg, the same as the id of its journal entry' }),
  kind: Type.Enum([...LEG_KINDS], { description: 'Kind of the leg' }),
  at: Moment,
  ...Answer,
  amount: Minor('Amount held, released or posted for the card, minor units; 0 if it was declined'),
  held: Minor('Held amount after the leg, minor units'),
  merchantAmount: Minor(
    "Amount in the merchant's currency, minor units. For an advice, it is the difference",
  ),
  rate: orNull(
    Type.String(),
    "Units of the merchant's currency for one EUR; null if it is EUR or no rate is known",
  ),
  markupBp: Type.Integer({ description: 'Markup on the converted amount, in basis points' }),
  suspense: Minor('Part that the card could not cover and the issuer paid, minor units'),
  suspenseEntryId: orNull(
    Type.String(),
    'Id of the journal entry of `suspense`; null if there is none',
  ),
  isFinal: Type.Boolean({
    description: 'True for a clearing that released the rest of the hold',
  }),
  reversedBy: orNull(Type.String(), 'Id of the leg that took this refund back; otherwise null'),
  realTimeDecisionId: orNull(
    Type.String(),
    "Id of the real-time decision of the project's server; null if the card's own rules decided",
  ),
})

const MerchantSchema = Type.Object({
  name: Type.String(),
  id: Type.String(),
  mcc: Type.String({ description: 'ISO 18245 merchant category code' }),
  country: Type.String({ description: 'Country of the merchant, ISO 3166-1 alpha-2' }),
  city: Type.String(),
  terminal: Type.String(),
})

const MerchantAmountsSchema = Type.Object({
  currency: Currency,
  amount: Minor("Total authorised amount, in the merchant's currency, minor units"),
  held: Minor('Amount that is not cleared yet'),
  cleared: Minor('Amount that the merchant has cleared'),
  refunded: Minor('Amount that the merchant has refunded'),
})

export const AuthorisationSchema = Type.Object({
  id: Type.String(),
  source: Type.Enum(['simulation', 'order'], {
    description:
      '`order`: a payment with an issued card at interface C. `simulation`: use of the card outside the sandbox',
  }),
  orderId: orNull(Type.String(), 'Id of the order at interface C; null for a simulation'),
  cardId: Type.String(),
  numberMask: Type.String({ description: 'Masked number of the card that was used' }),
  account: Type.String({ description: 'Number of the account that the card uses' }),
  kind: Type.Enum([...AUTHORISATION_KINDS], { description: 'Kind of use of the card' }),
  status: Type.Enum([...AUTHORISATION_STATUSES], {
    description: 'State of the authorisation after its last leg',
  }),
  ...Answer,
  currency: Type.String({ description: 'Currency of the account, ISO 4217 numeric code: 978' }),
  amount: Minor('Total authorised amount, minor units. For a decline, the requested amount'),
  held: Minor('Amount that is still held, minor units'),
  cleared: Minor('Amount posted from or to the card, minor units'),
  suspense: Minor('Amount that the issuer paid because the card could not cover it, minor units'),
  refunded: Minor('Amount refunded to the card, minor units'),
  merchantAmounts: MerchantAmountsSchema,
  merchant: MerchantSchema,
  entryMode: Type.Enum([...ENTRY_MODES]),
  createdAt: Moment,
  expiresAt: orNull(Moment, 'Time at which the hold is released; null without a hold'),
})

/** An authorisation with its legs, oldest first. */
export const AuthorisationDetails = Type.Object({
  ...AuthorisationSchema.properties,
  legs: Type.Array(LegSchema, {
    description: 'Steps of the authorisation (legs), such as a clearing, oldest first',
  }),
})

const AccountState = Type.Object(
  Type.Pick(AccountSchema, ['currency', 'posted', 'held', 'available']).properties,
  { description: 'Account of the card after the operation' },
)

/** The response of every simulation: the issuer's decision, and the authorisation after it. */
export const DecisionAnswer = Type.Object({
  id: Type.String({ description: 'Id of the authorisation' }),
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
  approved: true,
  responseCode: '00',
  reason: 'approved',
  remedy: null,
  explanation: 'Approved.',
}

function answerOf({ details, currency }: Authorisation, leg: Leg | undefined) {
  if (leg === undefined) return APPROVED
  if (leg.decline !== undefined) return declinedAnswer(leg.decline, leg, currency)
  const asked = leg.kind === 'authorisation' ? details.askedAmount : undefined
  if (asked === undefined) return APPROVED
  return {
    ...APPROVED,
    responseCode: '10',
    reason: 'partly-approved',
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
