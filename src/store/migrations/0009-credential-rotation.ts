// Rotated credentials that have not expired: an old API key has its own row, an old password is
// stored in the row of its login.

export const credentialRotation = (): string[] => [
  'alter table credential add column kind text',
  'alter table credential add column ends_at bigint',
  'alter table credential add column old_secret_hash text',
  'alter table credential add column old_ends_at bigint',
]
