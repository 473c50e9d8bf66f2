// The texts that an order may have.

// Markup and script URLs are refused in every field, because a merchant may show them unescaped.
// Within a text, "JavaScript: The Good Parts" is just words.
const MARKUP_PATTERN = /<[a-z!/?]|^\s*javascript:(?!\s)/i
// Databases cannot store lone surrogates or control characters other than tab and line breaks.
const UNSTORABLE_PATTERN = /[^\P{Cc}\t\r\n]|\p{Cs}/u

export const isPlain = (text: string): boolean =>
  !UNSTORABLE_PATTERN.test(text) && !MARKUP_PATTERN.test(text)
