// An error that this interface finds before it executes a command.

import type { MESSAGES } from './messages.ts'
import type { Expectation } from '../parameters/parameter-types.ts'

/** The errors, by the name of their message. */
export type GatewayErrorName = keyof typeof MESSAGES

/** A refused request. `parameter` is the invalid one, and `expected` describes a valid value. */
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
