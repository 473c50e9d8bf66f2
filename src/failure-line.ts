// The line that a failed command prints: "sandcard: " and a sentence.

/**
 * A sentence on one line. It starts with a capital letter, unless it starts with a name as you type
 * it: an option, a path, a setting or a field.
 */
export function sentenceOf(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[a-z]+(?=[ -])/, (word) => word.charAt(0).toUpperCase() + word.slice(1))
    .replace(/\?\.$/, '?')
  return /[.!?]$/.test(line) ? line : `${line}.`
}

export const failureLine = (text: string): string => `sandcard: ${sentenceOf(text)}`
