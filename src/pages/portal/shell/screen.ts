// A screen of the portal: its place in the navigation rail, its pages and its actions. Rail, routes
// and tests are derived from the list in `screens.ts`.

import type { Perform } from '../../../api/endpoint/in-process.ts'
import type { Operation } from '../../../api/endpoint/operation.ts'
import type { Project } from '../../../engine/directory.ts'
import type { ChangedKind } from '../../../engine/project-watch.ts'
import type { Dataset } from '../../../kernel/dataset.ts'
import type { Service } from '../../../service.ts'
import type { User } from '../../../users/user.ts'
import type { Permission, Role } from '../../../users/role.ts'
import type { Asset } from '../../../web/html/asset.ts'
import type { PerformAtGateway } from './perform-at-gateway.ts'
import type { Html } from '../../../web/html/html.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import type { MakeCall } from '../../../web/http/calls/internal-request.ts'
import type { OpenApiDocument } from '../../../web/http/schemas/open-api.ts'

/** The groups of the navigation rail. */
export const GROUPS = ['Watch', 'Data', 'Make it happen', 'Learn', 'Project'] as const
type Group = (typeof GROUPS)[number]

/**
 * The parts of the service that pages use; a project's data is only accessible through operations.
 */
export type PageService = Pick<Service, 'accounts' | 'config' | 'directory' | 'operationApis'>

/** The context of a page or action: the request, the project and the visitor. */
export interface PageContext {
  readonly service: PageService
  readonly project: Project
  /** The visitor's role; in local mode every visitor is an owner. */
  readonly role: Role
  /** The signed-in user; undefined in local mode, which has no sign-in. */
  readonly user: User | undefined
  /** Current clock, counters and settings. */
  readonly dataset: Dataset
  /** Version of the dataset; the page shows this version or a newer one. */
  readonly version: string
  /** The project's time, epoch milliseconds. */
  readonly now: number
  /** Origin of this service. */
  readonly origin: string
  /** Path of the request, without its query. */
  readonly path: string
  /** `/p/{project}`, the prefix of all URL paths of the project. */
  readonly base: string
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The posted form; empty for GET. */
  readonly form: URLSearchParams
  /** IP address of the caller, while connected. */
  readonly ip: string | undefined
  /** The OpenAPI document. */
  readonly document: OpenApiDocument
  /** Performs an operation of an API for the project. */
  readonly perform: Perform
  /** Performs the call of interface C that a page shows as its sample. */
  readonly performAtGateway: PerformAtGateway
  /** Calls an interface for the visitor. */
  readonly call: MakeCall
}

/** Live updates of a page. */
export interface LiveView {
  /** Noun for the content, such as `card`. */
  readonly of: string
  /** URL to reload it from. */
  readonly address: string
  /** Kinds of changes that reload it. */
  readonly kinds: readonly ChangedKind[]
}

/** A page of a project, without its frame. */
export interface View {
  readonly title: string
  /** The back link and the heading of a page about one object, also of its JSON view. */
  readonly head?: Html
  /** `data-live` marks live parts, `data-live-list` live lists; see `live.js`. */
  readonly content: Html
  readonly live?: LiveView
  /** The equivalent call; undefined for pages without project data. */
  readonly call?: ApiCall
  /** Scripts in addition to the frame's. */
  readonly scripts?: readonly Asset[]
  /** 200 by default; 409 for an outdated page, 422 for invalid input. */
  readonly status?: 403 | 404 | 405 | 409 | 422
}

/** Where the browser is redirected after an action. */
export interface Onward {
  /**
   * Path relative to the project's URL. The query parameter `did` and those after it select the
   * success notice; a script removes them from the URL once it is shown.
   */
  readonly location: string
  /** True for a path outside the project, such as the payment page. */
  readonly isBeyond?: true
  /** Details for the audit log, in addition to the path parameters. */
  readonly noted?: Readonly<Record<string, string>>
}

/** A file download, in parts. */
export interface Download {
  readonly fileName: string
  readonly contentType: string
  readonly parts: AsyncIterable<string>
}

export interface Route {
  /** Relative to `/p/{project}`. */
  readonly path: string
  /** Name in metrics. */
  readonly operation: string
  /** The required permission; by default `look` for pages and `change` for actions. */
  readonly needs?: Permission
}

/** Undefined results in 404. */
export interface PageRoute extends Route {
  /** The operation that the page renders, if there is one. */
  readonly shows?: Operation
  readonly show: (context: PageContext) => Promise<View | Onward | undefined>
}
export interface ActionRoute extends Route {
  readonly performs?: Operation
  /** A view if the form has mistakes, otherwise where to redirect, or a file. */
  readonly act: (context: PageContext) => Promise<View | Onward | Download | undefined>
  /** The maximum size of the form in bytes, if it may contain a file. */
  readonly formLimit?: number
  /** True if the action writes its own audit log entry. */
  readonly auditsItself?: true
  /** True if the action only exists in hosted mode. */
  readonly isHosted?: boolean
}
export interface DownloadRoute extends Route {
  /** True if it does not exist in hosted mode. */
  readonly isLocal?: true
  readonly send: (context: PageContext) => Promise<Download | undefined>
}

export interface Screen {
  readonly group: Group
  readonly label: string
  readonly icon: Html
  /** Target of the link in the navigation rail, relative to `/p/{project}`. */
  readonly path: string
  /** True if the screen only exists in hosted mode. */
  readonly isHosted?: boolean
  readonly pages: readonly PageRoute[]
  readonly actions?: readonly ActionRoute[]
  readonly downloads?: readonly DownloadRoute[]
}

/** The permission for the page that the rail links to; without it, the link is hidden. */
export const permissionOfScreen = ({ path, pages }: Pick<Screen, 'path' | 'pages'>): Permission =>
  pages.find((page) => page.path === path)?.needs ?? 'look'
