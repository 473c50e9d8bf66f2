// Identifiers in paths and bodies are decimal digits; anything else names nothing.

/** The id that a text names, or undefined. */
export const pathId = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
