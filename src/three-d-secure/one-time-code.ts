// The code that an issuer sends to its cardholder and asks for on its page.

/** The issuer's page lets a payer try this many codes. */
export const CODE_TRIES = 3

/** The result of a code: right, wrong with tries left, or wrong for the last time. */
export function checkCode(
  expected: string,
  entered: string,
  wrongBefore: number,
): 'right' | 'try-again' | 'failed' {
  if (entered === expected) return 'right'
  return wrongBefore + 1 < CODE_TRIES ? 'try-again' : 'failed'
}
