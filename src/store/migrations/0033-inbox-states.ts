// An index of the callbacks in each state of the inbox, in place of the one of stored states, where
// a callback that will be retried is waiting. The id is negated, because a planner prefers the
// primary key if that gives the same order.

export const inboxStates = (): string[] => [
  `create index callback_inbox on callback
    (project_id, (case when state = 'waiting' and failures > 0 then 'retrying' else state end), (-id))`,
  'drop index callback_state',
]
