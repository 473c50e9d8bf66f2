// Masks a request or response: card numbers except their first six and last four digits, CVC and
// PIN completely.

import { scrubPans } from '../../../issuing/pan.ts'

/** Fields that contain card secrets. */
const SECRET_MEMBER = /("(?:\$?cvc2?|\$?cvv2?|pin)"\s*:\s*)("[^"]*"|\d+)/gi
/** Card secrets in a form, one field per line. */
const SECRET_FIELD = /^(\$?(?:cvc2?|cvv2?|pin)=).+$/gim

export function maskedText(text: string): string {
  return scrubPans(text).replaceAll(SECRET_MEMBER, '$1"•••"').replaceAll(SECRET_FIELD, '$1•••')
}
