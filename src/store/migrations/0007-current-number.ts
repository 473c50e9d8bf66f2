// A card has one current number; the others were replaced. The unique index finds it and prevents a
// second one.

export const currentNumber = (): string[] => [
  'create unique index card_number_current on card_number (project_id, card_id) where replaced is null',
]
