// Indexes for the lists of the control API. Entries refer to their order in a new column, which
// used to be part of the details. Entries are only indexed by account for the sandbox's own
// accounts, which have negative ids. A customer account's entries are found by its cards, so that a
// transfer between cards writes no further index.

import type { Dialect } from '../store.ts'

export const lists = (dialect: Dialect): string[] => [
  'alter table journal_entry add column order_id text',
  `update journal_entry set order_id = ${orderIdOfDetails[dialect]} where details like '%"orderId"%'`,
  'create index journal_entry_order on journal_entry (project_id, order_id, id) where order_id is not null',
  'create index journal_entry_debit on journal_entry (project_id, debit_account_id, at, id) where debit_account_id < 0',
  'create index journal_entry_credit on journal_entry (project_id, credit_account_id, at, id) where credit_account_id < 0',
  'create index card_status on card (project_id, status, id)',
  'create index card_number_last_four on card_number (project_id, substr(mask, 13, 4), card_id)',
  'create index gateway_order_status on gateway_order (project_id, status, created_at, id)',
  'create index binding_created on binding (project_id, created_at, id)',
  'create index callback_order on callback (project_id, order_id, id) where order_id is not null',
]

const orderIdOfDetails = {
  sqlite: `json_extract(details, '$.orderId')`,
  postgres: `details::json ->> 'orderId'`,
} as const satisfies Record<Dialect, string>
