// A person with an account of a hosted service.

import type { SqlRecord } from '../store/store.ts'

export interface User {
  /** `usr_` and base32. */
  readonly id: string
  /** In lower case, as it is compared. */
  readonly email: string
  readonly createdAt: number
}

export const userOf = (record: SqlRecord): User => ({
  id: String(record['id']),
  email: String(record['email']),
  createdAt: Number(record['created_at']),
})

const USER_ID_PATTERN = /^usr_[a-z2-7]{16}$/

/** True for text that may be a user's id; anything else is not looked up. */
export const isUserId = (text: string): boolean => USER_ID_PATTERN.test(text)

/** RFC 5321, 4.5.3.1.3. */
export const EMAIL_LENGTH = 254
/**
 * The accepted email addresses: no quoted local parts, brackets or spaces, and no invisible
 * (control, bidirectional, unassigned) or replacement characters. Two addresses must not look the
 * same.
 */
const EMAIL_PATTERN =
  /^[^\s@<>"(),:;[\]\\\p{C}\uFFFD]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/u

/**
 * A typed email address in its stored form; undefined if it is invalid. Only ASCII letters are
 * folded, because `toLowerCase` maps the Kelvin sign to `k`, another person's address.
 */
export function emailOf(typed: string): string | undefined {
  const email = typed.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return email.length <= EMAIL_LENGTH && EMAIL_PATTERN.test(email) ? email : undefined
}

export const PASSWORD_LENGTH = { min: 10, max: 200 } as const

/**
 * The problem with a new password, or undefined. Only its length matters (NIST SP 800-63B,
 * 3.1.1.2).
 */
export function passwordMistake(password: string, email: string): string | undefined {
  const { min, max } = PASSWORD_LENGTH
  const length = [...password].length
  if (length < min) return `Use at least ${min} characters.`
  if (length > max) return `Use at most ${max} characters.`
  if (password.toLowerCase().includes(email.split('@', 1)[0] ?? email) && length < 2 * min)
    return 'Do not use your email address in the password, because it is easy to guess.'
  if (new Set(password).size < 4) return 'Use at least 4 different characters.'
  return undefined
}
