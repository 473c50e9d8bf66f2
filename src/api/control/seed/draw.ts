// Pseudo-random numbers: the same seed gives the same numbers.

/** Draws an integer from `from` to `to`, both inclusive. */
export type Draw = (from: number, to: number) => number

/**
 * A full-period linear congruential generator over 32 bits, with the constants from Numerical
 * Recipes. It uses the high bits.
 */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from + Math.floor((state / 2 ** 32) * (to - from + 1))
  }
}
