// A ledger account as the control API shows it.

import { numericCode } from '../../../ledger/currency.ts'
import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { type Account, accountName, available } from '../../../ledger/account.ts'
import type { NamedAccount } from '../../../store/reads/ledger.ts'
import { Currency, orNull } from '../schemas.ts'

export const AccountSchema = Type.Object({
  account: Type.String({
    description:
      "A card's account number, or the kind and currency of an account of the sandbox itself",
  }),
  kind: Type.String({ description: '`customer`, `funding`, `merchant`, `suspense` or `network`' }),
  currency: Currency,
  posted: Type.Integer({ description: 'Signed balance in minor units, credit positive' }),
  held: Type.Integer({ description: 'Sum of the holds, minor units' }),
  available: Type.Integer({ description: 'Amount that can be spent: posted minus held' }),
  cardholderId: orNull(Type.String(), "The customer; null for the sandbox's own accounts"),
})

export const accountView = (account: Account): Static<typeof AccountSchema> => ({
  account: accountName(account),
  kind: account.kind,
  currency: numericCode(account.currency),
  posted: account.posted,
  held: account.held,
  available: available(account),
  cardholderId: account.cardholderId === null ? null : String(account.cardholderId),
})

/** An account in lists, with a display name. */
export const NamedAccountSchema = Type.Object({
  ...AccountSchema.properties,
  label: Type.String({
    description: 'Name of the customer, or the purpose of an account of the sandbox itself',
  }),
})

const OWN_LABELS = {
  customer: 'Customer',
  funding: 'Funding account',
  merchant: 'Merchant account',
  suspense: 'Suspense account',
  network: 'Card network',
} as const satisfies Readonly<Record<Account['kind'], string>>

export const namedAccountView = ({
  account,
  holder,
}: NamedAccount): Static<typeof NamedAccountSchema> => ({
  ...accountView(account),
  label: holder ?? OWN_LABELS[account.kind],
})
