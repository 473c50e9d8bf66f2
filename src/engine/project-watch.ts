// Notifies a project's watchers of commits: immediately for this process, at the next poll for
// other processes. Notifications only contain the kinds of changed rows. Projects without watchers
// have no overhead.

import type { Dataset } from '../kernel/dataset.ts'
import { changedTables, type TableName } from '../kernel/rows.ts'
import type { Dialect, Queryable } from '../store/store.ts'
import { type ProjectVersion, versionsOf } from '../store/version-statements.ts'
import type { Commit } from './batch.ts'

/** A kind of row; `project` means its clock and its settings. */
export type ChangedKind = TableName | 'project'

export interface ProjectNews {
  /** The project's current version. */
  readonly version: string
  /** Undefined if anything may have changed. */
  readonly kinds: readonly ChangedKind[] | undefined
}

export type NewsListener = (news: ProjectNews) => void

/** A watcher, and the last version it received. */
class Watcher {
  readonly #listener: NewsListener
  #version: string

  constructor(listener: NewsListener, version: string) {
    this.#listener = listener
    this.#version = version
  }

  /** Notifies of a version that differs from the known one. */
  see(version: string): void {
    if (version === this.#version) return
    this.#version = version
    this.#listener({ version, kinds: undefined })
  }

  /**
   * A commit of this process. If it does not follow the known version, other processes have written
   * in between.
   */
  hear({ versions: [before, after] }: Commit, kinds: readonly ChangedKind[]): void {
    if (before !== this.#version) {
      this.see(after)
      return
    }
    this.#version = after
    if (kinds.length > 0) this.#listener({ version: after, kinds })
  }
}

export class ProjectWatch {
  readonly #reads: Queryable
  readonly #dialect: Dialect
  readonly #watchers = new Map<number, Set<Watcher>>()

  constructor(reads: Queryable, dialect: Dialect) {
    this.#reads = reads
    this.#dialect = dialect
  }

  /**
   * Notifies of everything after the version `seen`, immediately if something has already changed.
   * Returns a function that stops it.
   */
  async watch(projectNumber: number, seen: string, listener: NewsListener): Promise<() => void> {
    const watcher = new Watcher(listener, seen)
    const watchers = this.#watchers.get(projectNumber) ?? new Set()
    this.#watchers.set(projectNumber, watchers.add(watcher))
    const end = (): void => {
      watchers.delete(watcher)
      if (watchers.size === 0 && this.#watchers.get(projectNumber) === watchers)
        this.#watchers.delete(projectNumber)
    }
    try {
      for (const { version } of await this.#versions([projectNumber])) watcher.see(version)
    } catch (error) {
      end()
      throw error
    }
    return end
  }

  /** Notifies of commits of this process. */
  tell(commits: readonly Commit[]): void {
    for (const commit of commits) {
      const watchers = this.#watchers.get(commit.datasets[1].projectNumber)
      if (watchers === undefined) continue
      const kinds = changedKinds(commit)
      for (const watcher of watchers) watcher.hear(commit, kinds)
    }
  }

  /** Reads the versions of the given or all watched projects together, or none without watchers. */
  async look(projectNumbers: Iterable<number> = this.#watchers.keys()): Promise<void> {
    const watched = [...projectNumbers].filter((number) => this.#watchers.has(number))
    if (watched.length === 0) return
    for (const { projectNumber, version } of await this.#versions(watched))
      for (const watcher of this.#watchers.get(projectNumber) ?? []) watcher.see(version)
  }

  #versions(projectNumbers: readonly number[]): Promise<readonly ProjectVersion[]> {
    return versionsOf(this.#reads, this.#dialect, projectNumbers)
  }
}

function changedKinds({ changes, datasets: [before, after] }: Commit): ChangedKind[] {
  const kinds: ChangedKind[] = changedTables(changes).map(([name]) => name)
  return isProjectChanged(before, after) ? [...kinds, 'project'] : kinds
}

const isProjectChanged = (before: Dataset, after: Dataset): boolean =>
  before.settings !== after.settings ||
  before.offsetMs !== after.offsetMs ||
  before.frozenAt !== after.frozenAt ||
  before.clockTarget !== after.clockTarget
