// An index of the callbacks in each state of the inbox, where waiting callbacks are untried or
// retrying, in place of the one of stored states. The id is negated, because a planner prefers the
// primary key if that gives the same order.

export const inboxStates = (): string[] => [
  `create index callback_inbox on callback
    (project_id, (case when state <> 'waiting' then state when failures > 0 then 'retrying' else 'untried' end), (-id))`,
  'drop index callback_state',
]
