// Tokens: 160 random bits in a cookie or a link, stored as a keyed hash.

import { randomBytes } from 'node:crypto'
import { base32 } from '../projects/project.ts'
import { deriveKey, keyedHash } from '../projects/vault.ts'

const TOKEN_BYTES = 20
const TOKEN_PATTERN = /^[a-z2-7]{32}$/

export const newToken = (): string => base32(randomBytes(TOKEN_BYTES))

/** True for text that may be a token; anything else is not looked up. */
export const isToken = (text: string): boolean => TOKEN_PATTERN.test(text)

type TokenKind = 'session' | 'link' | 'invitation'

export class TokenHashes {
  readonly #key: Buffer

  constructor(master: Uint8Array) {
    this.#key = deriveKey(master, 'user-token')
  }

  of(kind: TokenKind, token: string): string {
    return keyedHash(this.#key, `${kind}:${token}`)
  }
}
