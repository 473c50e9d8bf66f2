// Lists whose filters are checked by hand: an unknown one is shown, not ignored.

import type { View, PageContext } from '../shell/screen.ts'
import { unknownQueryView } from '../shell/unknown-query.ts'

/** The parameters that a list understands: true for a value that means something. */
type KnownParameters = Readonly<Record<string, (value: string) => boolean>>

/** The page for an unknown filter or page; undefined where the list understands all that the URL says. */
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
