// The letters that people are sent, each with one link: what they say, and nothing that a stranger who reads them could use later.

import type { Role } from './role.ts'

/** What a link that was mailed is for. */
export type LinkPurpose = 'sign-up' | 'reset' | 'address'

/** Of the links that anybody may ask for. */
export type OpenPurpose = Exclude<LinkPurpose, 'address'>

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** What the letter leads to, for an operator whose service sends no mail; undefined where it leads nowhere. */
  readonly link: string
}

const HOUR_MS = 3_600_000
/** How long a link is good. */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  'sign-up': 24 * HOUR_MS,
  reset: HOUR_MS,
  address: HOUR_MS,
}
export const INVITATION_LIFE_MS = 7 * 24 * HOUR_MS

const letter = (to: string, subject: string, link: string, lines: readonly string[]): Letter => ({
  to,
  subject,
  link,
  text: `${[...lines.slice(0, -1), link, ...lines.slice(-1)].join('\n\n')}\n`,
})

export const signUpLetter = (to: string, link: string): Letter =>
  letter(to, 'Confirm your address', link, [
    'Somebody, probably you, signed up at this Sandcard with your address. The link confirms it and lets you choose a password; it works once, for a day:',
    'If it was not you, do nothing: without the link there is no account.',
  ])

export const knownAddressLetter = (to: string, link: string): Letter =>
  letter(to, 'You have an account already', link, [
    'Somebody, probably you, signed up at this Sandcard with your address, which has an account already. Log in here, or ask for another password there:',
    'If it was not you, nothing has changed.',
  ])

export const resetLetter = (to: string, link: string): Letter =>
  letter(to, 'Choose another password', link, [
    'Somebody, probably you, asked for another password of your account at this Sandcard. The link lets you choose it; it works once, for an hour, and ends every log-in there is:',
    'If it was not you, do nothing: your password stays.',
  ])

export const invitationLetter = (
  to: string,
  link: string,
  { by, project, role }: { readonly by: string; readonly project: string; readonly role: Role },
): Letter =>
  letter(to, `${by} invites you to a project`, link, [
    `${by} invites you to the project "${project}" at this Sandcard, as its ${role}. The link lets you join; it works once, for seven days:`,
    'If you do not know the sender, do nothing.',
  ])

export const addressLetter = (to: string, link: string): Letter =>
  letter(to, 'Confirm your new address', link, [
    'Somebody, probably you, wants an account at this Sandcard to have your address. The link confirms it for whoever is logged in with that account; it works once, for an hour:',
    'If it was not you, do nothing: without the link nothing changes.',
  ])

export const takenAddressLetter = (to: string, link: string): Letter =>
  letter(to, 'Your address has an account already', link, [
    'Somebody wants another account at this Sandcard to have your address, which has an account already. An address has one account: delete this one first if it was you. You log in here:',
    'If it was not you, nothing has changed.',
  ])

export const addressChangedLetter = (to: string, link: string, address: string): Letter =>
  letter(to, 'Your account has another address', link, [
    `Your account at this Sandcard has the address ${address} from now on. You log in with it here:`,
    'If it was not you, tell whoever runs this service: somebody knows your password.',
  ])
