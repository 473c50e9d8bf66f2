// Errors of an operation, by the fields of the form.

import { Problem } from '../../../api/endpoint/problems.ts'
import { requestErrorOf } from '../../../web/http/responses/error.ts'
import { REQUIRED } from '../../../web/http/schemas/violation-detail.ts'
import type { Mistakes } from '../parts/form-view.ts'

/** The texts of the page instead of those of the API, by field; a function rewrites the text. */
type Wordings = Readonly<Record<string, string | ((text: string) => string)>>

/**
 * The result of an operation, or the errors by field. An error about an unnamed value is shown at
 * the first field. Other errors are thrown.
 */
export async function resultOrMistakes<T>(
  work: Promise<T>,
  fields: readonly string[],
  wordings: Wordings = {},
): Promise<{ readonly result: T } | { readonly mistakes: Mistakes }> {
  try {
    return { result: await work }
  } catch (error) {
    const mistakes = mistakesOf(error, fields)
    if (mistakes.length === 0) throw error
    return {
      mistakes: Object.fromEntries(
        mistakes.map(([name, text]) => [name, worded(text, wordings[name])]),
      ),
    }
  }
}

const worded = (text: string, wording: Wordings[string] = text): string =>
  typeof wording === 'string' ? wording : wording(text)

function mistakesOf(error: unknown, fields: readonly string[]): (readonly [string, string])[] {
  return issuesOf(error, fields[0]).flatMap(({ pointer, detail }) => {
    const name = pointer.split('/').find((each) => fields.includes(each))
    return name === undefined ? [] : [[name, detail] as const]
  })
}

const EMPTY: ReadonlySet<string> = new Set([REQUIRED, 'must not be empty'])

function issuesOf(error: unknown, first = '') {
  const sentences = (issues: Problem['issues']) =>
    issues.map(({ pointer, detail }) => ({
      pointer,
      detail: EMPTY.has(detail) ? 'Enter a value.' : `It ${detail}.`,
    }))
  if (error instanceof Problem) return sentences(error.issues)
  const sorted = requestErrorOf(error)
  if (sorted.kind === 'invalid') return sentences(sorted.issues)
  if (sorted.kind !== 'fault') return []
  const { code, message, member = code === 'parameter-invalid' ? first : '' } = sorted.fault
  return [{ pointer: member, detail: message }]
}
