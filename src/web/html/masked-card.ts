/** Card numbers are masked wherever they are printed, also when somebody hands in a whole one. */

/**
 * "4111 11•• •••• 1111" from a whole number or from any masked form (`411111**1111`). At most the
 * first six and the last four digits are ever shown; the hidden part counts as six when unknown.
 */
export function maskedCard(pan: string): string {
  const digits = pan.replace(/\D/g, '')
  if (digits.length < 10) return `•••• ${digits.slice(-4)}`
  const hidden = digits.length > 12 ? digits.length - 10 : 6
  const shown = digits.slice(0, 6) + '•'.repeat(hidden) + digits.slice(-4)
  return shown.replace(/(.{4})(?=.)/gu, '$1\u00A0')
}

/** "•••• 1111", where the brand stands beside it. */
export function lastFour(pan: string): string {
  return `••••\u00A0${pan.replace(/\D/g, '').slice(-4)}`
}

/** First six and last four digits: what an address names a card by, which is no place for a number. */
export const cardName = (pan: string): string => pan.slice(0, 6) + pan.slice(-4)
