// Random draws that repeat: the same seed draws the same numbers.

import type { Draw } from './story.ts'

/** A linear congruential generator of full period over 32 bits (the constants of Numerical Recipes); its high bits serve. */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from + Math.floor((state / 2 ** 32) * (to - from + 1))
  }
}
