// Accounts as they are stored: looked up by email address, and created.

import { randomBytes } from 'node:crypto'
import { base32 } from '../projects/project.ts'
import type { Transaction } from '../store/store.ts'
import * as sql from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { type User, userOf } from './user.ts'

const USER_ID_BYTES = 10

interface StoredUser {
  readonly user: User
  /** Null if the person only uses single sign-on. */
  readonly passwordHash: string | null
  /** True if the person has signed in with the OpenID Connect provider. */
  readonly hasSingleSignOn: boolean
}

export async function storedUser(
  { reads }: Accounts,
  email: string,
): Promise<StoredUser | undefined> {
  const [record] = await reads.query(sql.findUserByEmail, [email])
  if (record === undefined) return undefined
  const hash = record['password_hash']
  return {
    user: userOf(record),
    passwordHash: typeof hash === 'string' ? hash : null,
    hasSingleSignOn: record['single_sign_on'] !== null,
  }
}

/** The account with an email address. Never reveal to other callers whether it exists. */
export const findUser = async (accounts: Accounts, email: string): Promise<User | undefined> =>
  (await storedUser(accounts, email))?.user

/** How a new account signs in. */
type LogInWay = { readonly passwordHash: string } | { readonly subject: string }

/**
 * Creates an account for an email address that was just proven; undefined if it already has one.
 */
export async function createUser(
  transaction: Transaction,
  email: string,
  way: LogInWay,
): Promise<User | undefined> {
  const id = `usr_${base32(randomBytes(USER_ID_BYTES))}`
  const now = realNow()
  const { passwordHash, subject } = { passwordHash: null, subject: null, ...way }
  const created = await transaction.run(sql.insertUser, [id, email, passwordHash, subject, now])
  return created.length === 0 ? undefined : { id, email, createdAt: now }
}
