// The routes of account pages: the inputs and results of their handlers. `pages.ts` lists them all.

import type { Service } from '../../../service.ts'
import type { Accounts } from '../../../users/accounts.ts'
import type { Caller } from '../../../users/fair-queue.ts'
import type { User } from '../../../users/user.ts'
import type { Html } from '../../../web/html/html.ts'

export interface AccountContext {
  readonly service: Service
  readonly accounts: Accounts
  /** The person who is signed in. */
  readonly user: User | undefined
  /** The session token as the browser sent it; it may be invalid. */
  readonly session: string | undefined
  /** The encrypted state of a single sign-on in progress. */
  readonly startedSignOn: string | undefined
  readonly query: URLSearchParams
  /** The raw query, including its question mark. */
  readonly search: string
  /** Empty for a GET. */
  readonly form: URLSearchParams
  /** The caller, for the fair queue of password checks; not authenticated. */
  readonly caller: Caller
  /** Display name of the browser, such as "Firefox on Linux"; empty if unknown. */
  readonly browser: string
  /** Logs details for the operator that the visitor does not see. */
  readonly warn: (error: unknown, text: string) => void
}

/** For routes that require a sign-in. */
export type UserContext = AccountContext & { readonly user: User }

export interface AccountView {
  readonly title: string
  readonly content: Html
  /** Email address of the person, for pages in the frame of the portal. */
  readonly user?: string
  /** 200 by default. */
  readonly status?: 404 | 422 | 503
}

/** A redirect with the cookies that it sets; null deletes a cookie. */
export interface AccountRedirect {
  readonly location: string
  readonly session?: string | null
  readonly startedSignOn?: string | null
}

/** A file download. */
interface AccountFile {
  readonly fileName: string
  readonly csv: string
}

export type AccountAnswer = AccountView | AccountRedirect | AccountFile

interface AccountRouteBase {
  /** Relative to `/account`. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** The operation's name in metrics. */
  readonly operation: string
}

/** Routes that are not `isOpen` redirect to the sign-in first. */
export type AccountRoute = AccountRouteBase &
  (
    | {
        readonly isOpen: true
        readonly answer: (context: AccountContext) => Promise<AccountAnswer>
      }
    | { readonly isOpen: false; readonly answer: (context: UserContext) => Promise<AccountAnswer> }
  )

/**
 * Where to redirect after the sign-in: the requested page of this service, or the projects. ASCII
 * only, because the text becomes a header.
 */
export const nextOf = (text: string | null): string =>
  text !== null && text.length <= 500 && /^\/(p|account)(?:[/?][!-[\]-~]*)?$/.test(text)
    ? text
    : '/p'
