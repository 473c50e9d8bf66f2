// The examples at the end of a help text.

type Example = readonly [call: string, purpose: string]

/** Formats examples as comments and calls, as they are typed into a shell. */
export const examples = (...list: readonly Example[]): string =>
  `\nExamples:\n${list.map(([call, purpose]) => `  # ${purpose}\n  ${call}`).join('\n')}`
