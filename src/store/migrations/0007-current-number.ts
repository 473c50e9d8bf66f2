// A card has one current number: the others were replaced. The index finds it, and refuses a
// second.

export const currentNumber = (): string[] => [
  'create unique index card_number_current on card_number (project_id, card_id) where replaced is null',
]
