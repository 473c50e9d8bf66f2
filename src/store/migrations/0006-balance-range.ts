// A balance stays within what a number counts exactly. Only an account that was wrong before lies beyond: it is brought to the bound, so that the
// database can be opened and its project reset.

import type { Dialect } from '../store.ts'
import { rebuild, unchanged } from './rebuild.ts'

const MOST = '9007199254740991'

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
      posted bigint not null check (posted between -${MOST} and ${MOST}),
      held bigint not null check (held between 0 and ${MOST}),
      primary key (project_id, id),
      foreign key (project_id, cardholder_id) references cardholder (project_id, id),
      check (kind <> 'customer' or posted - held >= 0)
    ) without rowid`,
        columns: {
          ...unchanged('project_id', 'id', 'kind', 'currency', 'cardholder_id'),
          posted: `max(-${MOST}, min(${MOST}, posted))`,
          held: `min(${MOST}, held)`,
        },
        indexes: [],
      })
    : [
        `update account set posted = greatest(-${MOST}, least(${MOST}, posted)), held = least(${MOST}, held)
          where posted not between -${MOST} and ${MOST} or held > ${MOST}`,
        'alter table account drop constraint account_held_check',
        `alter table account add constraint account_posted_check check (posted between -${MOST} and ${MOST})`,
        `alter table account add constraint account_held_check check (held between 0 and ${MOST})`,
      ]
