// Prepares a database before the service uses it: checks that it belongs to this master key and, in
// local mode, creates the demo project.

import { randomBytes } from 'node:crypto'
import { type Config, ConfigError } from '../config.ts'
import { isOutage } from '../engine/availability.ts'
import { Catalogue } from '../engine/catalogue.ts'
import { Directory } from '../engine/directory.ts'
import { Fault } from '../kernel/fault.ts'
import { DEMO_NAME, demoSecrets, PROJECT_ENTROPY_BYTES } from '../projects/project.ts'
import { SIV_MARK } from '../projects/vault.ts'
import { fingerprint, masterKey } from '../secret.ts'
import {
  findInstallation,
  findMarkedValues,
  insertInstallation,
} from '../store/catalogue-statements.ts'
import type { OpenStore } from '../store/open.ts'
import { type Queryable, type Store, transact } from '../store/store.ts'

/** Returns the master key, once it matches the database and this runtime can read every value. */
export async function masterOf(
  config: Config,
  { store, reads }: Pick<OpenStore, 'store' | 'reads'>,
  opensSiv: boolean,
): Promise<Buffer> {
  const installed = await reads.query(findInstallation, [])
  const master = masterKey(config, { isNewDatabase: installed.length === 0 })
  await assertSameSecret(store, fingerprint(master))
  if (!opensSiv) await assertNoSivValues(reads)
  return master
}

/** Refuses to start with another master key, because it could not decrypt any value. */
async function assertSameSecret(store: Store, own: string): Promise<void> {
  const [record] = await transact(store, async (transaction) => {
    await transaction.run(insertInstallation, [own])
    return transaction.run(findInstallation, [])
  })
  if (record?.['secret_fingerprint'] !== own)
    throw new ConfigError('SANDCARD_SECRET (or the key file) does not match this database')
}

/** Fails at startup instead of failing for every project later. */
async function assertNoSivValues(reads: Queryable): Promise<void> {
  const pattern = `${SIV_MARK}%`
  const found = await Promise.all(findMarkedValues.map((each) => reads.query(each, [pattern])))
  if (found.flat().length > 0)
    throw new ConfigError(
      `an earlier version encrypted values of this database by AES-256-GCM-SIV, which Node.js ${process.version} lacks: use Node.js 26.8 or newer`,
    )
}

/** If the database fails before the service is ready, startup fails. */
export async function makeDemoProject({
  store,
  reads,
  master,
}: Pick<OpenStore, 'store' | 'reads'> & { readonly master: Buffer }): Promise<void> {
  const directory = new Directory({ reads, catalogue: new Catalogue(store), master })
  try {
    await directory.createWith(DEMO_NAME, demoSecrets(randomBytes(PROJECT_ENTROPY_BYTES)))
  } catch (error) {
    throw error instanceof Fault && isOutage(error) ? error.cause : error
  }
}
