// A field of the rotation forms: how long the old key remains valid.

import type { Field } from '../parts/form-view.ts'

const OVERLAPS = [
  { value: '86400', label: '1 day' },
  { value: '3600', label: '1 hour' },
  { value: '0', label: 'Replace immediately' },
] as const

export const overlapField = (label: string): Field => ({
  kind: 'choice',
  name: 'overlap',
  label,
  value: OVERLAPS[0].value,
  options: OVERLAPS,
})

/** The overlap in seconds; the first option by default. */
export const overlapOf = (typed: string | null): number =>
  Number(OVERLAPS.find(({ value }) => value === typed)?.value ?? OVERLAPS[0].value)
