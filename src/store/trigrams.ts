// The trigrams of a text (its parts of three characters) as a set of bits. A text can only contain
// another if it has all of its bits. Two integers are compared much faster than two texts, so a
// search first compares the bits.

/** Half of the 52 bits: bitwise operators work on 32 bits, and a number is exact up to 53. */
const HALF = 26

/** The value of a row without bits: it has every bit, so that its text is always compared. */
export const ANY_TRIGRAMS = -1

/** 0 for texts of fewer than three characters, which every row may contain. */
export function trigramBits(text: string): number {
  let low = 0
  let high = 0
  for (let end = 2; end < text.length; end++) {
    const bit = bitOf(text.charCodeAt(end - 2), text.charCodeAt(end - 1), text.charCodeAt(end))
    if (bit < HALF) low |= 1 << bit
    else high |= 1 << (bit - HALF)
  }
  return high * 2 ** HALF + low
}

/** The multiplier is prime and spreads similar trigrams (Knuth's multiplicative hashing). */
const bitOf = (first: number, second: number, third: number): number =>
  (Math.imul((first * 31 + second) * 31 + third, 2_654_435_761) >>> 0) % (2 * HALF)
