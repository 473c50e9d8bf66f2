/** Masks card numbers for display, even if the whole number is given. */

/**
 * "4111 11•• •••• 1111" from a whole number or any masked form (`411111**1111`). Shows at most the
 * first six and last four digits; six hidden digits are assumed if their number is unknown.
 */
export function maskedCard(pan: string): string {
  const digits = pan.replace(/\D/g, '')
  if (digits.length < 10) return `•••• ${digits.slice(-4)}`
  const hidden = digits.length > 12 ? digits.length - 10 : 6
  const shown = digits.slice(0, 6) + '•'.repeat(hidden) + digits.slice(-4)
  return shown.replace(/(.{4})(?=.)/gu, '$1\u00A0')
}

/** "•••• 1111", next to the brand. */
export function lastFour(pan: string): string {
  return `••••\u00A0${pan.replace(/\D/g, '').slice(-4)}`
}

/** First six and last four digits, for URLs, which must not contain a card number. */
export const cardName = (pan: string): string => pan.slice(0, 6) + pan.slice(-4)
