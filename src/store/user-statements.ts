// The statements of accounts, their sessions, and the links in emails.

import type { Dialect, Statement, Transaction } from './store.ts'

/**
 * Held until the transaction ends, so that counts in it stay valid. SQLite has a single writer and
 * needs no lock.
 */
export async function lockName(
  transaction: Transaction,
  dialect: Dialect,
  name: string,
): Promise<void> {
  if (dialect === 'postgres') await transaction.run(lockNameStatement, [name])
}

const lockNameStatement: Statement = {
  name: 'lock_name',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0)) is null as locked',
}

export const findUserByEmail: Statement = {
  name: 'find_user_by_email',
  text: `select id, email, password_hash, single_sign_on, created_at from user_account
    where email = $1`,
}

export const findUserBySingleSignOn: Statement = {
  name: 'find_user_by_single_sign_on',
  text: 'select id, email, password_hash, created_at from user_account where single_sign_on = $1',
}

/** Returns no row if the address has an account. */
export const insertUser: Statement = {
  name: 'insert_user',
  text: `insert into user_account (id, email, password_hash, single_sign_on, created_at)
    values ($1, $2, $3, $4, $5) on conflict (email) do nothing returning id`,
}

export const setPassword: Statement = {
  name: 'set_password',
  text: 'update user_account set password_hash = $2 where id = $1',
}

/** Returns no row if the account has another identity already. */
export const linkSingleSignOn: Statement = {
  name: 'link_single_sign_on',
  text: `update user_account set single_sign_on = $2 where email = $1 and single_sign_on is null
    returning id, email, created_at`,
}

export const deleteUser: Statement = {
  name: 'delete_user',
  text: 'delete from user_account where id = $1',
}

export const insertSession: Statement = {
  name: 'insert_session',
  text: `insert into user_session (hash, user_id, created_at, ends_at, browser)
    values ($1, $2, $3, $4, $5)`,
}

/** Keeps the newest sessions of a person. */
export const trimSessions: Statement = {
  name: 'trim_sessions',
  text: `delete from user_session where hash in (
    select hash from user_session where user_id = $1 order by created_at desc, hash limit 1000 offset $2)`,
}

/** The user of a session, until it expires. */
export const findSession: Statement = {
  name: 'find_session',
  text: `select u.id, u.email, u.created_at from user_session s join user_account u on u.id = s.user_id
    where s.hash = $1 and s.ends_at > $2`,
}

export const countSessions: Statement = {
  name: 'count_sessions',
  text: 'select count(*) as sessions from user_session where user_id = $1 and ends_at > $2',
}

/** Newest first. */
export const listSessions: Statement = {
  name: 'list_sessions',
  text: `select hash, created_at, browser from user_session where user_id = $1 and ends_at > $2
    order by created_at desc, hash limit $3`,
}

/** One of a person's own sessions, by the start of its hash. */
export const endSession: Statement = {
  name: 'end_session',
  text: `delete from user_session where user_id = $1 and substr(hash, 1, $2) = $3 returning hash`,
}

export const deleteSession: Statement = {
  name: 'delete_session',
  text: 'delete from user_session where hash = $1',
}

export const deleteSessionsOf: Statement = {
  name: 'delete_sessions_of',
  text: 'delete from user_session where user_id = $1',
}

export const insertMailLink: Statement = {
  name: 'insert_mail_link',
  text: `insert into mail_link (hash, purpose, email, created_at, ends_at, user_id)
    values ($1, $2, $3, $4, $5, $6)`,
}

export const countMailLinks: Statement = {
  name: 'count_mail_links',
  text: 'select count(*) as links from mail_link where email = $1 and purpose = $2 and created_at > $3',
}

/** Links of every purpose, including invitations. */
export const countAllMailLinks: Statement = {
  name: 'count_all_mail_links',
  text: 'select count(*) as links from mail_link where email = $1 and created_at > $2',
}

export const findMailLink: Statement = {
  name: 'find_mail_link',
  text: 'select email, user_id from mail_link where hash = $1 and purpose = $2 and ends_at > $3',
}

/** A link works once: using it deletes it. */
export const takeMailLink: Statement = {
  name: 'take_mail_link',
  text: 'delete from mail_link where hash = $1 and purpose = $2 and ends_at > $3 returning email, user_id',
}

/** Links of an address whose password was set, which invalidates earlier links. */
export const deleteMailLinksOf: Statement = {
  name: 'delete_mail_links_of',
  text: 'delete from mail_link where email = $1',
}

/** Links of an account whose address changed, or that is deleted. */
export const deleteMailLinksOfUser: Statement = {
  name: 'delete_mail_links_of_user',
  text: 'delete from mail_link where user_id = $1',
}

/** Returns no row if the address has an account. */
export const setEmail: Statement = {
  name: 'set_email',
  text: `update user_account set email = $2
    where id = $1 and not exists (select 1 from user_account where email = $2) returning id`,
}
