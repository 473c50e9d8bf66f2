// The form of an MCP tool.

import type { Connection } from '../../client/connect.ts'
import type { ObjectSchema } from './schemas.ts'

/** The service, and the project of the call. */
interface ToolContext {
  readonly connection: Connection
  readonly key: string
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly schema: ObjectSchema
  readonly effect: 'reads' | 'changes' | 'deletes'
  /** The SDK has validated the request with the schema. */
  readonly call: (request: Record<string, unknown>, context: ToolContext) => Promise<object>
}
