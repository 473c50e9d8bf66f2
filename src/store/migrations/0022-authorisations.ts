// Authorisations of issued cards outside the sandbox. Lists also contain the orders that issued
// cards paid: the journal index finds them, and has no row for other payments or transfers.

import type { Dialect } from '../store.ts'

export function authorisations(dialect: Dialect): string[] {
  const sqlite = dialect === 'sqlite'
  const clustered = sqlite ? ' without rowid' : ''
  const hot = sqlite ? '' : ' with (fillfactor = 70)'
  return [
    `create table card_authorisation (
      project_id bigint not null,
      id bigint not null,
      card_id bigint not null,
      number_id bigint not null,
      account_id bigint not null,
      kind text not null,
      status text not null,
      currency integer not null,
      mcc integer not null,
      amount bigint not null check (amount >= 0),
      held bigint not null check (held >= 0),
      cleared bigint not null check (cleared >= 0),
      suspense bigint not null check (suspense >= 0),
      refunded bigint not null check (refunded >= 0),
      created_at bigint not null,
      due_at bigint,
      details text not null,
      legs text not null,
      primary key (project_id, id),
      foreign key (project_id, card_id) references card (project_id, id),
      foreign key (project_id, number_id) references card_number (project_id, id),
      foreign key (project_id, account_id) references account (project_id, id)
    )${hot}${clustered}`,
    `create index card_authorisation_due on card_authorisation (project_id, due_at, id)
      where due_at is not null`,
    `create index card_authorisation_card on card_authorisation (project_id, card_id, id)`,
    `create index journal_entry_paid_order on journal_entry (project_id, id)
      where kind = 'purchase' and order_id is not null and source_card_id is not null`,
  ]
}
