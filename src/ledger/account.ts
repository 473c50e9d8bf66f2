// Double entry: a posting is one debit account, one credit account and one positive amount, so it cannot be unbalanced.
// A hold is a pending posting: it lowers what is available and is posted, voided or expired later.

import { numericCode } from './currency.ts'
import type { Amount } from './money.ts'

/** The sandbox's own accounts. Their place in the list is part of their ids. */
const SYSTEM_KINDS = ['funding', 'merchant', 'suspense', 'network'] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** What an account is for. Only a customer's account is bound to a cardholder. */
type AccountKind = 'customer' | SystemKind

export interface Account {
  readonly id: number
  readonly kind: AccountKind
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly cardholderId: number | null
  /** Signed balance in minor units, credit positive. */
  readonly posted: number
  /** Sum of the pending holds, minor units. */
  readonly held: number
}

/** What can be spent: interfaces A and B show it as the balance. */
export const available = (account: Account): number => account.posted - account.held

/**
 * The id of one of the sandbox's own accounts. They are negative, so that they never meet a customer's: kind and
 * currency make the id, and the account comes into being with its first posting.
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

/** The 20 digits that name a customer's account: 4, the account's id in 16 digits, the currency's number. */
export const accountNumber = (account: Pick<Account, 'id' | 'currency'>): string =>
  `4${String(account.id).padStart(16, '0')}${numericCode(account.currency)}`

/** The account id inside an account number, or undefined where the digits name none. */
export function accountIdOf(number: string): number | undefined {
  const match = /^4(\d{16})\d{3}$/.exec(number)
  const id = Number(match?.[1])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** How an account is named to a user: a customer's by its number, the sandbox's own by kind and currency. */
export const accountName = (account: Pick<Account, 'id' | 'kind' | 'currency'>): string =>
  account.kind === 'customer'
    ? accountNumber(account)
    : `${account.kind}-${numericCode(account.currency)}`

/** As `accountName`, of an account that is known by its id and the currency of a posting. */
export const accountNameOf = (id: number, currency: number): string =>
  accountName({ id, kind: SYSTEM_KINDS[Math.floor(-id / 1000) - 1] ?? 'customer', currency })

/** The id of the account that a name names, whether there is one or not; undefined where it is no such name. */
export function accountIdOfName(name: string): number | undefined {
  const [, kindName, currency] = /^([a-z]+)-(\d{3})$/.exec(name) ?? []
  const kind = SYSTEM_KINDS.find((each) => each === kindName)
  return kind === undefined ? accountIdOf(name) : systemAccountId(kind, Number(currency))
}

/** The most that a balance or the holds of an account may come to, either way. Beyond it a number is not exact any more; the schema checks it, too. */
export const BALANCE_MAX = Number.MAX_SAFE_INTEGER

/** Whether a posting leaves both accounts with balances that can be counted. */
export const canPost = (debit: Account, credit: Account, amount: Amount): boolean =>
  available(debit) - amount >= -BALANCE_MAX && credit.posted + amount <= BALANCE_MAX

/** Whether an account can take a hold and still be counted. */
export const canHold = (account: Account, amount: Amount): boolean =>
  available(account) - amount >= -BALANCE_MAX && account.held + amount <= BALANCE_MAX

/** Both accounts after a posting. Overdrawing a customer's account here is a bug: the decision must have checked. */
export function post(debit: Account, credit: Account, amount: Amount): [Account, Account] {
  if (debit.id === credit.id) throw new Error('a posting needs two accounts')
  if (debit.currency !== credit.currency) throw new Error('a posting has one currency')
  if (!canPost(debit, credit, amount)) throw new Error('a posting beyond what can be counted')
  const debited = { ...debit, posted: debit.posted - amount }
  assertCovered(debited)
  return [debited, { ...credit, posted: credit.posted + amount }]
}

/** The account with a hold placed on it. */
export function placeHold(account: Account, amount: Amount): Account {
  if (!canHold(account, amount)) throw new Error('a hold beyond what can be counted')
  const holding = { ...account, held: account.held + amount }
  assertCovered(holding)
  return holding
}

/** The account with a hold, or a part of it, taken off. */
export function releaseHold(account: Account, amount: Amount): Account {
  if (amount > account.held) throw new Error('more released than held')
  return { ...account, held: account.held - amount }
}

function assertCovered(account: Account): void {
  if (account.kind === 'customer' && available(account) < 0) throw new Error('account overdrawn')
}
