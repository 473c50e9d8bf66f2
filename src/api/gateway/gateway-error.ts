// An error that this interface itself finds, before any command is executed.

import type { MESSAGES } from './messages.ts'
import type { Expectation } from './parameter-types.ts'

/** What can be wrong with a request. */
export type GatewayErrorName = keyof typeof MESSAGES

/** Thrown where a request is refused. `parameter` is the name of the one at fault and `expected` what it ought to be, where the message tells it. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: GatewayErrorName
  readonly parameter: string
  readonly expected: Expectation | undefined

  constructor(code: GatewayErrorName, parameter = '', expected?: Expectation) {
    super(code)
    this.code = code
    this.parameter = parameter
    this.expected = expected
  }
}
