// The emails about accounts. Each contains one link and nothing that someone else could use later.

import type { FailingCallback } from '../callbacks/callback.ts'
import { HOUR_MS } from '../kernel/calendar.ts'
import { email, type Email } from './email.ts'
import type { Role } from './role.ts'

const PROJECT_NAME_SHOWN = 40
const MINUTE_MS = 60_000
/** How long a link works, by purpose. Links that confirm a deletion are never sent by email. */
export const LINK_LIFE_MS = {
  'sign-up': 24 * HOUR_MS,
  reset: HOUR_MS,
  address: HOUR_MS,
  deletion: 10 * MINUTE_MS,
} as const

export type LinkPurpose = keyof typeof LINK_LIFE_MS

const hours = (ms: number): string => (ms === HOUR_MS ? 'an hour' : `${ms / HOUR_MS} hours`)

export const signUpEmail = (to: string, link: string): Email =>
  email({
    to,
    subject: 'Confirm your email address',
    text: [
      'Confirm your email address to finish creating your Sandcard account. You can then choose a password.',
    ],
    button: 'Confirm email address',
    link,
    note: `The link works once and expires in ${hours(LINK_LIFE_MS['sign-up'])}. If you did not request this, ignore this message. No account is created until you open the link.`,
  })

export const existingAccountEmail = (to: string, link: string): Email =>
  email({
    to,
    subject: 'You already have an account',
    text: [
      'Someone, probably you, tried to sign up for Sandcard with your email address. You already have an account: sign in, or reset your password on the sign-in page.',
    ],
    button: 'Sign in',
    link,
    note: 'If this was not you, ignore this message. Nothing has changed.',
  })

export const resetEmail = (to: string, link: string): Email =>
  email({
    to,
    subject: 'Reset your password',
    text: ['Choose a new password for your Sandcard account. This signs you out everywhere.'],
    button: 'Reset password',
    link,
    note: `The link works once and expires in ${hours(LINK_LIFE_MS.reset)}. If you did not request this, ignore this message. Your password stays the same.`,
  })

export const invitationEmail = (
  to: string,
  link: string,
  { by, project, role }: { readonly by: string; readonly project: string; readonly role: Role },
): Email =>
  email({
    to,
    subject: `${by} invited you to a Sandcard project`,
    text: [
      `${by} invited you to the Sandcard project “${shortened(project)}” as ${role === 'owner' ? 'an' : 'a'} ${role}.`,
    ],
    button: 'Join project',
    link,
    note: 'The link works once and expires in seven days. If you do not know the sender, ignore this message.',
  })

/**
 * A project name could contain a message, so it is shortened and cannot close the quotation marks
 * around it.
 */
const shortened = (name: string): string => {
  const signs = [...name.replaceAll(/["“”]/g, "'")]
  return signs.length <= PROJECT_NAME_SHOWN
    ? signs.join('')
    : `${signs.slice(0, PROJECT_NAME_SHOWN - 1).join('')}…`
}

export const newAddressEmail = (to: string, link: string): Email =>
  email({
    to,
    subject: 'Confirm your new email address',
    text: [
      'Confirm this email address for your Sandcard account. Open the link in a browser where you are signed in.',
    ],
    button: 'Confirm email address',
    link,
    note: `The link works once and expires in ${hours(LINK_LIFE_MS.address)}. If you did not request this, ignore this message. Nothing changes until you open the link.`,
  })

export const takenAddressEmail = (to: string, link: string): Email =>
  email({
    to,
    subject: 'Your email address already has an account',
    text: [
      'Someone tried to add your email address to another Sandcard account, but you already have an account with it. If this was you and you want to move the address, sign in and delete the existing account first.',
    ],
    button: 'Sign in',
    link,
    note: 'If this was not you, ignore this message. Nothing has changed.',
  })

export const addressChangedEmail = (to: string, link: string, address: string): Email =>
  email({
    to,
    subject: 'Your email address was changed',
    text: [`Your Sandcard account now uses the email address ${address}. Use it to sign in.`],
    button: 'Sign in',
    link,
    note: 'If this was not you, contact the operator of this service. Someone else may know your password.',
  })

export const accountDeletedEmail = (to: string, link: string): Email =>
  email({
    to,
    subject: 'Your account was deleted',
    text: ['Your Sandcard account was deleted. You can create a new one at any time.'],
    link,
    note: 'If this was not you, contact the operator of this service. Someone else may know your password.',
  })

/** Sent to the other members of a project that was deleted. */
export const projectDeletedEmail = (
  to: string,
  link: string,
  { by, project }: { readonly by: string; readonly project: string },
): Email =>
  email({
    to,
    subject: `The project “${shortened(project)}” was deleted`,
    text: [
      `${by} deleted the Sandcard project “${shortened(project)}” with all its data. Its credentials no longer work.`,
    ],
    button: 'See your projects',
    link,
  })

/** Sent to the member who is now the owner. */
export const newOwnerEmail = (
  to: string,
  link: string,
  { by, project }: { readonly by: string; readonly project: string },
): Email =>
  email({
    to,
    subject: `You now own the project “${shortened(project)}”`,
    text: [
      `${by} deleted their account and made you the owner of the Sandcard project “${shortened(project)}”. You can now manage its members, or delete it.`,
    ],
    button: 'Open project',
    link,
  })

/** Sent to the other members of a project with a new owner. */
export const ownerChangedEmail = (
  to: string,
  link: string,
  { by, project, owner }: { readonly by: string; readonly project: string; readonly owner: string },
): Email =>
  email({
    to,
    subject: `The project “${shortened(project)}” has a new owner`,
    text: [
      `${by} deleted their account. The owner of the Sandcard project “${shortened(project)}” is now ${owner}. Your role stays the same.`,
    ],
    button: 'Open project',
    link,
  })

/** Sent to a member who turned these emails on. */
export const failingCallbacksEmail = (
  to: string,
  link: string,
  { project, callback }: { readonly project: string; readonly callback: FailingCallback },
): Email =>
  email({
    to,
    subject: 'Callbacks are failing',
    text: [
      `Your server did not accept a callback of the Sandcard project “${shortened(project)}”.`,
      `A “${callback.operation}” callback has failed ${callback.failures} times. Last result: ${callback.result.replace(/^HTTP /, 'HTTP\u00A0')}.`,
    ],
    button: 'See failing callbacks',
    link,
    note: 'We send at most one of these emails a day for each project. You can turn them off in the project’s callback settings.',
  })
