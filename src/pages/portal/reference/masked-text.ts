// What a call sent and what it answered, as they are shown at first: card numbers as their first six and last four digits, CVC and PIN not at all.

import { scrubPans } from '../../../issuing/pan.ts'

/** Members whose value is a secret of a card, whatever it looks like. */
const SECRET_MEMBER = /("(?:\$?cvc2?|\$?cvv2?|pin)"\s*:\s*)("[^"]*"|\d+)/gi
/** The same in a form, a field to a line. */
const SECRET_FIELD = /^(\$?(?:cvc2?|cvv2?|pin)=).+$/gim

export function maskedText(text: string): string {
  return scrubPans(text).replaceAll(SECRET_MEMBER, '$1"•••"').replaceAll(SECRET_FIELD, '$1•••')
}
