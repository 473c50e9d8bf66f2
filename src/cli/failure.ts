// The output of a failed command: a sentence, the problem document for `--json`, and an exit code.

import { ApiError } from '../client/client.ts'
import { isConnectionFailure, reasonOf } from '../client/send.ts'
import { ConfigError } from '../config.ts'
import { sentenceOf } from '../failure-line.ts'
import { SchemaMismatch, StoreUnavailable } from '../store/store.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** A failure that a command detects. The message says what is wrong and what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: string
  readonly exitCode: ExitCode

  constructor(code: string, message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

/** An invalid argument that only the command can detect. */
export const wrongArgument = (message: string): CommandFailure =>
  new CommandFailure('usage', message, EXIT.usage)

interface FailureReport {
  /** The error in one line, as `failureLine` prints it. */
  readonly sentence: string
  readonly document: unknown
  readonly exitCode: ExitCode
}

/** An error of the client about a field of the path. */
const WRONG_ID = /^\w+: (\w+) is (missing|"\.+")$/

/** `nameOf` turns the JSON pointer of a field into the name that the user typed. */
export function reportOf(
  error: unknown,
  url: string,
  nameOf = (pointer: string): string => pointer,
): FailureReport {
  if (error instanceof ApiError) return apiReport(error, url, nameOf)
  if (error instanceof CommandFailure) return ownReport(error.code, error.message, error.exitCode)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ConfigError) return ownReport('invalid-setting', message, EXIT.usage)
  if (error instanceof SchemaMismatch) return ownReport('newer-schema', message, EXIT.usage)
  if (error instanceof StoreUnavailable)
    return ownReport('database-unavailable', message, EXIT.database)
  if (error instanceof TypeError) {
    const [, field, value] = WRONG_ID.exec(message) ?? []
    if (field !== undefined)
      return ownReport(
        'usage',
        `${nameOf(`/${field}`)} must not be ${value === 'missing' ? 'empty' : (value ?? '')}`,
        EXIT.usage,
      )
    // The message of the runtime would show the secret.
    if (message.includes('header value') || message.includes('ByteString'))
      return ownReport(
        'usage',
        'the API key, SANDCARD_ADMIN_TOKEN or SNAPSHOT_PASSPHRASE contains a character that is not allowed in a header',
        EXIT.usage,
      )
  }
  const reason = connectionFailure(error)
  return reason === undefined
    ? ownReport('failed', message, EXIT.failed)
    : ownReport(
        'no-service',
        `no service responds at ${url} (${reason}). Start one with "sandcard", or set its URL with --url.`,
        EXIT.unreachable,
      )
}

const ownReport = (code: string, detail: string, exitCode: ExitCode): FailureReport => ({
  sentence: sentenceOf(detail),
  document: { code, detail: sentenceOf(detail) },
  exitCode,
})

/** Where a command reads what the service misses, by the name in the problem. */
const HINTS = [
  ['X-API-KEY', ' Set the API key of a project with --key or SANDCARD_KEY.'],
  ['admin token', ' Set SANDCARD_ADMIN_TOKEN.'],
  ['Snapshot-Passphrase', ' Set SNAPSHOT_PASSPHRASE.'],
] as const

/** Server errors may succeed later. All others are client errors, even with HTTP 200 at C. */
const SERVER_ERROR = 500
/** The request was valid, but what it waited for did not happen. */
const NO_MATCH = 'no-match-in-time'

function apiReport(
  error: ApiError,
  url: string,
  nameOf: (pointer: string) => string,
): FailureReport {
  const { status, code, issues, body, operation } = error
  const isFailure = status >= SERVER_ERROR || code === NO_MATCH
  const exitCode = isFailure ? EXIT.failed : EXIT.refused
  if (code === undefined && typeof body !== 'object')
    return ownReport(
      'not-sandcard',
      `${url} is not a Sandcard service: ${operation} returned HTTP ${status} without JSON.`,
      EXIT.unreachable,
    )
  const members = typeof body === 'object' && body !== null ? body : {}
  let detail =
    'detail' in members && typeof members.detail === 'string'
      ? members.detail
      : `Operation ${error.message}`
  const wrong: string[] = []
  for (const { pointer, detail: what } of issues) {
    const text = `${nameOf(pointer)} ${what}`
    // Some details name the fields already.
    if (detail.includes(what)) detail = detail.replace(`${pointer} ${what}`, () => text)
    else wrong.push(text.trim())
  }
  const more = wrong.length === 0 ? '' : sentenceOf(wrong.join('; '))
  const [, hint = ''] = HINTS.find(([named]) => detail.includes(named)) ?? []
  return {
    sentence: `${sentenceOf(`${detail} ${more}`)}${hint} (${code ?? status})`,
    document: body,
    exitCode,
  }
}

/** Why `fetch` returned no response; undefined for any other error. */
export const connectionFailure = (error: unknown): string | undefined =>
  isConnectionFailure(error) ? reasonOf(error.cause) : undefined
