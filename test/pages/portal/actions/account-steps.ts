// Every form that only exists in hosted mode: accounts and members.

import type { Step } from '../../../kit/browser-steps.ts'
import { PASSWORD } from '../../../kit/person.ts'

const ANOTHER = 'a sentence that is another one'
const FIRST_PAGE = /Nothing has happened in this project yet/
const NEW_PROJECTS = 'No projects yet.'

/** The steps before there is a project. */
// prettier-ignore
export const FIRST_STEPS: readonly Step[] = [
  { go: '/account/sign-up', form: '#sign-up', wrong: { 'Email address': 'ada@nowhere' }, type: { 'Email address': 'ada@example.com' }, press: 'Send link', shows: 'Check your inbox' },
  { go: '{email to ada@example.com}', form: '#password', wrong: { Password: 'short' }, type: { Password: PASSWORD }, press: 'Create account', shows: FIRST_PAGE },
  { go: '/p', form: '#new-project', wrong: { 'Name of a new project': ' ' }, type: { 'Name of a new project': 'Corner shop' }, press: 'Create project', shows: FIRST_PAGE, keeps: ['project', /^\/p\/(\w+)$/] },
]

/** The other members, each with a separate browser. */
// prettier-ignore
export const MEMBER_STEPS: readonly Step[] = [
  ...['developer', 'viewer', 'withdrawn'].map((who): Step => (
    { go: '{base}/members', form: '#invite', wrong: { 'Email address': 'member@nowhere' }, type: { 'Email address': `${who}@example.com`, Role: who === 'developer' ? 'Developer: changes data, sees keys' : 'Viewer: read only, no keys' }, press: 'Send invitation', shows: 'Invitation sent' })),
  { form: 'a[href$="/members/invitations.csv"]', file: /^invitations\.csv$/ },
  { form: 'form[action$="/members/withdraw"]:has([value="withdrawn@example.com"])', press: 'Withdraw the invitation of withdrawn@example.com', shows: 'Invitation withdrawn' },
  { form: '#invite-again', press: 'Invite withdrawn@example.com again', shows: 'Invitation sent' },
  { form: 'form[action$="/members/withdraw"]:has([value="withdrawn@example.com"])', press: 'Withdraw the invitation of withdrawn@example.com', shows: 'Invitation withdrawn' },
  ...['developer', 'viewer'].map((who): Step => (
    { who, go: `{email to ${who}@example.com}`, form: '#invitation', wrong: { Password: 'short' }, type: { Password: PASSWORD }, press: 'Join project', shows: 'Recent orders and cards' })),
  { go: '{base}/members', within: ['.dialog:has([action$="/role"])', /viewer@example\.com/], form: '[action$="/role"]', type: { Role: 'Developer: changes data, sees keys' }, press: 'Change role', shows: 'Role changed' },
  { go: '{base}/members', within: ['.dialog:has([action$="/role"])', /viewer@example\.com/], form: '[action$="/role"]', type: { Role: 'Viewer: read only, no keys' }, press: 'Change role', shows: 'Role changed' },
  { go: '{base}/callbacks/settings', form: '#callback-alerts', press: 'Email me', shows: /We email \S+ when/ },
  { form: '#callback-alerts', press: 'Stop emails', shows: /Get an email when/ },
]

/** The steps after all pages were opened. */
// prettier-ignore
export const LEAVING_STEPS: readonly Step[] = [
  { go: '{base}/audit', press: 'Export CSV', file: /^audit.*\.csv$/ },
  { go: '{base}/audit', form: '#list-filter', type: { Text: 'change role' }, press: 'Apply filters', shows: /Text: change role/i },
  { go: '{base}/members', press: 'Export CSV', file: /^members\.csv$/ },
  { who: 'viewer', go: '{base}/members', form: '#leave', press: 'Leave project', shows: NEW_PROJECTS },
  { go: '{base}/members', within: ['.dialog:has([action$="/role"])', /developer@example\.com/], form: 'form[action$="/remove"]', press: 'Remove member', shows: /Member removed/ },
]

/** The steps until the account is deleted. */
// prettier-ignore
export const ACCOUNT_STEPS: readonly Step[] = [
  { who: 'elsewhere', go: '/account/log-in', form: '#log-in', type: { 'Email address': 'ada@example.com', Password: PASSWORD }, press: 'Sign in', shows: 'Sandbox' },
  { go: '/account', press: 'Export CSV', file: /^sessions\.csv$/ },
  { go: '/account', within: ['.sessions li', /^(?!.*this session)/], form: 'form', press: /^Sign out of /, shows: /Session ended/ },
  { form: '#change-address', wrong: { 'New email address': 'eve@example.com', 'Current password': 'not the password' }, type: { 'New email address': 'eve@example.com', 'Current password': PASSWORD }, press: 'Send link', shows: 'Check your inbox' },
  { go: '{email to eve@example.com}', form: '#address', press: 'Change email address', shows: /Email address changed/ },
  { form: '#change-password', wrong: { 'Current password': 'not the password', 'New password': ANOTHER }, type: { 'Current password': PASSWORD, 'New password': ANOTHER }, press: 'Change password', shows: /Password changed/ },
  { go: '/p', form: '.user-menu form[action="/account/log-out"]', press: 'Sign out', shows: 'Create account' },
  { go: '/account/forgotten', form: '#forgotten', wrong: { 'Email address': 'eve@nowhere' }, type: { 'Email address': 'eve@example.com' }, press: 'Send link', shows: 'Check your inbox' },
  { go: '{email to eve@example.com}', form: '#password', type: { Password: PASSWORD }, press: 'Reset password', shows: 'Sandbox' },
  { go: '/account', form: '#log-out-everywhere', press: 'Sign out everywhere', shows: 'Forgot your password?' },
  { form: '#log-in', wrong: { 'Email address': 'eve@example.com', Password: 'not the password' }, type: { 'Email address': 'eve@example.com', Password: PASSWORD }, press: 'Sign in', shows: 'Sandbox' },
  { go: '/account/delete', form: '#delete-account', wrong: { 'Enter your email address to confirm': 'another', 'Current password': PASSWORD }, type: { 'Enter your email address to confirm': 'eve@example.com', 'Current password': PASSWORD }, press: 'Delete account', shows: 'Your account was deleted' },
]
