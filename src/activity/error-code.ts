// The business error code of a response: each interface has its own member.

import type { ExchangeApi } from './exchange-api.ts'

/** Members that contain a code; zero is a success. */
const CODE_MEMBERS = ['errorCode', 'responseCode', 'ErrorCode'] as const

/** The code of an error or decline in the answer; null if there is none. */
export function errorCodeOf(
  api: ExchangeApi,
  status: number | null,
  answer: unknown,
): string | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null
  const members = answer as Readonly<Record<string, unknown>>
  if (api === 'A' || api === 'C') {
    const code = CODE_MEMBERS.map((name) => members[name]).find(isFailure)
    return code ?? nestedCode(members['error'])
  }
  const { code, approved, responseCode } = members
  // A simulated authorisation that the issuer declined.
  if (approved === false && isFailure(responseCode)) return responseCode
  return (status ?? 0) >= 400 && typeof code === 'string' ? code : null
}

const isFailure = (code: unknown): code is string =>
  (typeof code === 'string' || typeof code === 'number') && Number(code) !== 0

/** Payments in one call name a decline in an object. */
function nestedCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return isFailure(error.code) ? String(error.code) : null
}
