// Whole numbers in the addresses and fields of the portal's pages: ids, places in lists, counts.

/** The number that a text is; undefined for any other text, and for more digits than an id has. */
export const wholeNumber = (text: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined

export const isWholeNumber = (text: string): boolean => wholeNumber(text) !== undefined
