// Types that several operations have in common: a card is one type, whichever call answers it.

import { type TypeNamer, type Schema, typeOf, writtenOut } from './schema-type.ts'

/** What is shorter than this reads better where it is used. */
const SHORTEST_TEXT = 90

export class SharedTypes {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>
  /** The types that were named, in the order of their first use. */
  readonly definitions: string[] = []

  /** `taken` are the names that nothing else may have. */
  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken)
  }

  /** Counts a type and its parts as used once more. */
  use(schema: Schema): void {
    typeOf(schema, (part) => {
      const text = typeOf(part)
      this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1)
      return undefined
    })
  }

  /** The name of a type that is used more than once. */
  readonly naming: TypeNamer = (schema, hint) => {
    const text = typeOf(schema)
    if (schema.type === 'array' || text.length < SHORTEST_TEXT || (this.#uses.get(text) ?? 0) < 2)
      return undefined
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = this.#free(hint)
    this.#names.set(text, name)
    this.definitions.push(`export type ${name} = ${writtenOut(schema, this.naming, hint)}`)
    return name
  }

  #free(hint: string): string {
    const name = [hint, `${hint}Details`, `${hint}Part`].find((one) => !this.#taken.has(one))
    if (name === undefined) throw new Error(`there are too many types called ${hint}`)
    this.#taken.add(name)
    return name
  }
}
