/** Marks the schema of a body with exactly one field; the operation checks this. */
export const EXACTLY_ONE = { $comment: 'exactly one member' } as const
