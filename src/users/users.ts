// The accounts of a hosted sandbox: signing up, logging in, choosing another password, logging out, going away. What an answer says and how
// long it takes is the same whether an address has an account or not.

import { randomBytes } from 'node:crypto'
import type { Availability } from '../engine/availability.ts'
import type { FailedLogins } from '../engine/failed-logins.ts'
import { base32 } from '../projects/project.ts'
import { forgetActor, deleteMembershipsOf } from '../store/member-statements.ts'
import type { Queryable, SqlRecord, Store, Transaction } from '../store/store.ts'
import * as sql from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import {
  addressChangedLetter,
  addressLetter,
  knownAddressLetter,
  type Letter,
  LINK_LIFE_MS,
  type LinkPurpose,
  type OpenPurpose,
  resetLetter,
  signUpLetter,
  takenAddressLetter,
} from './letter.ts'
import type { Passwords } from './passwords.ts'
import type { Post } from './post.ts'
import { isToken, newToken, type TokenHashes } from './tokens.ts'
import type { User } from './user.ts'

/** How long a browser stays logged in. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000
/** Links of a purpose that an address is sent within an hour: those before stay good, so that nobody can void them. */
const LINKS_PER_HOUR = 5
const HOUR_MS = 3_600_000
const USER_ID_BYTES = 10
/** Sessions that are listed: all of them end together. */
export const SESSIONS_SHOWN = 50
const SESSION_ID_LENGTH = 16

export interface UsersParts {
  readonly store: Store
  readonly reads: Queryable
  readonly availability: Availability
  readonly passwords: Passwords
  readonly hashes: TokenHashes
  readonly failedLogins: FailedLogins
  readonly post: Post
  /** Origin that links begin with. */
  readonly origin: string
}

/** Whoever logs in, and from where. */
export interface LogIn {
  readonly email: string
  readonly password: string
  readonly address: string
  /** In words. */
  readonly browser: string
}

/** Where somebody is logged in. */
export interface Session {
  /** Names it among those of the same person, and opens nothing. */
  readonly id: string
  readonly since: number
  /** In words; empty where it did not say. */
  readonly browser: string
  /** True for the one that asks. */
  readonly isThis: boolean
}

/** What came of a link that gives an account another address. */
export type AddressChange = 'changed' | 'taken' | 'over'

/** Who an identity provider says that somebody is. */
export interface Identity {
  /** Issuer and subject: what stays when an address changes. */
  readonly subject: string
  /** Confirmed by the provider. */
  readonly email: string
}

export class Users {
  readonly #parts: UsersParts

  constructor(parts: UsersParts) {
    this.#parts = parts
  }

  /** Sends a link to an address, behind the answer: to sign up, or to choose another password. `caller` is the address that asks for it. */
  async sendLink(purpose: OpenPurpose, email: string, caller: string): Promise<void> {
    this.#parts.post.count(caller, realNow())
    // An outage of the database is told, and it is the same for every address.
    const stored = await this.#byEmail(email)
    this.#parts.post.post(() => this.#letter(purpose, email, stored !== undefined))
  }

  /** Sends a link to an address that a person wants to have, behind the answer: what the answer says is the same for every address. */
  async sendAddressLink({ id }: User, email: string): Promise<void> {
    const { post, origin } = this.#parts
    post.count(id, realNow())
    const stored = await this.#byEmail(email)
    post.post(async () => {
      if (await this.#isTooMuch('address', email)) return undefined
      return this.#noted(
        'address',
        email,
        (token) =>
          stored === undefined
            ? addressLetter(email, `${origin}/account/address?token=${token}`)
            : takenAddressLetter(email, `${origin}/account/log-in`),
        id,
      )
    })
  }

  /** The address that a link would give this person; undefined where it is not good, or another's. */
  async newAddressOf(token: string, { id }: User): Promise<string | undefined> {
    if (!isToken(token)) return undefined
    const hash = this.#parts.hashes.of('link', token)
    const [record] = await this.#parts.reads.query(sql.findMailLink, [hash, 'address', realNow()])
    return record?.['user_id'] === id ? String(record['email']) : undefined
  }

  /** Uses a link that gives this person another address. Whatever was mailed to the one before is void, and it hears of the change. */
  async changeAddress(token: string, user: User): Promise<AddressChange> {
    const email = await this.newAddressOf(token, user)
    if (email === undefined) return 'over'
    const { hashes, post, origin, store } = this.#parts
    const change = await this.#transact(async (transaction): Promise<AddressChange> => {
      const hash = hashes.of('link', token)
      const taken = await transaction.run(sql.takeMailLink, [hash, 'address', realNow()])
      if (taken.length === 0) return 'over'
      for (const address of [user.email, email])
        await transaction.run(sql.deleteMailLinksOf, [address])
      await transaction.run(sql.deleteMailLinksOfUser, [user.id])
      const set = await transaction.run(sql.setEmail, [user.id, email])
      return set.length === 0 ? 'taken' : 'changed'
    }).catch((error: unknown): AddressChange => {
      // Somebody took the address at the same moment.
      if (store.refusesRows(error)) return 'taken'
      throw error
    })
    if (change === 'changed')
      post.post(() =>
        Promise.resolve(addressChangedLetter(user.email, `${origin}/account/log-in`, email)),
      )
    return change
  }

  /** The address that a link was sent to; undefined where the link is not good, or not any more. */
  async addressOf(purpose: OpenPurpose, token: string): Promise<string | undefined> {
    if (!isToken(token)) return undefined
    const hash = this.#parts.hashes.of('link', token)
    const [record] = await this.#parts.reads.query(sql.findMailLink, [hash, purpose, realNow()])
    return record === undefined ? undefined : String(record['email'])
  }

  /** Uses a link: the account has this password now, made where it was not there, and every session before ends. Undefined where the link is not good. */
  async choosePassword(
    purpose: OpenPurpose,
    token: string,
    password: string,
  ): Promise<User | undefined> {
    if (!isToken(token)) return undefined
    const hash = this.#parts.hashes.of('link', token)
    const passwordHash = await this.#parts.passwords.hash(password)
    return this.#transact(async (transaction) => {
      const [taken] = await transaction.run(sql.takeMailLink, [hash, purpose, realNow()])
      if (taken === undefined) return undefined
      const email = String(taken['email'])
      await transaction.run(sql.deleteMailLinksOf, [email])
      return withPassword(transaction, email, passwordHash)
    })
  }

  /** The account of an address: for whoever runs the service. */
  async find(email: string): Promise<User | undefined> {
    return (await this.#byEmail(email))?.user
  }

  /** Whether an address has an account: for pages that only somebody sees who has proven the address. */
  async isKnown(email: string): Promise<boolean> {
    return (await this.#byEmail(email)) !== undefined
  }

  /** A session for address and password; undefined where they are not right. Wrong ones are answered later each time. */
  async logIn({ email, password, address, browser }: LogIn): Promise<string | undefined> {
    const { failedLogins, passwords } = this.#parts
    const user = await failedLogins.attempt(
      { kind: 'user', login: email, password, address },
      async () => {
        const stored = await this.#byEmail(email)
        const isRight = await passwords.isRight(password, stored?.passwordHash ?? undefined)
        return isRight ? stored?.user : undefined
      },
    )
    return user && this.openSession(user.id, browser)
  }

  /** A new session of a browser, which is said in words: the token that it keeps. */
  async openSession(userId: string, browser: string): Promise<string> {
    const token = newToken()
    const now = realNow()
    const hash = this.#parts.hashes.of('session', token)
    await this.#transact((transaction) =>
      transaction.run(sql.insertSession, [hash, userId, now, now + SESSION_LIFE_MS, browser]),
    )
    return token
  }

  /** Whose session a token is; undefined where it is nobody's, or not any more. */
  async ofSession(token: string): Promise<User | undefined> {
    if (!isToken(token)) return undefined
    const hash = this.#parts.hashes.of('session', token)
    const [record] = await this.#parts.reads.query(sql.findSession, [hash, realNow()])
    return record && userOf(record)
  }

  async sessionsOf({ id }: User): Promise<number> {
    const [record] = await this.#parts.reads.query(sql.countSessions, [id, realNow()])
    return Number(record?.['sessions'] ?? 0)
  }

  /** Where a person is logged in, the last first; `token` is that of the session that asks. */
  async listSessions({ id }: User, token: string): Promise<readonly Session[]> {
    const own = this.#parts.hashes.of('session', token)
    const parameters = [id, realNow(), SESSIONS_SHOWN]
    const records = await this.#parts.reads.query(sql.listSessions, parameters)
    return records.map((record) => ({
      id: String(record['hash']).slice(0, SESSION_ID_LENGTH),
      since: Number(record['created_at']),
      browser: String(record['browser']),
      isThis: record['hash'] === own,
    }))
  }

  /** Ends one of a person's sessions. */
  async endSession({ id }: User, session: string): Promise<void> {
    await this.#transact((transaction) =>
      transaction.run(sql.endSession, [id, SESSION_ID_LENGTH, session]),
    )
  }

  async logOut(token: string): Promise<void> {
    const hash = this.#parts.hashes.of('session', token)
    await this.#transact((transaction) => transaction.run(sql.deleteSession, [hash]))
  }

  /** Ends every session of a person, the one that asks included. */
  async logOutEverywhere({ id }: User): Promise<void> {
    await this.#transact((transaction) => transaction.run(sql.deleteSessionsOf, [id]))
  }

  /** Whether this is the person's password. Wrong ones are answered later each time. */
  async confirms(user: User, password: string, address: string): Promise<boolean> {
    const { failedLogins, passwords } = this.#parts
    const right = await failedLogins.attempt(
      { kind: 'user', login: user.email, password, address },
      async () => {
        const stored = await this.#byEmail(user.email)
        return (await passwords.isRight(password, stored?.passwordHash ?? undefined)) || undefined
      },
    )
    return right === true
  }

  /** Gives a person another password, and a session in the place of all there were. */
  async changePassword({ id }: User, password: string, browser: string): Promise<string> {
    const passwordHash = await this.#parts.passwords.hash(password)
    await this.#transact(async (transaction) => {
      await transaction.run(sql.setPassword, [id, passwordHash])
      await transaction.run(sql.deleteSessionsOf, [id])
    })
    return this.openSession(id, browser)
  }

  /** The account of an identity that a provider has proven, made where there is none: found by its subject, then by its address. */
  async ofIdentity({ subject, email }: Identity): Promise<User> {
    return this.#transact(async (transaction) => {
      const [known] = await transaction.run(sql.findUserBySingleSignOn, [subject])
      if (known !== undefined) return userOf(known)
      const id = newUserId()
      const now = realNow()
      const made = await transaction.run(sql.insertUser, [id, email, null, subject, now])
      if (made.length > 0) return { id, email, createdAt: now }
      const [same] = await transaction.run(sql.findUserByEmail, [email])
      if (same === undefined) throw new Error('the account of an address that is taken is missing')
      await transaction.run(sql.setSingleSignOn, [String(same['id']), subject])
      return userOf(same)
    })
  }

  /** Removes the account. What the person did in projects of others stays there, without a name. The projects that nobody else owns go before. */
  async remove({ id, email }: User): Promise<void> {
    await this.#transact(async (transaction) => {
      await transaction.run(forgetActor, [id])
      await transaction.run(deleteMembershipsOf, [id])
      await transaction.run(sql.deleteSessionsOf, [id])
      await transaction.run(sql.deleteMailLinksOf, [email])
      await transaction.run(sql.deleteMailLinksOfUser, [id])
      await transaction.run(sql.deleteUser, [id])
    })
  }

  async #letter(
    purpose: OpenPurpose,
    email: string,
    isKnown: boolean,
  ): Promise<Letter | undefined> {
    const { origin } = this.#parts
    if (purpose === 'sign-up' && isKnown)
      return (await this.#isTooMuch(purpose, email))
        ? undefined
        : this.#noted(purpose, email, () => knownAddressLetter(email, `${origin}/account/log-in`))
    if (purpose === 'reset' && !isKnown) return undefined
    if (await this.#isTooMuch(purpose, email)) return undefined
    return this.#noted(purpose, email, (token) =>
      purpose === 'sign-up'
        ? signUpLetter(email, `${origin}/account/password?for=sign-up&token=${token}`)
        : resetLetter(email, `${origin}/account/password?for=reset&token=${token}`),
    )
  }

  async #isTooMuch(purpose: LinkPurpose, email: string): Promise<boolean> {
    const since = realNow() - HOUR_MS
    const [record] = await this.#parts.reads.query(sql.countMailLinks, [email, purpose, since])
    return Number(record?.['links'] ?? 0) >= LINKS_PER_HOUR
  }

  /** Stores a link, which counts against what the address is sent, and writes its letter. */
  async #noted(
    purpose: LinkPurpose,
    email: string,
    write: (token: string) => Letter,
    userId: string | null = null,
  ): Promise<Letter> {
    const token = newToken()
    const now = realNow()
    const hash = this.#parts.hashes.of('link', token)
    const row = [hash, purpose, email, now, now + LINK_LIFE_MS[purpose], userId]
    await this.#transact((transaction) => transaction.run(sql.insertMailLink, row))
    return write(token)
  }

  async #byEmail(email: string): Promise<StoredUser | undefined> {
    const [record] = await this.#parts.reads.query(sql.findUserByEmail, [email])
    if (record === undefined) return undefined
    const passwordHash = record['password_hash']
    return {
      user: userOf(record),
      passwordHash: typeof passwordHash === 'string' ? passwordHash : null,
    }
  }

  #transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#parts.availability.transact(this.#parts.store, work)
  }
}

interface StoredUser {
  readonly user: User
  /** Null for those who only log in elsewhere. */
  readonly passwordHash: string | null
}

const newUserId = (): string => `usr_${base32(randomBytes(USER_ID_BYTES))}`

const userOf = (record: SqlRecord): User => ({
  id: String(record['id']),
  email: String(record['email']),
  createdAt: Number(record['created_at']),
})

/** Makes the account of an address that was proven just now; undefined where it has one. */
export async function newUser(
  transaction: Transaction,
  email: string,
  passwordHash: string,
): Promise<User | undefined> {
  const id = newUserId()
  const now = realNow()
  const made = await transaction.run(sql.insertUser, [id, email, passwordHash, null, now])
  return made.length === 0 ? undefined : { id, email, createdAt: now }
}

/** The account of an address that was proven just now, with this password and no sessions. */
async function withPassword(
  transaction: Transaction,
  email: string,
  passwordHash: string,
): Promise<User> {
  const made = await newUser(transaction, email, passwordHash)
  if (made !== undefined) return made
  const [stored] = await transaction.run(sql.findUserByEmail, [email])
  if (stored === undefined) throw new Error('the account of an address that is taken is missing')
  const user = userOf(stored)
  await transaction.run(sql.setPassword, [user.id, passwordHash])
  await transaction.run(sql.deleteSessionsOf, [user.id])
  return user
}
