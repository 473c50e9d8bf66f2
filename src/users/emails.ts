// The emails of accounts. Each has one link and nothing that another
// reader could use later.

import type { Role } from './role.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Logged instead of the email if no mail server is configured. */
  readonly link: string
}

const PROJECT_NAME_SHOWN = 40
const HOUR_MS = 3_600_000
/** How long a link works, by purpose. */
export const LINK_LIFE_MS = { 'sign-up': 24 * HOUR_MS, reset: HOUR_MS, address: HOUR_MS } as const

export type LinkPurpose = keyof typeof LINK_LIFE_MS

const hours = (ms: number): string => (ms === HOUR_MS ? 'an hour' : `${ms / HOUR_MS} hours`)

/** The paragraphs of an email; the link comes before the last one. */
const email = (
  to: string,
  subject: string,
  link: string,
  paragraphs: readonly string[],
): Email => ({
  to,
  subject,
  link,
  text: `${[...paragraphs.slice(0, -1), link, ...paragraphs.slice(-1)].join('\n\n')}\n`,
})

export const signUpEmail = (to: string, link: string): Email =>
  email(to, 'Confirm your email address', link, [
    'Confirm your email address to finish creating your Sandcard account. ' +
      `The link lets you choose a password. It works once and expires in ${hours(LINK_LIFE_MS['sign-up'])}:`,
    'If this was not you, ignore this message. No account is created without the link.',
  ])

export const existingAccountEmail = (to: string, link: string): Email =>
  email(to, 'You already have an account', link, [
    'Someone, probably you, tried to sign up for Sandcard with your email address, which already has an account. Log in or reset your password here:',
    'If this was not you, ignore this message. Nothing has changed.',
  ])

export const resetEmail = (to: string, link: string): Email =>
  email(to, 'Reset your password', link, [
    'Reset the password of your Sandcard account. ' +
      `The link works once and expires in ${hours(LINK_LIFE_MS.reset)}. Using it signs you out everywhere:`,
    'If this was not you, ignore this message. Your password stays the same.',
  ])

export const invitationEmail = (
  to: string,
  link: string,
  { by, project, role }: { readonly by: string; readonly project: string; readonly role: Role },
): Email =>
  email(to, `${by} invites you to a project`, link, [
    `${by} invites you to the Sandcard project "${shortened(project)}" with the role ${role}. The link works once and expires in seven days:`,
    'If you do not know the sender, ignore this message.',
  ])

/** A name can hold a message of its own: it is cut, and cannot end the quotes around it. */
const shortened = (name: string): string => {
  const signs = [...name.replaceAll('"', "'")]
  return signs.length <= PROJECT_NAME_SHOWN
    ? signs.join('')
    : `${signs.slice(0, PROJECT_NAME_SHOWN - 1).join('')}…`
}

export const newAddressEmail = (to: string, link: string): Email =>
  email(to, 'Confirm your new email address', link, [
    'Confirm this email address for your Sandcard account. Open the link in a browser where you are logged in. ' +
      `It works once and expires in ${hours(LINK_LIFE_MS.address)}:`,
    'If this was not you, ignore this message. Nothing changes without the link.',
  ])

export const takenAddressEmail = (to: string, link: string): Email =>
  email(to, 'Your email address already has an account', link, [
    'Someone wants to use your email address for another Sandcard account, but it already has one. If this was you, delete this account first. Log in here:',
    'If this was not you, ignore this message. Nothing has changed.',
  ])

export const addressChangedEmail = (to: string, link: string, address: string): Email =>
  email(to, 'Your email address was changed', link, [
    `Your Sandcard account now uses the email address ${address}. Log in with it here:`,
    'If this was not you, contact the operator of this service: someone knows your password.',
  ])
