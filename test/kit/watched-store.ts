// The real store, observed: a test sees the calls between engine and database, and can return
// frozen rows.

import type { Dataset } from '../../src/kernel/dataset.ts'
import type { ChangeSet } from '../../src/kernel/rows.ts'
import type { Store, Transaction } from '../../src/store/store.ts'

interface Watch {
  /** Called for each statement that loads rows, with the table and the kind of lookup. */
  readonly onLoad?: (table: string, by: string, keys: readonly unknown[]) => void
  readonly onBegin?: () => void
  readonly onSave?: (dataset: Dataset, changes: ChangeSet) => void
  /** Called for each statement of the catalogue and of due work. */
  readonly onRun?: (name: string) => void
}

/** Freezes all loaded rows, so that a decision that changes one in place throws. */
export const watchedStore =
  (watch: Watch) =>
  (store: Store): Store =>
    storeWith(store, {
      async begin() {
        watch.onBegin?.()
        const transaction = await store.begin()
        return watched(transaction, watch)
      },
    })

/**
 * The real store with some methods replaced by the test; without `beginExpecting`, it waits for
 * locks.
 */
export const storeWith = (store: Store, own: Pick<Store, 'begin'> & Partial<Store>): Store => ({
  dialect: store.dialect,
  commitsTogether: store.commitsTogether,
  share: (waiting) => store.share(waiting),
  query: (statement, parameters) => store.query(statement, parameters),
  isTransient: (error) => store.isTransient(error),
  refusesRows: (error) => store.refusesRows(error),
  close: () => store.close(),
  ...own,
})

const watched = (transaction: Transaction, watch: Watch): Transaction => ({
  async lock(datasetId) {
    const locked = await transaction.lock(datasetId)
    return locked === null ? null : deepFreeze(locked)
  },
  async lockFree(datasetId) {
    return deepFreeze(await transaction.lockFree(datasetId))
  },
  async load(datasetId, table, by, keys) {
    watch.onLoad?.(table, by, keys)
    return deepFreeze(await transaction.load(datasetId, table, by, keys))
  },
  save(locked, changes) {
    transaction.save(locked, changes)
    // The next decisions in the working set receive the rows that this batch decided.
    deepFreeze(changes)
    watch.onSave?.(locked.dataset, changes)
  },
  run(statement, parameters) {
    watch.onRun?.(statement.name)
    return transaction.run(statement, parameters)
  },
  commit: () => transaction.commit(),
  rollback: () => transaction.rollback(),
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
