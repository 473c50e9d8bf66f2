// Sign-in through the provider that the operator configured.

import { createDeletionProof } from '../../../users/deletion-proof.ts'
import { createFirstProject } from '../../../users/first-project.ts'
import { isIdentityOf, userOfIdentity } from '../../../users/identity.ts'
import { openSession } from '../../../users/sessions.ts'
import type { Identity, SingleSignOnRefusal } from '../../../users/single-sign-on.ts'
import { html } from '../../../web/html/html.ts'
import {
  type AccountAnswer,
  type AccountContext,
  type AccountView,
  nextOf,
} from './account-route.ts'
import { messagePage } from './lone-form.ts'

const REFUSAL_SENTENCES: Readonly<Record<SingleSignOnRefusal | 'other-identity', string>> = {
  expired: 'The sign-in took too long, was already completed, or was started in another browser.',
  refused: 'Your organisation did not confirm who you are.',
  unconfirmed: 'Your organisation did not provide a confirmed email address.',
  'other-identity':
    'The account with your email address is linked to another identity at your organisation. Sign in with the account’s password, or reset it.',
}

const failed = (text: string, status: AccountView['status']): AccountView =>
  messagePage(
    'You are not signed in',
    html`${text} <a href="/account/log-in">Back to sign in</a>`,
    status,
  )

const NO_PROVIDER = failed('Single sign-on is not configured.', 404)
const PROVIDER_UNAVAILABLE = failed(
  'Your organisation’s sign-in is not available. Try again shortly.',
  503,
)

export async function startSingleSignOn({
  accounts,
  query,
  warn,
}: AccountContext): Promise<AccountAnswer> {
  const { singleSignOn } = accounts
  if (singleSignOn === undefined) return NO_PROVIDER
  try {
    const confirms = query.get('for') === 'deletion'
    const { location, remembered } = await singleSignOn.start(nextOf(query.get('next')), {
      confirms,
    })
    return { location, startedSignOn: remembered }
  } catch (error) {
    warn(error, 'OpenID Connect provider unavailable')
    return PROVIDER_UNAVAILABLE
  }
}

export async function singleSignOnCallback(context: AccountContext): Promise<AccountAnswer> {
  const { accounts, search, startedSignOn = '', browser, warn } = context
  const { singleSignOn } = accounts
  if (singleSignOn === undefined) return NO_PROVIDER
  const completed = await singleSignOn.complete(search, startedSignOn).catch((error: unknown) => {
    warn(error, 'OpenID Connect provider unavailable')
    return undefined
  })
  if (completed === undefined) return PROVIDER_UNAVAILABLE
  if ('refused' in completed) return failed(REFUSAL_SENTENCES[completed.refused], 422)
  if (completed.confirms) return confirmDeletion(context, completed.identity)
  const known = await userOfIdentity(accounts, completed.identity)
  if (known === undefined) return failed(REFUSAL_SENTENCES['other-identity'], 422)
  const next = nextOf(completed.next)
  return {
    location:
      known.isNew && next === '/p'
        ? `/p/${await createFirstProject(context.service.directory, known.user)}`
        : next,
    session: await openSession(accounts, known.user.id, browser),
    startedSignOn: null,
  }
}

/** Continues the deletion of the signed-in account; never signs in to another account. */
async function confirmDeletion(
  { accounts, user }: AccountContext,
  identity: Identity,
): Promise<AccountAnswer> {
  if (user === undefined || !(await isIdentityOf(accounts, user, identity)))
    return failed('Your organisation confirmed a different person. Sign in and try again.', 422)
  const proof = await createDeletionProof(accounts, user)
  if (proof === undefined) return failed('Too many attempts. Try again in an hour.', 422)
  return { location: `/account/delete?proof=${proof}`, startedSignOn: null }
}
