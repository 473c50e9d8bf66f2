// A project's RSA keys for one use. They rotate with overlap: the old key works until it expires.

/** PINs are encrypted for the project, and callbacks are signed by it. */
export const RSA_USES = ['pin', 'callbacks'] as const
export type RsaUse = (typeof RSA_USES)[number]

interface RsaKey {
  /** The private key, PEM (PKCS #8). */
  readonly pem: string
  /** Real time in epoch milliseconds; null for the newest key, which does not expire. */
  readonly endsAt: number | null
  /** Real time in epoch milliseconds; absent in keys of earlier versions. */
  readonly createdAt?: number
}

/** Oldest first: one key, or two after a rotation. */
export type RsaKeys = readonly [RsaKey, ...RsaKey[]]

/** Parses the stored keys. Releases without rotation stored only the PEM. */
export function readRsaKeys(text: string): RsaKeys {
  return text.startsWith('{') ? (JSON.parse(text) as { keys: RsaKeys }).keys : oneKey(text)
}
export const storedRsaKeys = (keys: RsaKeys): string => JSON.stringify({ keys })

export const oneKey = (pem: string, createdAt?: number): RsaKeys => [
  { pem, endsAt: null, ...(createdAt !== undefined && { createdAt }) },
]

/** The keys that have not expired, oldest first. */
export const keysInUse = (keys: RsaKeys, now: number): readonly RsaKey[] =>
  keys.filter(({ endsAt }) => endsAt === null || endsAt > now)

/**
 * PINs are encrypted for the newest key immediately, and decrypted with every key that has not
 * expired.
 */
export const newestKey = (keys: RsaKeys): RsaKey => keys.at(-1) ?? keys[0]

/**
 * Callbacks are signed with the oldest key that has not expired, so that receivers learn the next
 * key before it signs.
 */
export const signingKey = (keys: RsaKeys, now: number): RsaKey =>
  keysInUse(keys, now)[0] ?? newestKey(keys)

/** Adds a key. The key in use expires at `endsAt`, any other immediately. */
export function rotatedKeys(
  keys: RsaKeys,
  use: RsaUse,
  { pem, endsAt, now }: { readonly pem: string; readonly endsAt: number; readonly now: number },
): RsaKeys {
  const used = use === 'pin' ? newestKey(keys) : signingKey(keys, now)
  return [
    { ...used, endsAt },
    { pem, endsAt: null, createdAt: now },
  ]
}
