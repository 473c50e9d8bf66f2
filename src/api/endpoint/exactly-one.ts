/** Marks the schema of a body of which exactly one member is sent; the operation checks it. */
export const EXACTLY_ONE = { $comment: 'exactly one member' } as const
