// Removes absent fields.

type DefinedMembers<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** The fields that have a value. */
export function definedMembers<T extends object>(members: T): DefinedMembers<T> {
  const defined: Partial<T> = {}
  for (const name in members) if (members[name] !== undefined) defined[name] = members[name]
  return defined as DefinedMembers<T>
}
