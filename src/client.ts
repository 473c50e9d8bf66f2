// `sandcard/client`: the clients of every interface, for a service in this process or another. It
// does not load the service.

export { ApiError } from './client/client.ts'
export { connect } from './client/connect.ts'
export type { Connection, NewProject, SandboxProject } from './client/connect.ts'
export type * from './client/operations.ts'
export type { CallOptions } from './client/route.ts'
export type * from './client/waiting.ts'
