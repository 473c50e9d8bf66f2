// The page for a URL with an unknown filter or page. Ignoring the parameter would show misleading
// rows.

import { Problem } from '../../../api/endpoint/problems.ts'
import { requestErrorOf } from '../../../web/http/responses/error.ts'
import { html } from '../../../web/html/html.ts'
import type { PageContext, View } from './screen.ts'

/** Thrown for an invalid value in a URL parameter. */
export class UnknownQuery extends Error {
  override readonly name = 'UnknownQuery'

  constructor(parameter: string, value: string) {
    super(`${parameter}=${value}`)
  }
}

/** Also true if the page's operation refuses a cursor or value. */
export function isUnknownQuery(error: unknown): boolean {
  if (error instanceof UnknownQuery) return true
  if (error instanceof Problem) return error.code === 'cursor-invalid'
  const sorted = requestErrorOf(error)
  return sorted.kind === 'invalid' && !sorted.isBody
}

const QUERY_SHOWN_LENGTH = 100

export const unknownQueryView = ({ path, query }: PageContext): View => ({
  title: 'Unknown filter or page',
  status: 422,
  content: html`<header class="heading"><h1>Unknown filter or page</h1></header>
    <div class="notice declined" role="alert">
      <div>
        <strong>Unknown filter or page in the URL.</strong>
        <code class="value">${query.toString().slice(0, QUERY_SHOWN_LENGTH)}</code>
      </div>
    </div>
    <p class="more"><a class="button quiet" href="${path}">Clear filters</a></p>`,
})
