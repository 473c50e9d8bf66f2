// Whether the database can be read and written. Callers get a fault, which every interface reports
// as 503. The operator's log gets the reason, once when an outage starts and once when it ends.

import { Fault } from '../kernel/fault.ts'
import type { OpenStore } from '../store/open.ts'
import {
  CommitUnknown,
  type Queryable,
  type Store,
  StoreUnavailable,
  transact,
  type Transaction,
} from '../store/store.ts'

const CONFLICT_RETRIES = 3

export type DatabaseUse = 'read' | 'written'

/** `reason` is undefined when an outage ends. */
type OnAvailability = (use: DatabaseUse, reason: string | undefined) => void

export class Availability {
  readonly #onChange: OnAvailability
  readonly #hasRoom: () => boolean
  readonly #failing = new Set<DatabaseUse>()

  /**
   * `hasRoom` is called after a failure. It returns whether there is space for any write, not only
   * a small one.
   */
  constructor(
    onChange: OnAvailability = () => undefined,
    hasRoom: OpenStore['hasRoom'] = () => true,
  ) {
    this.#onChange = onChange
    this.#hasRoom = hasRoom
  }

  /** False from a failed write until one succeeds with space for more. */
  get isWritable(): boolean {
    return !this.#failing.has('written')
  }

  /** Records a successful use of the database. */
  succeeded(use: DatabaseUse): void {
    if (!this.#failing.has(use) || (use === 'written' && !this.#hasRoom())) return
    this.#failing.delete(use)
    this.#onChange(use, undefined)
  }

  /** Records a failure. Returns a fault if the database failed, otherwise the same error. */
  failed(use: DatabaseUse, error: unknown): unknown {
    if (!isOutageError(error)) return error
    if (!this.#failing.has(use)) {
      this.#failing.add(use)
      this.#onChange(use, reasonOf(error))
    }
    return outageFault(error)
  }

  /**
   * Runs `work` in its own transaction. Deadlocks and other conflicts with concurrent transactions
   * are retried, so `work` may run more than once. Throws a fault if the database cannot be
   * written.
   */
  async transact<T>(
    store: Pick<Store, 'begin' | 'isTransient'>,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        const result = await transact(store, work)
        this.succeeded('written')
        return result
      } catch (error) {
        const isConflict = store.isTransient(error) && !isOutageError(error)
        if (!isConflict || attempt > CONFLICT_RETRIES) throw this.failed('written', error)
      }
  }

  /** Reads that throw faults if the database cannot be read. */
  reads(reads: Queryable): Queryable {
    return {
      query: async (statement, parameters) => {
        try {
          const records = await reads.query(statement, parameters)
          this.succeeded('read')
          return records
        } catch (error) {
          throw this.failed('read', error)
        }
      },
    }
  }
}

type Outage = StoreUnavailable | CommitUnknown

const isOutageError = (error: unknown): error is Outage =>
  error instanceof StoreUnavailable || error instanceof CommitUnknown

/** True for an outage of the database, and for the fault that callers get. */
export const isOutage = (error: unknown): boolean =>
  isOutageError(error instanceof Fault ? error.cause : error)

const outageFault = (error: Outage): Fault =>
  error instanceof CommitUnknown
    ? new Fault(
        'outcome-unknown',
        'The connection to the database was lost during the commit, so it is unknown whether the request took effect.',
        undefined,
        error,
      )
    : new Fault(
        'unavailable',
        'The database is not available. Try again shortly.',
        undefined,
        error,
      )

/** The message of the innermost cause. */
function reasonOf(error: Error): string {
  const deeper = error.cause instanceof Error ? reasonOf(error.cause) : ''
  return deeper === '' ? error.message : deeper
}
