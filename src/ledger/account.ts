// Double-entry bookkeeping: a posting is one debit account, one credit account and one positive
// amount, so it cannot be unbalanced. A hold is a pending posting. It reduces the available amount
// and is later posted, voided or expired.

import { numericCode } from './currency.ts'
import type { Amount } from './money.ts'

/** The sandbox's own accounts. The position in this list is part of an account's id. */
const SYSTEM_KINDS = ['funding', 'merchant', 'suspense', 'network'] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** The purpose of an account. Only a customer account belongs to a cardholder. */
type AccountKind = 'customer' | SystemKind

export interface Account {
  readonly id: number
  readonly kind: AccountKind
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly cardholderId: number | null
  /** Signed balance in minor units; credit is positive. */
  readonly posted: number
  /** Sum of the pending holds, minor units. */
  readonly held: number
}

/** The amount that can be spent, which interfaces A and B show as the balance. */
export const available = (account: Account): number => account.posted - account.held

/**
 * The id of one of the sandbox's own accounts, derived from its kind and currency. It is negative,
 * so that it never collides with a customer's. The account is created by its first posting.
 */
export const systemAccountId = (kind: SystemKind, currency: number): number =>
  -((SYSTEM_KINDS.indexOf(kind) + 1) * 1000 + currency)

export const systemAccount = (kind: SystemKind, currency: number): Account => ({
  id: systemAccountId(kind, currency),
  kind,
  currency,
  cardholderId: null,
  posted: 0,
  held: 0,
})

/** The 20-digit number of a customer account: 4, the account id in 16 digits, and the currency. */
export const accountNumber = (account: Pick<Account, 'id' | 'currency'>): string =>
  `4${String(account.id).padStart(16, '0')}${numericCode(account.currency)}`

/** The account id in an account number; undefined if the digits are not an account number. */
export function accountIdOf(number: string): number | undefined {
  const match = /^4(\d{16})\d{3}$/.exec(number)
  const id = Number(match?.[1])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/**
 * The name of an account for users: a customer account's number, or the kind and currency of the
 * sandbox's own account.
 */
export const accountName = (account: Pick<Account, 'id' | 'kind' | 'currency'>): string =>
  account.kind === 'customer'
    ? accountNumber(account)
    : `${account.kind}-${numericCode(account.currency)}`

/** Like `accountName`, from the account's id and the currency of a posting. */
export const accountNameOf = (id: number, currency: number): string =>
  accountName({ id, kind: SYSTEM_KINDS[Math.floor(-id / 1000) - 1] ?? 'customer', currency })

/** The id in an account name, whether or not the account exists; undefined for any other text. */
export function accountIdOfName(name: string): number | undefined {
  const [, kindName, currency] = /^([a-z]+)-(\d{3})$/.exec(name) ?? []
  const kind = SYSTEM_KINDS.find((each) => each === kindName)
  return kind === undefined ? accountIdOf(name) : systemAccountId(kind, Number(currency))
}

/**
 * The largest balance, positive or negative, and the largest sum of holds. Larger numbers are not
 * exact. The database schema checks it as well.
 */
export const BALANCE_MAX = Number.MAX_SAFE_INTEGER

/** Whether both balances stay within `BALANCE_MAX` after a posting. */
export const canPost = (debit: Account, credit: Account, amount: Amount): boolean =>
  available(debit) - amount >= -BALANCE_MAX && credit.posted + amount <= BALANCE_MAX

/** Whether the holds of an account stay within `BALANCE_MAX`. */
export const canHold = (account: Account, amount: Amount): boolean =>
  available(account) - amount >= -BALANCE_MAX && account.held + amount <= BALANCE_MAX

/**
 * Both accounts after a posting. Overdrawing a customer account is a bug, because the command
 * checks the balance first.
 */
export function post(debit: Account, credit: Account, amount: Amount): [Account, Account] {
  if (debit.id === credit.id) throw new Error('a posting needs two accounts')
  if (debit.currency !== credit.currency) throw new Error('a posting has one currency')
  if (!canPost(debit, credit, amount)) throw new Error('a posting beyond what can be counted')
  const debited = { ...debit, posted: debit.posted - amount }
  assertCovered(debited)
  return [debited, { ...credit, posted: credit.posted + amount }]
}

/** The account after a hold. */
export function placeHold(account: Account, amount: Amount): Account {
  if (!canHold(account, amount)) throw new Error('a hold beyond what can be counted')
  const holding = { ...account, held: account.held + amount }
  assertCovered(holding)
  return holding
}

/** The account after all or part of a hold was released. */
export function releaseHold(account: Account, amount: Amount): Account {
  if (amount > account.held) throw new Error('more released than held')
  return { ...account, held: account.held - amount }
}

function assertCovered(account: Account): void {
  if (account.kind === 'customer' && available(account) < 0) throw new Error('account overdrawn')
}
