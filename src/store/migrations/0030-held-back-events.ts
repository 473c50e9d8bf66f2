// Faults that reorder webhook events, as they reorder callbacks.

export const heldBackEvents = (): string[] => [
  'alter table webhook_event add column held_back integer not null default 0',
]
