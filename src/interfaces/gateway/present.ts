// Members that may be absent.

type Present<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** The members that have a value. */
export function present<T extends object>(members: T): Present<T> {
  const kept: Partial<T> = {}
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name]
  return kept as Present<T>
}
