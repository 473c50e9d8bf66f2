// An index of the callbacks whose last attempt failed: the few that need attention among many. The
// id is negated, because a planner prefers the primary key if that gives the same order.

export const failingCallbacks = (): string[] => [
  `create index callback_failing on callback (project_id, (-id))
    where state = 'failed' or (state = 'waiting' and failures > 0)`,
]
