// The operations of an interface in groups: as in the document, or by resource in the path.

import type { ReferenceApi, ReferenceOperation } from './reference.ts'

interface OperationGroup {
  /** Empty if the interface is a single group. */
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
  // Groups with a single operation each would be pointless.
  if (groups.size === operations.length) return [{ title: '', operations }]
  return [...groups].map(([title, each]) => ({ title, operations: each }))
}

/** Names that are spelled differently from their path. */
const TITLES: Readonly<Record<string, string>> = {
  'real-time-decisions': 'Real-time decisions',
  'rsa-keys': 'RSA keys',
  topups: 'Top-ups',
}

/** The resource in a path: `Callback keys` for `/v2/callback-keys/{id}` under `/v2/`. */
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
