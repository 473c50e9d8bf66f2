// Logging in by the provider that the operator trusts.

import { html } from '../../../web/html/html.ts'
import type { SingleSignOnRefusal } from '../../../users/single-sign-on.ts'
import { said } from './lone-form.ts'
import {
  type AccountAnswer,
  type AccountView,
  type AccountContext,
  nextOf,
} from './account-route.ts'

const REFUSAL_WORDS: Readonly<Record<SingleSignOnRefusal, string>> = {
  expired: 'It took too long, or began in another browser.',
  refused: 'Your organisation did not confirm who you are.',
  unconfirmed: 'Your organisation names no mail address of yours that it has confirmed.',
}

const failed = (text: string, status: AccountView['status']): AccountView =>
  said(
    'You were not logged in',
    html`${text} <a href="/account/log-in">Back to the log-in</a>`,
    status,
  )

const NO_PROVIDER = failed('No organisation is set up here.', 404)
const PROVIDER_AWAY_VIEW = failed(
  'Your organisation’s log-in cannot be reached just now. Try it again shortly.',
  503,
)

export async function depart({ accounts, query, warn }: AccountContext): Promise<AccountAnswer> {
  const { singleSignOn } = accounts
  if (singleSignOn === undefined) return NO_PROVIDER
  try {
    const { location, remembered } = await singleSignOn.depart(nextOf(query.get('next')))
    return { location, departure: remembered }
  } catch (error) {
    warn(error, 'the OpenID Connect provider cannot be used')
    return PROVIDER_AWAY_VIEW
  }
}

export async function arrive(context: AccountContext): Promise<AccountAnswer> {
  const { singleSignOn, users } = context.accounts
  if (singleSignOn === undefined) return NO_PROVIDER
  const arrival = await singleSignOn
    .arrive(context.search, context.departure ?? '')
    .catch((error: unknown) => {
      context.warn(error, 'the OpenID Connect provider cannot be used')
      return undefined
    })
  if (arrival === undefined) return PROVIDER_AWAY_VIEW
  if ('refused' in arrival) return failed(REFUSAL_WORDS[arrival.refused], 422)
  const user = await users.ofIdentity(arrival.identity)
  return {
    location: nextOf(arrival.next),
    session: await users.openSession(user.id, context.browser),
    departure: null,
  }
}
