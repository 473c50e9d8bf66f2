// When a credential was created and last used; null for events before this migration.

export const credentialUses = (): string[] => [
  'alter table credential add column created_at bigint',
  'alter table credential add column last_used_at bigint',
]
