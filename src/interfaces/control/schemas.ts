// What the control API's routes say alike in the reference.

import { ProblemSchema } from '../http/problem.ts'

export const TAGS = ['Control']

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})

/** Where a call names something by its id. */
export const NOT_FOUND = { 404: problem('There is no such thing') }

/** Answers that every call of a project can get. */
export const ERRORS = {
  400: problem('The body is not JSON'),
  401: problem('The credentials are missing or wrong'),
  422: problem('Well formed, but not acceptable; `errors` names the members'),
  503: problem('Not available; try again'),
}
