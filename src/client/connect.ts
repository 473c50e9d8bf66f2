// The projects of a service, in this process or another, with a client for every interface.

import { type Caller, clientOf, ApiError, parsed } from './client.ts'
import { type EventOptions, eventsOf, type ProjectEvent } from './event-stream.ts'
import {
  type ControlApi,
  type InterfaceA,
  type InterfaceB,
  type InterfaceC,
  type ProjectDescription,
  interfaceARoutes,
  interfaceBRoutes,
  interfaceCRoutes,
  controlApiRoutes,
} from './operations.ts'
import { type Send, sendByFetch } from './send.ts'
import { type Waiting, waitingOf } from './waiting.ts'

/** A project as the control API describes it, with clients that use its credentials. */
export type SandboxProject = ProjectDescription & {
  /** Interface A. */
  readonly a: InterfaceA
  /** Interface B. */
  readonly b: InterfaceB
  /** Interface C. */
  readonly c: InterfaceC
  /** The control API: settings, clock, reset, ledger, callbacks, and waiting in tests. */
  readonly control: ControlApi & Waiting
}

/** A project to create. */
export interface NewProject {
  readonly name?: string | undefined
  /** Hosted mode: email address of the account that owns it. */
  readonly owner?: string | undefined
  /** Name or id of the snapshot to copy. */
  readonly snapshot?: string | undefined
  /** The same seed gives the same ids and card numbers. */
  readonly seed?: string | number | undefined
}

/** A service and its projects. */
export interface Connection {
  readonly url: string
  /**
   * Creates a project with its own credentials, product data and clients, and no records. A copy of
   * a snapshot has the snapshot's data.
   */
  readonly project: (request?: string | NewProject) => Promise<SandboxProject>
  /** Opens an existing project by its API key. */
  readonly open: (apiKey: string) => Promise<SandboxProject>
  /** The control API of an existing project, without reading the project first. */
  readonly control: (apiKey: string) => ControlApi
  /** The events of an existing project from now on, until the signal aborts. */
  readonly events: (apiKey: string, options?: EventOptions) => AsyncGenerator<ProjectEvent>
  /** Operations of the operator, with the admin token. */
  readonly admin: Pick<ControlApi, 'listProjects' | 'giveProject'>
}

/**
 * Connects to a running service. In hosted mode, the admin token is required to create, copy or
 * delete a project.
 */
export function connect(
  address: string,
  options: { readonly adminToken?: string | undefined } = {},
): Connection {
  // Node.js loads `fetch` on first use. Loading it here makes the first call faster.
  void globalThis.Headers
  return connectBy(sendByFetch, address, options)
}

/** A connection whose requests are sent by the given function. */
export function connectBy(
  send: Send,
  address: string,
  { adminToken }: { readonly adminToken?: string | undefined },
): Connection {
  const url = address.replace(/\/$/, '')
  const authorization =
    adminToken === undefined ? undefined : { authorization: `Bearer ${adminToken}` }
  const at = { url, send }
  // In hosted mode, copying or deleting a project requires both credentials.
  const control = (apiKey: string): ControlApi =>
    clientOf<ControlApi>(controlApiRoutes, {
      ...at,
      headers: { 'x-api-key': apiKey, ...authorization },
    })
  const withClients = (project: ProjectDescription): SandboxProject =>
    projectOf(at, project, control(project.interfaceB.apiKey))
  return {
    url,
    control,
    events: (apiKey, options) => eventsOf(withKey(at, apiKey), options),
    admin: clientOf<ControlApi>(controlApiRoutes, {
      ...at,
      ...(authorization && { headers: authorization }),
    }),
    async project(request) {
      const path = '/control/v1/projects'
      const headers = { 'content-type': 'application/json', ...authorization }
      const body = JSON.stringify(typeof request === 'object' ? request : { name: request })
      const response = await send(url + path, { method: 'POST', headers, body })
      const description = parsed(response.text)
      if (response.status !== 201) throw new ApiError('createProject', response, description)
      return withClients(description as ProjectDescription)
    },
    async open(apiKey) {
      return withClients(await control(apiKey).getProject())
    },
  }
}

type Place = Pick<Caller, 'url' | 'send'>

const withKey = (at: Place, apiKey: string): Caller => ({ ...at, headers: { 'x-api-key': apiKey } })

function projectOf(at: Place, project: ProjectDescription, control: ControlApi): SandboxProject {
  const { interfaceA, interfaceB, interfaceC } = project
  const basic = Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')
  const { userName, password } = interfaceC
  return {
    ...project,
    a: clientOf<InterfaceA>(interfaceARoutes, {
      ...at,
      headers: { authorization: `Basic ${basic}` },
    }),
    b: clientOf<InterfaceB>(interfaceBRoutes, withKey(at, interfaceB.apiKey)),
    c: clientOf<InterfaceC>(interfaceCRoutes, { ...at, members: { userName, password } }),
    control: { ...control, ...waitingOf(control) },
  }
}
