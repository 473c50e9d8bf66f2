// Members that may be absent.

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** The members that have a value. */
export function definedMembers<T extends object>(members: T): Defined<T> {
  const kept: Partial<T> = {}
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name]
  return kept as Defined<T>
}
