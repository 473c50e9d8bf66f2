// The routes of account pages: what a handler gets and returns. `pages.ts` lists them all.

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
  /** The session's token as the browser sent it; it may be invalid. */
  readonly session: string | undefined
  /** The sealed state of a started single sign-on. */
  readonly startedSignOn: string | undefined
  readonly query: URLSearchParams
  /** The raw query, with its question mark. */
  readonly search: string
  /** Empty for a GET. */
  readonly form: URLSearchParams
  /** The caller, for the fair queue of password checks; not authenticated. */
  readonly caller: Caller
  /** For people, such as "Firefox on Linux"; empty if the request does not name one. */
  readonly browser: string
  /** Logs details for the operator that the visitor does not see. */
  readonly warn: (error: unknown, text: string) => void
}

/** For routes that need a log-in. */
export type UserContext = AccountContext & { readonly user: User }

export interface AccountView {
  readonly title: string
  readonly content: Html
  /** Email address of the person, for pages in the frame of the portal. */
  readonly user?: string
  /** 200 by default. */
  readonly status?: 404 | 422 | 503
}

/** A redirect, with the cookies it sets; null deletes one. */
export interface AccountRedirect {
  readonly location: string
  readonly session?: string | null
  readonly startedSignOn?: string | null
}

/** A file to download. */
export interface AccountFile {
  readonly fileName: string
  readonly csv: string
}

export type AccountAnswer = AccountView | AccountRedirect | AccountFile

interface AccountRouteBase {
  /** Below `/account`. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** The name in metrics. */
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
 * Where to go after signing in: the requested page of this service, or the projects. ASCII only, as
 * the text becomes a header.
 */
export const nextOf = (text: string | null): string =>
  text !== null && text.length <= 500 && /^\/(p|account)(?:[/?][!-[\]-~]*)?$/.test(text)
    ? text
    : '/p'
