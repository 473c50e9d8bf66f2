// The `Idempotency-Key` with which a project was created. Its hash is stored as long as the project
// exists, like a credential, but it is not accepted as one.

import { findCredential } from '../store/catalogue-statements.ts'
import type { Queryable } from '../store/store.ts'
import { Fault } from '../kernel/fault.ts'
import type { CatalogueWriter } from './catalogue.ts'
import type { CreationKey, CredentialHashes } from './credential-hashes.ts'

export class CreationKeys {
  readonly #reads: Queryable
  readonly #catalogue: Pick<CatalogueWriter, 'addCredential'>
  readonly #hashes: CredentialHashes

  constructor(
    reads: Queryable,
    catalogue: Pick<CatalogueWriter, 'addCredential'>,
    hashes: CredentialHashes,
  ) {
    this.#reads = reads
    this.#catalogue = catalogue
    this.#hashes = hashes
  }

  /**
   * The number of the project that was created with a key; undefined if there is none. Throws the
   * fault `idempotency-mismatch` if the requests differ.
   */
  async projectNumber(creation: CreationKey): Promise<number | undefined> {
    const { hash, secretHash } = this.#hashes.ofCreation(creation)
    const [found] = await this.#reads.query(findCredential, [hash])
    if (found === undefined) return undefined
    if (found['secret_hash'] === secretHash) return Number(found['project_number'])
    throw new Fault(
      'idempotency-mismatch',
      'This Idempotency-Key was used with another request body.',
    )
  }

  /** Stores the key of a new project. Returns false if another project has it. */
  add(projectNumber: number, creation: CreationKey): Promise<boolean> {
    return this.#catalogue.addCredential(projectNumber, this.#hashes.ofCreation(creation))
  }
}
