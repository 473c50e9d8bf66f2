// The issues of a value that its schema refuses, with the same texts as in a refused request.

import { type Issue, issuesOf } from '../../web/http/responses/error.ts'
import { violationsOf } from '../../web/http/schemas/compile-schemas.ts'

export const schemaIssues = (schema: object, value: unknown): readonly Issue[] =>
  issuesOf(violationsOf(schema, value), true)
