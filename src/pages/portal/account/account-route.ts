// What a page of an account is handed, and what it answers. `pages.ts` lists them all.

import type { Service } from '../../../service.ts'
import type { Accounts } from '../../../users/accounts.ts'
import type { User } from '../../../users/user.ts'
import type { Html } from '../../../web/html/html.ts'

export interface AccountContext {
  readonly service: Service
  readonly accounts: Accounts
  /** Who is logged in. */
  readonly user: User | undefined
  /** The session that the browser sent, whatever it is. */
  readonly session: string | undefined
  /** What the browser remembers of a log-in at a provider. */
  readonly departure: string | undefined
  readonly query: URLSearchParams
  /** The query as it was sent, with its question mark. */
  readonly search: string
  /** What was posted; empty on a GET. */
  readonly form: URLSearchParams
  /** Address of the caller. */
  readonly address: string
  /** Their browser in words; empty where it does not say. */
  readonly browser: string
  /** Tells the operator of something that the visitor only hears in general. */
  readonly warn: (error: unknown, text: string) => void
}

/** Of somebody who is logged in. */
export type UserContext = AccountContext & { readonly user: User }

export interface AccountView {
  readonly title: string
  readonly content: Html
  /** 200 where nothing else is said. */
  readonly status?: 404 | 422 | 503
}

/** Where the browser goes on to, and which cookies change on the way: null ends one. */
export interface AccountOnward {
  readonly location: string
  readonly session?: string | null
  readonly departure?: string | null
}

export type AccountAnswer = AccountView | AccountOnward

interface AccountRouteBase {
  /** Below `/account`. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** Its name in metrics. */
  readonly operation: string
}

/** `isOpen` is for everybody; the others lead to the log-in first. */
export type AccountRoute = AccountRouteBase &
  (
    | {
        readonly isOpen: true
        readonly answer: (context: AccountContext) => Promise<AccountAnswer>
      }
    | { readonly isOpen: false; readonly answer: (context: UserContext) => Promise<AccountAnswer> }
  )

/** Where somebody goes on to who has logged in: a page of ours that was asked for before, or the projects. */
export const nextOf = (text: string | null): string =>
  text !== null && text.length <= 500 && /^\/(p|account)(?:[/?][^\\\s]*)?$/.test(text) ? text : '/p'
