// When credentials were last used. A use is recorded when the credential is looked up, not on every
// request, and a round of the worker stores it, so that requests never wait for it.

import { storeCredentialUse } from '../store/catalogue-statements.ts'
import { type Store, transact } from '../store/store.ts'
import { realNow } from '../time.ts'

/** Maximum number of uses that wait to be stored; further uses are not recorded. */
const PENDING_MAX = 10_000
/** Maximum number of rows that a round writes. */
const STORED_MAX = 500

export class CredentialUses {
  /** Times of the latest use, in epoch milliseconds, by the hash of the credential. */
  readonly #pending = new Map<string, number>()

  note(hash: string): void {
    if (this.#pending.size < PENDING_MAX || this.#pending.has(hash))
      this.#pending.set(hash, realNow())
  }

  /** The latest use of a credential, which may not be stored yet. */
  latest(hash: string, stored: number | null): number | null {
    const pending = this.#pending.get(hash)
    return pending === undefined ? stored : Math.max(pending, stored ?? 0)
  }

  /** Stores uses; the next call stores the remaining ones. */
  async store(store: Store): Promise<void> {
    const uses = [...this.#pending].slice(0, STORED_MAX)
    if (uses.length === 0) return
    await transact(store, async (transaction) => {
      for (const [hash, at] of uses) await transaction.run(storeCredentialUse, [hash, at])
    })
    for (const [hash, at] of uses) if (this.#pending.get(hash) === at) this.#pending.delete(hash)
  }
}
