// A person with an account at a hosted sandbox: logs in by mail address and password, and is a member of projects.

import type { Role } from './role.ts'

export interface User {
  /** `usr_` and base32. */
  readonly id: string
  /** In lower case: as it is compared. */
  readonly email: string
  readonly createdAt: number
}

/** A project as one of its members sees it in a list. */
export interface Membership {
  readonly projectNumber: number
  readonly role: Role
}

/** RFC 5321, 4.5.3.1.3. */
export const EMAIL_LENGTH = 254
/** What mail servers deliver to: one sign, a name with a dot behind it, no white space or brackets. RFC 5322 allows more, and nobody has it. */
const EMAIL_PATTERN =
  /^[^\s@<>"(),:;[\]\\]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/

/** A typed address as it is stored and compared; undefined where it is none. */
export function emailOf(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  return email.length <= EMAIL_LENGTH && EMAIL_PATTERN.test(email) ? email : undefined
}

export const PASSWORD_LENGTH = { min: 10, max: 200 } as const

/** What is wrong with a new password, as a sentence; undefined where nothing is. Length is what counts (NIST SP 800-63B, 3.1.1.2). */
export function passwordMistake(password: string, email: string): string | undefined {
  const { min, max } = PASSWORD_LENGTH
  const length = [...password].length
  if (length < min) return `Type at least ${min} characters.`
  if (length > max) return `Type at most ${max} characters.`
  if (password.toLowerCase().includes(email.split('@', 1)[0] ?? email) && length < 2 * min)
    return 'It holds your address: whoever tries passwords begins with that.'
  if (new Set(password).size < 4) return 'It repeats itself: type more different characters.'
  return undefined
}
