// The context of the learning pages (reference, guides, test cards, action codes), which exist in
// every project and under `/`.

import type { Perform } from '../../../api/endpoint/in-process.ts'
import type { Project } from '../../../engine/directory.ts'
import type { Role } from '../../../users/role.ts'
import type { MakeCall } from '../../../web/http/calls/internal-request.ts'
import type { OpenApiDocument } from '../../../web/http/schemas/open-api.ts'
import type { PerformAtGateway } from './perform-at-gateway.ts'
import type { Onward, PageService, Screen, View } from './screen.ts'

export interface LearnContext {
  readonly service: PageService
  /** The project whose credentials and cards the page shows, if any. */
  readonly project?: Project
  /** The visitor's role in the project. */
  readonly role?: Role
  /** Prefix of the URL path: `/p/{project}`, or empty. */
  readonly base: string
  /** Origin of this service. */
  readonly origin: string
  /** The project's time, or the real one; epoch milliseconds. */
  readonly now: number
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** The OpenAPI document. */
  readonly document: OpenApiDocument
  /** Performs an operation for the project; undefined without one. */
  readonly perform?: Perform
  /** Performs an operation of interface C for the project; undefined without one. */
  readonly performAtGateway?: PerformAtGateway
  /** Calls an interface for the visitor. */
  readonly call: MakeCall
}

interface Route {
  readonly path: string
  readonly operation: string
}

/** A screen that is also served under `/`. */
export interface LearnScreen extends Screen {
  readonly pages: readonly (Route & {
    readonly show: (context: LearnContext) => Promise<View | undefined>
  })[]
  readonly actions?: readonly (Route & {
    readonly act: (context: LearnContext) => Promise<View | Onward | undefined>
  })[]
  /** True if the pages under `/` contain no secret, so that they may be compressed. */
  readonly isPublic: boolean
}
