// Links in emails: random tokens that work once and expire. Only their hashes are stored.

import { HOUR_MS } from '../kernel/calendar.ts'
import type { SqlRecord, Transaction } from '../store/store.ts'
import * as sql from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { LINK_LIFE_MS, type LinkPurpose } from './emails.ts'
import { isToken, newToken } from './tokens.ts'

/**
 * Maximum number of emails to one address per hour. Earlier links stay valid, so that another
 * caller cannot invalidate them.
 */
const EMAILS_PER_HOUR = 5

/** Purposes whose link opens the page that sets a password. */
export type PasswordPurpose = Extract<LinkPurpose, 'sign-up' | 'reset'>

interface MailLink {
  readonly email: string
  /** The account that requested it, if the purpose needs one. */
  readonly userId: string | null
}

/**
 * Creates a link to send to an address. Undefined if too many emails of this purpose were sent to
 * the address. Each purpose counts separately, so that requests for one cannot block another.
 */
export function createMailLink(
  { hashes, store, transact }: Accounts,
  purpose: LinkPurpose,
  { email, userId = null }: { readonly email: string; readonly userId?: string | null },
): Promise<string | undefined> {
  const token = newToken()
  return transact(async (transaction) => {
    await sql.lockName(transaction, store.dialect, `email ${email}`)
    const now = realNow()
    const [record] = await transaction.run(sql.countMailLinks, [email, purpose, now - HOUR_MS])
    if (Number(record?.['links']) >= EMAILS_PER_HOUR) return undefined
    const endsAt = now + LINK_LIFE_MS[purpose]
    const row = [hashes.of('link', token), purpose, email, now, endsAt, userId]
    await transaction.run(sql.insertMailLink, row)
    return token
  })
}

/**
 * Counts an invitation, whose link is stored with it. False if the address was sent too many
 * emails.
 */
export async function countInvitation(
  { hashes, store }: Accounts,
  transaction: Transaction,
  email: string,
): Promise<boolean> {
  await sql.lockName(transaction, store.dialect, `email ${email}`)
  const now = realNow()
  const [record] = await transaction.run(sql.countAllMailLinks, [email, now - HOUR_MS])
  if (Number(record?.['links']) >= EMAILS_PER_HOUR) return false
  const row = [hashes.of('link', newToken()), 'invitation', email, now, now + HOUR_MS, null]
  await transaction.run(sql.insertMailLink, row)
  return true
}

/** The purpose of a link; undefined if unknown, used or expired. Opening it does not use it. */
export async function findMailLink(
  { hashes, reads }: Accounts,
  purpose: LinkPurpose,
  token: string,
): Promise<MailLink | undefined> {
  if (!isToken(token)) return undefined
  const parameters = [hashes.of('link', token), purpose, realNow()]
  const [record] = await reads.query(sql.findMailLink, parameters)
  return record && linkOf(record)
}

/** Uses a link; the result is as in `findMailLink`. */
export async function takeMailLink(
  { hashes }: Accounts,
  transaction: Transaction,
  { purpose, token }: { readonly purpose: LinkPurpose; readonly token: string },
): Promise<MailLink | undefined> {
  if (!isToken(token)) return undefined
  const parameters = [hashes.of('link', token), purpose, realNow()]
  const [record] = await transaction.run(sql.takeMailLink, parameters)
  return record && linkOf(record)
}

const linkOf = (record: SqlRecord): MailLink => {
  const userId = record['user_id']
  return { email: String(record['email']), userId: typeof userId === 'string' ? userId : null }
}
