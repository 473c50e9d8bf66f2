// The operations of an interface in groups: those of the document, or by resource of the path.

import type { ReferenceApi, ReferenceOperation } from './reference.ts'

export interface OperationGroup {
  /** Empty where the interface is one group. */
  readonly title: string
  readonly operations: readonly ReferenceOperation[]
}

const known = new WeakMap<ReferenceApi, readonly OperationGroup[]>()

/** The groups of an interface, which every page of an operation lists. */
export function groupsOf(api: ReferenceApi): readonly OperationGroup[] {
  const groups = known.get(api) ?? grouped(api)
  known.set(api, groups)
  return groups
}

function grouped({ operations }: ReferenceApi): readonly OperationGroup[] {
  const base = commonFolder(operations.map(({ path }) => path))
  const groups = Map.groupBy(operations, ({ group, path }) => group ?? subjectOf(path, base))
  // One group per operation would not group anything.
  if (groups.size === operations.length) return [{ title: '', operations }]
  return [...groups].map(([title, each]) => ({ title, operations: each }))
}

/** Names that are not spelled like their path. */
const TITLES: Readonly<Record<string, string>> = { 'rsa-keys': 'RSA keys', topups: 'Top-ups' }

/** The resource of a path: `Callback keys` for `/v2/callback-keys/{id}` below `/v2/`. */
function subjectOf(path: string, base: string): string {
  const [word = ''] = path.slice(base.length).split('/')
  return TITLES[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ')
}

/** The common prefix of all paths, up to a slash. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (!others.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  return folder
}
