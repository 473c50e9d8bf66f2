// Patterns as text. Other patterns are shown as they are.

const WORDS: Readonly<Record<string, string>> = {
  [String.raw`^[^\u0000-\u001F\u007F]*$`]: 'no control characters',
  [String.raw`^[^\p{Cc}\p{Cs}]*$`]: 'printable',
  [String.raw`^(?!\s*$)[^\p{Cc}\p{Cs}]*$`]: 'printable, not blank',
  [String.raw`^[a-z]{2}$`]: 'two lower-case letters',
  [String.raw`^(true|false)$`]: 'true or false',
  [String.raw`^\d+$`]: 'digits',
  [String.raw`^-?\d+$`]: 'whole number',
  [String.raw`^(0|[1-9]\d{0,8})$`]: 'whole number, at most 9 digits',
  [String.raw`^[1-9][0-9]{0,14}$`]: 'whole number above 0, at most 15 digits',
  [String.raw`^([1-9][0-9]?|1[0-9]{2}|200)$`]: '1 to 200',
  [String.raw`^([1-9][0-9]{0,2}|1000)$`]: '1 to 1000',
  [String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$`]: 'YYYY-MM-DDThh:mm:ss',
  [String.raw`^20\d{2}(0[1-9]|1[0-2])$`]: 'YYYYMM',
  [String.raw`^20[0-9]{2}(0[1-9]|1[0-2])$`]: 'YYYYMM',
  [String.raw`^[\da-f:.]{2,39}$`]: 'IPv4 or IPv6, in lower case',
  [String.raw`^\+[0-9]{7,15}$`]: 'plus sign and 7 to 15 digits',
}

const DIGITS = /^\^(?:\\d|\[0-9\])\{(\d+)(?:,(\d+))?\}\$$/

export function patternWords(pattern: string): string | undefined {
  const [, least, most] = DIGITS.exec(pattern) ?? []
  if (least === undefined) return WORDS[pattern]
  return most === undefined ? `${least} digits` : `${least} to ${most} digits`
}
