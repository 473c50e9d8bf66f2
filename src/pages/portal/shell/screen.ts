// A screen of the portal: its place in the rail, its pages and its actions. `screens.ts` lists all screens; rail, routes and tests derive
// from that list.

import type { Perform } from '../../../api/endpoint/in-process.ts'
import type { Operation } from '../../../api/endpoint/operation.ts'
import type { Project } from '../../../engine/directory.ts'
import type { ChangedKind } from '../../../engine/project-watch.ts'
import type { Dataset } from '../../../kernel/dataset.ts'
import type { CommandInput, CommandName, CommandResult } from '../../../registry/commands.ts'
import type { Service } from '../../../service.ts'
import type { User } from '../../../users/user.ts'
import type { Permission, Role } from '../../../users/role.ts'
import type { Queryable } from '../../../store/store.ts'
import type { Asset } from '../../../web/html/asset.ts'
import type { Html } from '../../../web/html/html.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import type { MakeCall } from '../../../web/http/internal-request.ts'
import type { OpenApiDocument } from '../../../web/http/open-api.ts'

/** The groups of the rail. */
export const GROUPS = ['Watch', 'Data', 'Make it happen', 'Learn', 'Project'] as const
export type Group = (typeof GROUPS)[number]

/** What a page of a project, or something to be done there, works with: one request, and all that it leads to. */
export interface PageContext {
  readonly service: Service
  readonly project: Project
  /** What the visitor is to the project; in local mode everybody is its owner. */
  readonly role: Role
  /** The logged-in user; undefined in local mode, which has no log-in. */
  readonly user: User | undefined
  /** Clock, counters and settings as they stand. */
  readonly dataset: Dataset
  /** Version of the dataset; the page shows this one or a newer one. */
  readonly version: string
  /** The project's time, epoch milliseconds. */
  readonly now: number
  /** Origin of this service. */
  readonly origin: string
  /** Path of the request, without its query. */
  readonly path: string
  /** `/p/{project}`: what every address of the project begins with. */
  readonly base: string
  /** Of the path, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** What was posted; empty on a GET. */
  readonly form: URLSearchParams
  /** Address of the caller, while there is one. */
  readonly ip: string | undefined
  /** The document of the reference. */
  readonly document: () => OpenApiDocument
  /** Performs an operation of an api for the project. */
  readonly perform: Perform
  /** Performs the call of interface C that a page shows as its sample. */
  readonly performAtGateway: (call: Extract<ApiCall, { api: 'C' }>) => Promise<object>
  /** Makes a call of an interface in the visitor's name. */
  readonly call: MakeCall
  readonly read: <A extends readonly unknown[], T>(
    work: (reads: Queryable, datasetId: number, ...rest: A) => Promise<T>,
    ...rest: A
  ) => Promise<T>
  readonly execute: <N extends CommandName>(
    command: N,
    input: CommandInput<N>,
  ) => Promise<CommandResult<N>>
}

/** What refreshes an open page. */
export interface LiveView {
  /** What it shows, in a word. */
  readonly of: string
  /** Where it is read again. */
  readonly address: string
  /** A change of these makes it do so. */
  readonly kinds: readonly ChangedKind[]
}

/** A page of a project, without its frame. */
export interface View {
  readonly title: string
  /** Its parts that change by themselves are marked by `data-live`, lists by `data-live-list`: see `live.js`. */
  readonly content: Html
  readonly live?: LiveView
  /** The call that gives the same; a page that is no project's data has none. */
  readonly call?: ApiCall
  /** What the page brings besides the scripts of the frame. */
  readonly scripts?: readonly Asset[]
  /** 200 where nothing else is said: 409 for a page that was stale, 422 for one that holds mistakes. */
  readonly status?: 409 | 422
}

/** Where the browser is redirected after an action. */
export interface Onward {
  /** Below the project's own address. */
  readonly location: string
  /** True where it is an address of this service as it stands: the payment page is no page of the portal. */
  readonly isBeyond?: true
}

/** A file to download, in parts. */
export interface Download {
  readonly fileName: string
  readonly contentType: string
  readonly parts: AsyncIterable<string>
}

export interface Route {
  /** Below `/p/{project}`. */
  readonly path: string
  /** Its name in metrics. */
  readonly operation: string
  /** What the visitor must be allowed; where nothing is said, to look at pages and to change by actions. */
  readonly needs?: Permission
}

/** Undefined is answered with 404. */
export interface PageRoute extends Route {
  /** The operation whose answer the page renders; none where no operation offers it. */
  readonly shows?: Operation
  readonly show: (context: PageContext) => Promise<View | Onward | undefined>
}
export interface ActionRoute extends Route {
  readonly performs?: Operation
  readonly act: (context: PageContext) => Promise<View | Onward | undefined>
  /** True if the action writes its own entry of the audit log. */
  readonly auditsItself?: true
}
export interface DownloadRoute extends Route {
  readonly send: (context: PageContext) => Promise<Download | undefined>
}

export interface Screen {
  readonly group: Group
  readonly label: string
  readonly icon: Html
  /** Where the rail leads to, below `/p/{project}`. */
  readonly path: string
  /** True for what only makes sense where people log in. */
  readonly isHosted?: boolean
  /** Hidden from the rail without this permission. */
  readonly needs?: Permission
  readonly pages: readonly PageRoute[]
  readonly actions?: readonly ActionRoute[]
  readonly downloads?: readonly DownloadRoute[]
}
