// Converts stored data to the responses of interface A.

import { dateTime } from '../../kernel/calendar.ts'
import { customerNumberOf } from '../../issuing/cardholder.ts'
import { accountName, available } from '../../ledger/account.ts'
import { LIMIT_NAMES, limitUsed } from '../../issuing/limits.ts'
import { authorizationIdOf, type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'
import type { Vault } from '../../projects/vault.ts'
import type { CardResult } from '../../issuing/card-result.ts'
import type { MovementResult } from '../../issuing/movement.ts'
import { cardAnswerOf } from '../../ledger/decline.ts'
import {
  APPROVED_RESPONSE_CODE,
  HOT_STATUS,
  PROCESSING_CODES,
  type ResultOperation,
} from './codes.ts'
import type { CardData, CardLimit, FinancialResult, OperationResult } from './answers.ts'

/** Name of the card product and type of its account: account type 20 in DE3 of ISO 8583. */
const CARD_TYPE_NAME = 'VIRTUAL CLASSIC'
const ACCOUNT_TYPE = 20
const CURRENCY = { numeric: 978, alpha: 'EUR' }

export const virtualCardView = ({ card, number }: CardResult, vault: Vault) => ({
  virtualCardIdentification: {
    cardNumber: vault.open(number.sealed),
    cardId: String(card.id),
    expDate: String(number.expiry),
    productType: card.productType,
  },
})

export const limitsView = ({ card, usage }: CardResult, now: number): CardLimit[] =>
  LIMIT_NAMES.map((name) => ({
    name,
    value: card.limits[name].value,
    cycleType: card.limits[name].cycle,
    cycleLength: 1,
    currency: CURRENCY.numeric,
    currentValue: limitUsed(card.limits, usage.usage, name, now),
    limitExceptions: [],
  }))

export function cardDataView(answer: CardResult, vault: Vault): CardData {
  const { card, number, account, cardholder } = answer
  const customerId = customerNumberOf(cardholder)
  return {
    cardNumber: vault.open(number.sealed),
    expiryDate: String(number.expiry),
    cardId: String(card.id),
    hotCardStatus: HOT_STATUS[card.status].code,
    hotCardStatusDescription: HOT_STATUS[card.status].description,
    cardTypeName: CARD_TYPE_NAME,
    embossedName: card.embossedName,
    customerId,
    personId: String(cardholder.id),
    pinDenialCounter: card.pinDenials,
    plasticNumber: card.plasticNumber,
    cardIsPrimary: true,
    cardBindToCustomer: true,
    customerIsCardholder: true,
    accounts: [
      {
        number: accountName(account),
        accountType: ACCOUNT_TYPE,
        currency: account.currency,
        currencyAlphaCode: CURRENCY.alpha,
        balance: available(account),
        creditLimit: 0,
        customerId,
        defaultAccount: true,
      },
    ],
    customParameters: [],
  }
}

/** The result of an operation that moves no money. */
export function resultView(name: ResultOperation, entry: JournalEntry | null): OperationResult {
  if (entry === null) throw new Error(`${name} left no operation`)
  return {
    responseCode: APPROVED_RESPONSE_CODE,
    processingCode: PROCESSING_CODES[name],
    systemTraceAuditNumber: entry.stan,
    localTransactionDate: dateTime(entry.at),
  }
}

/** The result of a movement. If declined, it has a reason instead of reference numbers. */
export function movementView(name: ResultOperation, answer: MovementResult): FinancialResult {
  const { entry, decline } = answer
  const result = resultView(name, entry)
  if (decline !== null) {
    const { responseCode, message } = cardAnswerOf(decline)
    return { ...result, responseCode, message }
  }
  return {
    ...result,
    rrn: rrnOf(entry),
    authorizationIdResponse: authorizationIdOf(entry),
    paymentSpecificData: {},
  }
}

/** The result of a fault. There is no entry, so it contains the next trace number. */
export const refusedResult = (
  name: ResultOperation,
  fault: { responseCode: string; message: string },
  at: { stan: number; now: number },
): OperationResult => ({
  responseCode: fault.responseCode,
  processingCode: PROCESSING_CODES[name],
  systemTraceAuditNumber: at.stan,
  localTransactionDate: dateTime(at.now),
  message: fault.message,
})
