// The RSA keys of a project for one use, rotated with overlap: the one before stays in use until its end, whatever it is used for.

/** What the keys of a pair are for: PINs are encrypted for the project, callbacks are signed by it. */
export const RSA_USES = ['pin', 'callbacks'] as const
export type RsaUse = (typeof RSA_USES)[number]

export interface RsaKey {
  /** The private half, PEM (PKCS #8). */
  readonly pem: string
  /** Epoch milliseconds, real time; null for the newest, which does not end. */
  readonly endsAt: number | null
}

/** Oldest first: one, or two from a rotation on. */
export type RsaKeys = readonly [RsaKey, ...RsaKey[]]

/** As it is stored. Releases that did not rotate stored the PEM alone. */
export function readRsaKeys(text: string): RsaKeys {
  return text.startsWith('{') ? (JSON.parse(text) as { keys: RsaKeys }).keys : oneKey(text)
}
export const storedRsaKeys = (keys: RsaKeys): string => JSON.stringify({ keys })

export const oneKey = (pem: string): RsaKeys => [{ pem, endsAt: null }]

/** Those that have not ended, oldest first. */
export const keysInUse = (keys: RsaKeys, now: number): readonly RsaKey[] =>
  keys.filter(({ endsAt }) => endsAt === null || endsAt > now)

/** PINs are encrypted for the newest from its first moment, and opened with each that has not ended. */
export const newestKey = (keys: RsaKeys): RsaKey => keys.at(-1) ?? keys[0]

/** Callbacks are signed with the oldest that has not ended: receivers know the next one before it signs. */
export const signingKey = (keys: RsaKeys, now: number): RsaKey =>
  keysInUse(keys, now)[0] ?? newestKey(keys)

/** With another key: the one that is used now ends at `endsAt`, and any other ends at once. */
export function rotatedKeys(
  keys: RsaKeys,
  use: RsaUse,
  { pem, endsAt, now }: { readonly pem: string; readonly endsAt: number; readonly now: number },
): RsaKeys {
  const used = use === 'pin' ? newestKey(keys) : signingKey(keys, now)
  return [
    { pem: used.pem, endsAt },
    { pem, endsAt: null },
  ]
}
