// The result of a call from the user's view: a 200 can be a decline. Interfaces A and C report
// errors in the body, B and the control API by the status.

import type { Meaning } from '../../../web/html/components.ts'

interface CallResult {
  readonly meaning: Meaning
  /** The code of an error or decline, such as `errorCode 1`; empty for a success. */
  readonly words: string
}

/** Fields that contain a code; zero means success. */
const CODE_MEMBERS = ['responseCode', 'errorCode', 'ErrorCode'] as const

export function resultOf(status: number, body: string): CallResult {
  if (status >= 500) return { meaning: 'warning', words: '' }
  const failure = failureIn(body)
  if (failure !== undefined || status >= 400) return { meaning: 'declined', words: failure ?? '' }
  return { meaning: status < 300 ? 'approved' : 'pending', words: '' }
}

function failureIn(body: string): string | undefined {
  const answer = objectIn(body)
  const failed = CODE_MEMBERS.find((name) => name in answer && Number(answer[name] ?? 0) !== 0)
  if (failed !== undefined) return `${failed} ${String(answer[failed])}`
  const { error } = answer
  if (typeof error === 'object' && error !== null && 'code' in error)
    return `error ${String(error.code)}`
  return answer['status'] === 'declined' ? 'declined' : undefined
}

/** The properties of a JSON object; none for any other text. */
function objectIn(body: string): Readonly<Record<string, unknown>> {
  if (!body.startsWith('{')) return {}
  try {
    return JSON.parse(body) as Readonly<Record<string, unknown>>
  } catch {
    // Longer responses are truncated, so they are not valid JSON.
    return {}
  }
}
