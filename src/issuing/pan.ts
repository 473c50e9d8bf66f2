// Primary account numbers (ISO/IEC 7812): the check digit, brands, issuing a number, and masks.

export type Brand = 'VISA' | 'MASTERCARD' | 'MIR' | 'AMEX' | 'JCB' | 'CUP' | 'MAESTRO' | 'DISCOVER'

// Prefix ranges of the schemes. The longest matching prefix applies, so the order of the rows does
// not matter.
// prettier-ignore
const BRAND_PREFIXES: readonly (readonly [from: string, to: string, brand: Brand])[] = [
  ['4',    '4',    'VISA'],
  ['51',   '55',   'MASTERCARD'],
  ['2221', '2720', 'MASTERCARD'],
  ['2200', '2204', 'MIR'],
  ['34',   '34',   'AMEX'],
  ['37',   '37',   'AMEX'],
  ['3528', '3589', 'JCB'],
  ['62',   '62',   'CUP'],
  ['81',   '81',   'CUP'],
  ['50',   '50',   'MAESTRO'],
  ['56',   '58',   'MAESTRO'],
  ['639',  '639',  'MAESTRO'],
  ['67',   '67',   'MAESTRO'],
  ['6011', '6011', 'DISCOVER'],
  ['644',  '649',  'DISCOVER'],
  ['65',   '65',   'DISCOVER'],
]

const SHORTEST_PAN = 13
const LONGEST_PAN = 19

/** The Luhn check digit (ISO/IEC 7812-1 annex B) that completes `body`, a string of digits. */
export function luhnDigit(body: string): string {
  let sum = 0
  let doubles = true
  for (let index = body.length - 1; index >= 0; index -= 1) {
    const digit = body.charCodeAt(index) - 48
    const weighted = doubles ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
    doubles = !doubles
  }
  return String((10 - (sum % 10)) % 10)
}

/** True for 13 to 19 digits whose last one is the correct check digit. */
export function isLuhnValid(pan: string): boolean {
  return /^\d{13,19}$/.test(pan) && luhnDigit(pan.slice(0, -1)) === pan.at(-1)
}

/**
 * A 16-digit number: the project's six-digit BIN, digits 7 to 15 as given, and the check digit. Any
 * other number of digits is a bug in the caller.
 */
export function issuePan(bin: string, nineDigits: string): string {
  if (!/^\d{6}$/.test(bin) || !/^\d{9}$/.test(nineDigits)) {
    throw new RangeError('A card number is issued from six digits of BIN and nine digits')
  }
  const body = bin + nineDigits
  return body + luhnDigit(body)
}

/**
 * `400000******0026`: first six and last four digits, with a star for every digit in between (card
 * interfaces).
 */
export function maskPan(pan: string): string {
  if (pan.length < SHORTEST_PAN) return '*'.repeat(pan.length)
  return pan.slice(0, 6) + '*'.repeat(pan.length - 10) + pan.slice(-4)
}

/**
 * `411111**1111`: first six and last four digits, with two stars regardless of the length
 * (gateway).
 */
export function maskPanShort(pan: string): string {
  if (pan.length < SHORTEST_PAN) return '**'
  return `${pan.slice(0, 6)}**${pan.slice(-4)}`
}

/** Converts a mask of interfaces A and B to the gateway's form. */
export const shortMask = (mask: string): string => mask.replace(/\*+/, '**')

/** The scheme of a number, by its prefix; undefined if no scheme has the prefix. */
export function brandOf(pan: string): Brand | undefined {
  let best: Brand | undefined
  let bestLength = 0
  for (const [from, to, brand] of BRAND_PREFIXES) {
    const prefix = pan.slice(0, from.length)
    if (
      from.length > bestLength &&
      prefix.length === from.length &&
      prefix >= from &&
      prefix <= to
    ) {
      best = brand
      bestLength = from.length
    }
  }
  return best
}

// Digits as people and forms write them, separated by at most one space, dash, plus or `%20`.
const DIGIT_STRETCH = /\d(?:(?:[ \u00a0+-]|%20)?\d)*/g
const DIGIT_GROUP = /(?:%20)?(\d+)/g

// These are not card numbers, although they have as many digits: UUIDs (RFC 9562), even without
// their hyphens as in generated order numbers, and times in epoch milliseconds. No scheme's numbers
// start like the 13 digits of such a time.
const UUID_PATTERN =
  /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\w-])/
const PLAIN_UUID_PATTERN =
  /(?<![\w-])(?=\d*[a-f])[\da-f]{12}[1-8][\da-f]{3}[89ab][\da-f]{15}(?![\w-])/
const EPOCH_MS_PATTERN = /(?<!\w|\d(?:[ \u00a0+-]|%20))1\d{12}(?!\w|(?:[ \u00a0+-]|%20)\d)/
const NO_NUMBER = new RegExp(
  `(${[UUID_PATTERN, PLAIN_UUID_PATTERN, EPOCH_MS_PATTERN].map(({ source }) => source).join('|')})`,
  'i',
)

interface DigitGroup {
  readonly start: number
  readonly digits: string
}

/**
 * Masks every Luhn-valid run of 13 to 19 digits in a text, even if the digits are grouped. A number
 * followed by other digits ("4111 1111 1111 1111 123") is one run, so every sequence of whole
 * groups is tried, the longest first. UUIDs and times are not masked, because one in a few thousand
 * would match by chance.
 */
export function scrubPans(text: string): string {
  if (!hasDigitsOfPan(text)) return text
  if (/^\d+$/.test(text)) return isLuhnValid(text) && !isEpochMs(text) ? maskPan(text) : text
  if (!hasPan(text)) return text
  return text
    .split(NO_NUMBER)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(DIGIT_STRETCH, scrubStretch)))
    .join('')
}

/** Most texts have too few digits, and counting them is faster than matching the patterns. */
function hasDigitsOfPan(text: string): boolean {
  let digits = 0
  for (let index = 0; index < text.length && digits < SHORTEST_PAN; index++) {
    const code = text.charCodeAt(index)
    if (code >= 48 && code <= 57) digits += 1
  }
  return digits >= SHORTEST_PAN
}

const isEpochMs = (digits: string): boolean => digits.length === 13 && digits.startsWith('1')

/** Whether the text contains a card number, or a UUID or time with as many digits. */
const hasPan = (text: string): boolean =>
  text.match(DIGIT_STRETCH)?.some((stretch) => {
    if (stretch.length < SHORTEST_PAN) return false
    const groups = digitGroups(stretch)
    return groups.some((_, first) => panGroups(groups, first) > 0)
  }) === true

function digitGroups(stretch: string): readonly DigitGroup[] {
  const groups: DigitGroup[] = []
  for (const match of stretch.matchAll(DIGIT_GROUP)) {
    const digits = match[1] ?? ''
    groups.push({ start: match.index + match[0].length - digits.length, digits })
  }
  return groups
}

function scrubStretch(stretch: string): string {
  if (stretch.length < SHORTEST_PAN) return stretch
  const groups = digitGroups(stretch)
  const characters = [...stretch]
  for (let first = 0; first < groups.length; first += 1) {
    const length = panGroups(groups, first)
    if (length === 0) continue
    starDigits(characters, groups.slice(first, first + length))
    first += length - 1
  }
  return characters.join('')
}

/** How many groups from `first` on form the longest card number; 0 if none do. */
function panGroups(groups: readonly DigitGroup[], first: number): number {
  let digits = ''
  let found = 0
  for (let index = first; index < groups.length && digits.length <= LONGEST_PAN; index += 1) {
    digits += groups[index]?.digits ?? ''
    if (isLuhnValid(digits)) found = index - first + 1
  }
  return found
}

function starDigits(characters: string[], groups: readonly DigitGroup[]): void {
  const positions = groups.flatMap((group) =>
    Array.from(group.digits, (_, offset) => group.start + offset),
  )
  for (const position of positions.slice(6, -4)) characters[position] = '*'
}
