// What a call sent and what it answered, as they are shown at first: card numbers as their first six and last four digits, CVC and PIN not at all.

import { scrubPans } from '../../../issuing/pan.ts'

/** Members whose value is a secret of a card, whatever it looks like. */
const SECRET_MEMBER = /("(?:\$?cvc2?|\$?cvv2?|pin)"\s*:\s*)("[^"]*"|\d+)/gi
/** The same in a form, a field to a line. */
const SECRET_FIELD = /^(\$?(?:cvc2?|cvv2?|pin)=).+$/gim

/** Moments in milliseconds have the length of a short card number, and no card of the sandbox has so few digits. */
const MOMENT = /(?<!\d)1\d{12}(?!\d)/g
const MOMENT_MARK = /\u0000(\d+)\u0000/g

export function maskedText(text: string): string {
  const moments: string[] = []
  const without = text.replaceAll(MOMENT, (moment) => `\u0000${moments.push(moment) - 1}\u0000`)
  return scrubPans(without)
    .replaceAll(MOMENT_MARK, (_mark, index: string) => moments[Number(index)] ?? '')
    .replaceAll(SECRET_MEMBER, '$1"•••"')
    .replaceAll(SECRET_FIELD, '$1•••')
}
