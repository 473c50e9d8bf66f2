// What the inbox of callbacks is walked by where one state is asked for: a few failed ones among a
// hundred thousand are found at once.

export const callbackStates = (): string[] => [
  'create index callback_state on callback (project_id, state, id)',
]
