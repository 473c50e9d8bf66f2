// Real-time decisions: requests to a project's server, and their results.

import type { Dialect } from '../store.ts'

export const realTimeDecisions = (dialect: Dialect): string[] => {
  const clustered = dialect === 'sqlite' ? ' without rowid' : ''
  return [
    `create table real_time_decision (
      project_id bigint not null,
      id bigint not null,
      card_id bigint not null,
      state text not null check (state in ('pending', 'approved', 'declined')),
      decided_by text,
      input text not null,
      verdict text not null,
      held bigint not null check (held >= 0),
      question text not null,
      deadline bigint not null,
      fallback text not null,
      created_at bigint not null,
      authorisation_id bigint,
      exchange text not null,
      late text not null,
      primary key (project_id, id)
    )${clustered}`,
    `create index real_time_decision_pending on real_time_decision (project_id, deadline, id)
      where state = 'pending'`,
  ]
}
