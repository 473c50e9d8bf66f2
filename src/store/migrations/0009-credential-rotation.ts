// Credentials that were replaced and are still good for a while: a key alone keeps its row until it
// ends, a login keeps the password before beside the one it has.

export const credentialRotation = (): string[] => [
  'alter table credential add column kind text',
  'alter table credential add column ends_at bigint',
  'alter table credential add column old_secret_hash text',
  'alter table credential add column old_ends_at bigint',
]
