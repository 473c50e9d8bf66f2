// The error codes of the gateway for the reference, each with its messages.

import type { OpenApiCode, OpenApiCodes } from '../../../web/http/schemas/open-api.ts'
import { type Message, MESSAGES } from './messages.ts'

const messages: readonly Message[] = Object.values(MESSAGES)

const codes: readonly OpenApiCode[] = [...Map.groupBy(messages, ({ code }) => code)]
  .toSorted(([one], [other]) => one - other)
  .map(([code, alike]) => ({
    code: String(code),
    meanings: [...new Set(alike.map(({ en }) => en.replace('%', 'parameter')))],
  }))

/** Operations spell this field differently (`forms.ts`); the last spelling is the usual one. */
export const CODES: readonly OpenApiCodes[] = [
  { members: ['ErrorCode', 'error.code', 'errorCode'], codes },
]
