// Another mail address of an account: a letter with a link goes there, and whoever is logged in with the account opens it. What is answered, and how
// fast, is the same for every address; the one before hears of the change.

import { emailOf, PASSWORD_LENGTH } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import { accountView } from './account-page.ts'
import { loneForm, said } from './lone-form.ts'
import { NO_ADDRESS, typedEmail } from './sign-up.ts'
import type { AccountAnswer, AccountView, UserContext } from './account-route.ts'

const form = 'change-address'

export async function askForAddress(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user, address } = context
  const typed = typedEmail(posted)
  const email = emailOf(typed)
  if (email === undefined)
    return accountView(context, { form, typed, mistakes: { email: NO_ADDRESS } })
  if (email === user.email)
    return accountView(context, {
      form,
      typed,
      mistakes: { email: 'This is your address already.' },
    })
  const current = (posted.get('current') ?? '').slice(0, PASSWORD_LENGTH.max)
  if (!(await accounts.users.confirms(user, current, address)))
    return accountView(context, {
      form,
      typed,
      mistakes: { current: 'This is not your password.' },
    })
  await accounts.users.sendAddressLink(user, email)
  return said(
    'Look into your mail',
    html`A letter to <strong><bdi>${email}</bdi></strong> is on its way. Open its link in this
      browser within an hour; until then you log in with <bdi>${user.email}</bdi>.`,
  )
}

const EXPIRED_VIEW: AccountView = said(
  'This link is not good any more',
  html`It was used, its time is over, or it is another account’s.
    <a href="/account">Your account</a>`,
  404,
)

/** Opening the letter's link changes nothing: mail servers open links, too. */
export async function showAddress({ query, accounts, user }: UserContext): Promise<AccountAnswer> {
  const token = query.get('token') ?? ''
  const email = await accounts.users.newAddressOf(token, user)
  if (email === undefined) return EXPIRED_VIEW
  return loneForm({
    title: 'Change the address',
    lead: html`From <strong><bdi>${user.email}</bdi></strong> to <strong><bdi>${email}</bdi></strong
      >.`,
    form: { id: 'address', action: '/account/address', hidden: { token }, button: 'Change it' },
  })
}

export async function changeAddress({ form, accounts, user }: UserContext): Promise<AccountAnswer> {
  const change = await accounts.users.changeAddress(form.get('token') ?? '', user)
  if (change === 'changed') return { location: '/account?did=address' }
  return change === 'over'
    ? EXPIRED_VIEW
    : said('Nothing was changed', 'The address has an account of its own by now.', 422)
}
