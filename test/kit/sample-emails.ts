// Every email with sample data: for tests, and for pictures of them.

import type { Email } from '../../src/users/email.ts'
import * as emails from '../../src/users/emails.ts'

export const EMAIL_TO = 'ada@example.com'
export const EMAIL_LINK = 'https://sandcard.example/account/password?for=reset&token=abc'
const PROJECT = { by: 'owner@example.com', project: 'Corner shop' }

/** The email and the label of its button if it has one, by the name of its function. */
// prettier-ignore
export const SAMPLE_EMAILS: Readonly<Record<keyof typeof emails & `${string}Email`, readonly [Email, button?: string]>> = {
  signUpEmail:          [emails.signUpEmail(EMAIL_TO, EMAIL_LINK), 'Confirm email address'],
  existingAccountEmail: [emails.existingAccountEmail(EMAIL_TO, EMAIL_LINK), 'Sign in'],
  resetEmail:           [emails.resetEmail(EMAIL_TO, EMAIL_LINK), 'Reset password'],
  invitationEmail:      [emails.invitationEmail(EMAIL_TO, EMAIL_LINK, { ...PROJECT, role: 'viewer' }), 'Join project'],
  newAddressEmail:      [emails.newAddressEmail(EMAIL_TO, EMAIL_LINK), 'Confirm email address'],
  takenAddressEmail:    [emails.takenAddressEmail(EMAIL_TO, EMAIL_LINK), 'Sign in'],
  addressChangedEmail:  [emails.addressChangedEmail(EMAIL_TO, EMAIL_LINK, 'new@example.com'), 'Sign in'],
  accountDeletedEmail:  [emails.accountDeletedEmail(EMAIL_TO, EMAIL_LINK)],
  projectDeletedEmail:  [emails.projectDeletedEmail(EMAIL_TO, EMAIL_LINK, PROJECT), 'See your projects'],
  newOwnerEmail:        [emails.newOwnerEmail(EMAIL_TO, EMAIL_LINK, PROJECT), 'Open project'],
  ownerChangedEmail:    [emails.ownerChangedEmail(EMAIL_TO, EMAIL_LINK, { ...PROJECT, owner: 'dev@example.com' }), 'Open project'],
  failingCallbacksEmail: [emails.failingCallbacksEmail(EMAIL_TO, EMAIL_LINK, { project: PROJECT.project, callback: { operation: 'deposited', failures: 3, result: 'HTTP 500' } }), 'See failing callbacks'],
}
