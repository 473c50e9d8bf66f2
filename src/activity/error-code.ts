// The business error code of a response. Each interface has its own field for it.

import type { ExchangeApi } from './exchange-api.ts'

/** Fields that contain a code; zero means success. */
const CODE_MEMBERS = ['errorCode', 'responseCode', 'ErrorCode'] as const

/** The code of an error or decline in the response; null if there is none. */
export function errorCodeOf(
  api: ExchangeApi,
  status: number | null,
  answer: unknown,
): string | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null
  const members = answer as Readonly<Record<string, unknown>>
  if (api === 'A' || api === 'C') {
    const code = CODE_MEMBERS.map((name) => members[name]).find(isFailure)
    return code === undefined ? nestedCode(members['error']) : String(code)
  }
  const { code, approved, responseCode } = members
  // A simulated authorisation that the issuer declined.
  if (approved === false && isFailure(responseCode)) return String(responseCode)
  return (status ?? 0) >= 400 && typeof code === 'string' ? code : null
}

const isFailure = (code: unknown): code is string | number =>
  (typeof code === 'string' || typeof code === 'number') && Number(code) !== 0

/** Operations that register and pay in one call report a decline in an object. */
function nestedCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return isFailure(error.code) ? String(error.code) : null
}
