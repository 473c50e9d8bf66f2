// Signing up. The password is set after opening the link, so that callers cannot prepare an account
// in another person's name. The response and its time are the same whether or not the address has
// an account.

import { ipNetwork } from '../engine/ip-network.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { existingAccountEmail, signUpEmail } from './emails.ts'
import { createMailLink } from './mail-links.ts'
import { findUser } from './stored-user.ts'

/** Sends the link that creates an account, or notifies the owner of the address that one exists. */
export async function requestSignUp(accounts: Accounts, email: string, ip: string): Promise<void> {
  const { emailRate, mailer, origin } = accounts
  emailRate.count(ipNetwork(ip), realNow())
  // Read before the response, so that a database outage is the same for every address.
  const user = await findUser(accounts, email)
  mailer.sendLater(async () => {
    const token = await createMailLink(accounts, 'sign-up', { email })
    if (token === undefined) return undefined
    return user === undefined
      ? signUpEmail(email, `${origin}/account/password?for=sign-up&token=${token}`)
      : existingAccountEmail(email, `${origin}/account/log-in`)
  })
}
