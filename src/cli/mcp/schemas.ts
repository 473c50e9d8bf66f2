// The input schemas of MCP tools.

import { type Described, fieldsOf } from '../operation-fields.ts'

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: string[]
  readonly [member: string]: unknown
}

/** Added to the input of every tool. */
const KEY = {
  type: 'string',
  description:
    'API key of the project, interfaceB.apiKey of create_project; default: the project that the command was started with',
}

/** One object with the fields of the operation. */
export function inputOf(operation: Described): ObjectSchema {
  const { properties, required } = fieldsOf(operation)
  return objectSchema(properties, [...required])
}

export const objectSchema = (
  properties: ObjectSchema['properties'],
  required: string[] = [],
): ObjectSchema => ({
  type: 'object',
  properties: { ...properties, key: KEY },
  required,
  additionalProperties: false,
})
