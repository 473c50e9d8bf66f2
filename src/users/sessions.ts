// Sessions: the places where a person is signed in. A browser keeps a random token in a cookie; its
// hash is stored.

import { DAY_MS } from '../kernel/calendar.ts'
import * as sql from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { isToken, newToken } from './tokens.ts'
import { type User, userOf } from './user.ts'

export const SESSION_LIFE_MS = 30 * DAY_MS
/** Maximum number of sessions per person; a new one replaces the oldest. */
const SESSIONS_MAX = 100
/** Maximum number of sessions listed; *Sign out everywhere* ends the others. */
const SESSIONS_SHOWN = 50
const SESSION_ID_PATTERN = /^[\w-]{16}$/
const SESSION_ID_LENGTH = 16

export interface Session {
  /** Identifies the session among the person's sessions; it does not grant access. */
  readonly id: string
  readonly since: number
  /** Display name, such as "Firefox on Linux"; empty if unknown. */
  readonly browser: string
  readonly isCurrent: boolean
}

/** Opens a session; returns the token for the browser's cookie. */
export async function openSession(
  { hashes, transact }: Accounts,
  userId: string,
  browser: string,
): Promise<string> {
  const token = newToken()
  const now = realNow()
  const row = [hashes.of('session', token), userId, now, now + SESSION_LIFE_MS, browser]
  await transact(async (transaction) => {
    await transaction.run(sql.trimSessions, [userId, SESSIONS_MAX - 1])
    await transaction.run(sql.insertSession, row)
  })
  return token
}

/** The user of a session token; undefined if there is none or it expired. */
export async function userOfSession(
  { hashes, reads }: Accounts,
  token: string,
): Promise<User | undefined> {
  if (!isToken(token)) return undefined
  const [record] = await reads.query(sql.findSession, [hashes.of('session', token), realNow()])
  return record && userOf(record)
}

export async function countSessions({ reads }: Accounts, { id }: User): Promise<number> {
  const [record] = await reads.query(sql.countSessions, [id, realNow()])
  return Number(record?.['sessions'])
}

/** The newest sessions of a person, newest first; `token` is the current one. */
export async function listSessions(
  { hashes, reads }: Accounts,
  { id }: User,
  token: string,
): Promise<readonly Session[]> {
  const current = hashes.of('session', token)
  const records = await reads.query(sql.listSessions, [id, realNow(), SESSIONS_SHOWN])
  return records.map((record) => ({
    id: String(record['hash']).slice(0, SESSION_ID_LENGTH),
    since: Number(record['created_at']),
    browser: String(record['browser']),
    isCurrent: record['hash'] === current,
  }))
}

/** Ends one of a person's sessions. */
export async function endSession(
  { transact }: Accounts,
  { id }: User,
  session: string,
): Promise<void> {
  if (!SESSION_ID_PATTERN.test(session)) return
  const parameters = [id, SESSION_ID_LENGTH, session]
  await transact((transaction) => transaction.run(sql.endSession, parameters))
}

export async function logOut({ hashes, transact }: Accounts, token: string): Promise<void> {
  const hash = hashes.of('session', token)
  await transact((transaction) => transaction.run(sql.deleteSession, [hash]))
}

/** Ends all sessions of a person, including the current one. */
export async function signOutEverywhere({ transact }: Accounts, { id }: User): Promise<void> {
  await transact((transaction) => transaction.run(sql.deleteSessionsOf, [id]))
}
