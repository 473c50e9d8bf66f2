// An index for the inbox by state, which finds a few failed callbacks among a hundred thousand.

export const callbackStates = (): string[] => [
  'create index callback_state on callback (project_id, state, id)',
]
