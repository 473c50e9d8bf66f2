// The codes of interface A for the reference, each with its causes, derived from the tables that
// the responses use.

import { DECLINE_CODES, DECLINES, DECLINES_OF_SIMULATIONS } from '../../ledger/decline.ts'
import type { OpenApiCode, OpenApiCodes } from '../../web/http/schemas/open-api.ts'
import { APPROVED_RESPONSE_CODE, FAULT_MEANING, SERVICE_FAULTS } from './codes.ts'

/** `cardholder-has-card` as "Cardholder has card". */
function inWords(name: string): string {
  const words = name.replaceAll('-', ' ').replace('json', 'JSON').replace('pin', 'PIN')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const responseCodes: readonly (readonly [code: string, meaning: string])[] = [
  [APPROVED_RESPONSE_CODE, 'Approved'],
  ...DECLINE_CODES.filter((code) => !DECLINES_OF_SIMULATIONS.includes(code)).map(
    (code) => [DECLINES[code].responseCode, DECLINES[code].message] as const,
  ),
  ...Object.entries(FAULT_MEANING).flatMap(([name, meaning]) =>
    'responseCode' in meaning ? [[meaning.responseCode, inWords(name)] as const] : [],
  ),
]

const byCode = (pairs: typeof responseCodes): readonly OpenApiCode[] =>
  [...Map.groupBy(pairs, ([code]) => code)]
    .map(([code, alike]) => ({ code, meanings: [...new Set(alike.map(([, said]) => said))] }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))

export const CODES: readonly OpenApiCodes[] = [
  { members: ['responseCode'], codes: byCode(responseCodes) },
  {
    members: ['errorCode'],
    codes: Object.entries(SERVICE_FAULTS).map(([name, { status, errorCode }]) => ({
      code: errorCode,
      status,
      meanings: [inWords(name)],
    })),
  },
]
