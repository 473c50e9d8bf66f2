// The code that an issuer sends to its cardholder and requests on its page.

/** Maximum number of codes that a payer can try. */
export const CODE_TRIES = 3

/** The result of a code: correct, wrong with remaining attempts, or wrong for the last time. */
export function checkCode(
  expected: string,
  entered: string,
  wrongBefore: number,
): 'right' | 'try-again' | 'failed' {
  if (entered === expected) return 'right'
  return wrongBefore + 1 < CODE_TRIES ? 'try-again' : 'failed'
}
