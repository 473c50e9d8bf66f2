// Card brands by the first digits of the number: their name, and how the digits are grouped.

interface Brand {
  /** The display name. */
  readonly name: string
  /** Regular expression source for the digits alone; the first matching brand is used. */
  readonly pattern: string
  readonly groups: readonly number[]
}

const GROUPS_OF_FOUR = [4, 4, 4, 4, 3] as const

// prettier-ignore
export const BRANDS: readonly Brand[] = [
  { name: 'Visa',             pattern: '^4',                                           groups: GROUPS_OF_FOUR },
  { name: 'Mir',              pattern: '^220[0-4]',                                    groups: GROUPS_OF_FOUR },
  { name: 'Mastercard',       pattern: '^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)', groups: GROUPS_OF_FOUR },
  { name: 'American Express', pattern: '^3[47]',                                       groups: [4, 6, 5] },
  { name: 'JCB',              pattern: '^35(2[89]|[3-8])',                             groups: GROUPS_OF_FOUR },
  { name: 'Discover',         pattern: '^(6011|64[4-9]|65)',                           groups: GROUPS_OF_FOUR },
  { name: 'UnionPay',         pattern: '^62',                                          groups: GROUPS_OF_FOUR },
  { name: 'Maestro',          pattern: '^(50|5[6-9]|6)',                               groups: GROUPS_OF_FOUR },
]

/** The brand of a number, which may be masked after its first digits. */
export function brandName(pan: string): string | undefined {
  const digits = /^[\d ]*/.exec(pan)?.[0].replaceAll(' ', '') ?? ''
  return BRANDS.find((brand) => new RegExp(brand.pattern).test(digits))?.name
}
