// How long what was rotated stays good beside what is new, as a field of the forms that rotate.

import type { Field } from '../parts/form-view.ts'

const OVERLAPS = [
  { value: '86400', label: 'A day' },
  { value: '3600', label: 'An hour' },
  { value: '0', label: 'Not at all' },
] as const

export const overlapField = (label: string): Field => ({
  kind: 'choice',
  name: 'overlap',
  label,
  value: OVERLAPS[0].value,
  options: OVERLAPS,
})

/** Seconds; the first of them where none was chosen. */
export const overlapOf = (typed: string | null): number =>
  Number(OVERLAPS.find(({ value }) => value === typed)?.value ?? OVERLAPS[0].value)
