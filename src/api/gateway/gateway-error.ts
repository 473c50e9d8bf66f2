// A refusal that this interface itself finds, before any command is executed.

import type { MESSAGES } from './messages.ts'

/** What can be wrong with a request. */
export type GatewayErrorName = keyof typeof MESSAGES

/** Thrown where a request is refused. `parameter` is the name of the one at fault, where the message tells it. */
export class GatewayError extends Error {
  override readonly name = 'Refusal'
  readonly refusal: GatewayErrorName
  readonly parameter: string

  constructor(refusal: GatewayErrorName, parameter = '') {
    super(refusal)
    this.refusal = refusal
    this.parameter = parameter
  }
}
