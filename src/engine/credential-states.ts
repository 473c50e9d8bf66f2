// The credentials of a project and their uses.

import type { CredentialKind, ProjectSecrets } from '../projects/project.ts'
import type { SqlRecord } from '../store/store.ts'
import type { CredentialHashes } from './credential-hashes.ts'
import type { CredentialUses } from './credential-uses.ts'

/**
 * A current credential: when it was created and last used, or null, and when its predecessor
 * expires.
 */
export interface CredentialState {
  readonly kind: CredentialKind
  readonly createdAt: number | null
  readonly lastUsedAt: number | null
  readonly oldEndsAt: number | null
}

/** Derives the states from the rows of a project's credentials. */
export function credentialStates(
  rows: readonly SqlRecord[],
  { interfaceA, interfaceB, interfaceC }: ProjectSecrets,
  { hashes, uses }: { readonly hashes: CredentialHashes; readonly uses: CredentialUses },
): readonly CredentialState[] {
  const timeOf = (row: SqlRecord | undefined, column: string): number | null => {
    const value = row?.[column]
    return value === null || value === undefined ? null : Number(value)
  }
  return (
    [
      ['a', interfaceA.login],
      ['b', interfaceB.apiKey],
      ['c', interfaceC.userName],
      ['c-token', interfaceC.token],
    ] as const
  ).map(([kind, login]) => {
    const hash = hashes.of(kind, login)
    const row = rows.find((each) => each['hash'] === hash)
    const old = rows.find((each) => each['kind'] === kind && each['ends_at'] !== null)
    return {
      kind,
      createdAt: timeOf(row, 'created_at'),
      lastUsedAt: uses.latest(hash, timeOf(row, 'last_used_at')),
      oldEndsAt: timeOf(old, 'ends_at') ?? timeOf(row, 'old_ends_at'),
    }
  })
}
