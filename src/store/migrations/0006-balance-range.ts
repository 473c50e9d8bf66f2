// Limits balances to safe integers. An account beyond the limit was already wrong. Its balance is
// set to the limit, so that the database opens and its project can be reset.

import type { Dialect } from '../store.ts'
import { rebuild, unchanged } from './rebuild.ts'

const BALANCE_MAX = '9007199254740991'

export const balanceRange = (dialect: Dialect): readonly string[] =>
  dialect === 'sqlite'
    ? rebuild({
        name: 'account',
        definition: `(
      project_id bigint not null,
      id bigint not null,
      kind text not null,
      currency integer not null,
      cardholder_id bigint,
      posted bigint not null check (posted between -${BALANCE_MAX} and ${BALANCE_MAX}),
      held bigint not null check (held between 0 and ${BALANCE_MAX}),
      primary key (project_id, id),
      foreign key (project_id, cardholder_id) references cardholder (project_id, id),
      check (kind <> 'customer' or posted - held >= 0)
    ) without rowid`,
        columns: {
          ...unchanged('project_id', 'id', 'kind', 'currency', 'cardholder_id'),
          posted: `max(-${BALANCE_MAX}, min(${BALANCE_MAX}, posted))`,
          held: `min(${BALANCE_MAX}, held)`,
        },
        indexes: [],
      })
    : [
        `update account set posted = greatest(-${BALANCE_MAX}, least(${BALANCE_MAX}, posted)), held = least(${BALANCE_MAX}, held)
          where posted not between -${BALANCE_MAX} and ${BALANCE_MAX} or held > ${BALANCE_MAX}`,
        'alter table account drop constraint account_held_check',
        `alter table account add constraint account_posted_check check (posted between -${BALANCE_MAX} and ${BALANCE_MAX})`,
        `alter table account add constraint account_held_check check (held between 0 and ${BALANCE_MAX})`,
      ]
