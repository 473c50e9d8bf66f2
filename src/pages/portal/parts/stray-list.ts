// Lists that check their filters themselves, so that an unknown filter is an error.

import type { View, PageContext } from '../shell/screen.ts'
import { unknownQueryView } from '../shell/unknown-query.ts'

/** Checks of the known parameters; true for a valid value. */
type KnownParameters = Readonly<Record<string, (value: string) => boolean>>

/** The page for an unknown filter or page; undefined if all parameters are valid. */
export function strayList(
  context: PageContext,
  _list: unknown,
  known: KnownParameters,
): View | undefined {
  const isStray = Object.entries(known).some(([name, isKnown]) => {
    const value = context.query.get(name)
    return value !== null && !isKnown(value)
  })
  return isStray ? unknownQueryView(context) : undefined
}
