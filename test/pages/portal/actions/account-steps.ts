// Every form that only a hosted sandbox has: accounts, members, and what becomes of them.

import type { Step } from '../../../kit/clicker.ts'
import { PASSWORD } from '../../../kit/person.ts'

const ANOTHER = 'a sentence that is another one'
const FIRST_PAGE = /Nothing has happened in this project yet/
const NEW_PROJECTS = 'There is no project yet.'

/** Until there is a project. */
// prettier-ignore
export const FIRST_STEPS: readonly Step[] = [
  { go: '/account/sign-up', form: '#sign-up', wrong: { 'Mail address': 'ada@nowhere' }, type: { 'Mail address': 'ada@example.com' }, press: 'Send the link', shows: 'Look into your mail' },
  { go: '{letter to ada@example.com}', form: '#password', wrong: { Password: 'short' }, type: { Password: PASSWORD }, press: 'Make the account', shows: NEW_PROJECTS },
  { form: '#new-project', wrong: { Name: ' ' }, type: { Name: 'Corner shop' }, press: 'Make a project', shows: FIRST_PAGE, keeps: ['project', /^\/p\/(\w+)$/] },
]

/** Who else is there; each has a browser. */
// prettier-ignore
export const MEMBER_STEPS: readonly Step[] = [
  ...['developer', 'viewer', 'nobody'].map((who): Step => (
    { go: '{base}/members', form: '#invite', wrong: { 'Mail address': 'somebody@nowhere' }, type: { 'Mail address': `${who}@example.com`, As: who === 'developer' ? 'Developer: credentials, and all that the interfaces do' : 'Viewer: looks, sees no credentials' }, press: 'Invite', shows: 'The invitation is on its way' })),
  { form: 'form[action$="/members/withdraw"]:has([value="nobody@example.com"])', press: 'Withdraw the invitation of nobody@example.com', shows: 'The invitation is withdrawn' },
  ...['developer', 'viewer'].map((who): Step => (
    { who, go: `{letter to ${who}@example.com}`, form: '#invitation', wrong: { Password: 'short' }, type: { Password: PASSWORD }, press: 'Join', shows: 'What happened last' })),
  { go: '{base}/members', form: 'form:has([aria-label="Role of viewer@example.com"])', type: { 'Role of viewer@example.com': 'developer' }, press: 'Set the role of viewer@example.com', shows: 'The role was changed' },
  { go: '{base}/members', form: 'form:has([aria-label="Role of viewer@example.com"])', type: { 'Role of viewer@example.com': 'viewer' }, press: 'Set the role of viewer@example.com', shows: 'The role was changed' },
]

/** When the project has been seen. */
// prettier-ignore
export const LEAVING_STEPS: readonly Step[] = [
  { who: 'viewer', go: '{base}/members', form: '#leave', press: 'Leave the project', shows: NEW_PROJECTS },
  { go: '{base}/members', form: 'form[action$="/members/remove"]:has([aria-label="Remove developer@example.com"])', press: 'Remove developer@example.com', shows: 'The member was removed' },
]

/** The account, to its end. */
// prettier-ignore
export const ACCOUNT_STEPS: readonly Step[] = [
  { who: 'elsewhere', go: '/account/log-in', form: '#log-in', type: { 'Mail address': 'ada@example.com', Password: PASSWORD }, press: 'Log in', shows: NEW_PROJECTS },
  { go: '/account', form: '.sessions li:not(:has-text("this one")) form', press: /^End /, shows: /The log-in was ended/ },
  { form: '#change-address', wrong: { 'New mail address': 'eve@example.com', 'Password now': 'not the password' }, type: { 'New mail address': 'eve@example.com', 'Password now': PASSWORD }, press: 'Send the link', shows: 'Look into your mail' },
  { go: '{letter to eve@example.com}', form: '#address', press: 'Change it', shows: /The address was changed/ },
  { form: '#change-password', wrong: { 'Password now': 'not the password', 'New password': ANOTHER }, type: { 'Password now': PASSWORD, 'New password': ANOTHER }, press: 'Change it', shows: /The password was changed/ },
  { go: '/p', form: '.account-menu form', press: 'Log out', shows: 'Sign up' },
  { go: '/account/forgotten', form: '#forgotten', wrong: { 'Mail address': 'eve@nowhere' }, type: { 'Mail address': 'eve@example.com' }, press: 'Send the link', shows: 'Look into your mail' },
  { go: '{letter to eve@example.com}', form: '#password', type: { Password: PASSWORD }, press: 'Set the password', shows: NEW_PROJECTS },
  { go: '/account', form: '#log-out-everywhere', press: 'Log out everywhere', shows: 'Forgotten the password?' },
  { form: '#log-in', wrong: { 'Mail address': 'eve@example.com', Password: 'not the password' }, type: { 'Mail address': 'eve@example.com', Password: PASSWORD }, press: 'Log in', shows: NEW_PROJECTS },
  { go: '/account', form: '#delete-account', wrong: { 'Type your mail address to confirm': 'another' }, type: { 'Type your mail address to confirm': 'eve@example.com' }, press: 'Delete the account', shows: 'Sign up' },
]
