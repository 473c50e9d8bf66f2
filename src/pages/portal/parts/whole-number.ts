// Integers in URLs and form fields: ids, positions in lists, counts.

/** Parses an integer; undefined for other text or more digits than ids have. */
export const wholeNumber = (text: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined
