// An export contains no card numbers, keys or hashes. Its import generates new ones that match the
// exported data.

import { randomInt } from 'node:crypto'
import { PROJECT_KEY_ALIAS } from '../../callbacks/settings.ts'
import { newSecret } from '../../delivery/standard-signature.ts'
import { isLuhnValid } from '../../issuing/pan.ts'
import type { TableName } from '../../kernel/rows.ts'
import { bindingOwner } from '../../payments/methods/binding.ts'
import { testCardByMask } from '../../payments/methods/test-card.ts'
import type { Vault } from '../../projects/vault.ts'
import { DamagedFile, isRecord } from '../../engine/snapshot-file.ts'

export type ExportedRow = Readonly<Record<string, unknown>>

const MASK = /^(\d{6})(\*{3,9})(\d{4})$/

export class MissingSecrets {
  readonly #vault: Vault
  /** The hash of each new number, by the id of its row. */
  readonly #hashes = new Map<unknown, string>()
  readonly #used = new Set<string>()

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** The row with everything that the export omitted. Card numbers come before their payments. */
  complete(table: TableName, row: ExportedRow, pointer: string): ExportedRow {
    switch (table) {
      case 'cardNumber':
        return this.#withNumber(row, pointer)
      case 'card':
        return { ...row, pinHash: null }
      case 'order':
        // Earlier versions had no labels; the search text of an order contains them.
        return { labels: [], ...row, progress: this.#withHashes(row['progress']) }
      case 'binding':
        return this.#withOwner(row)
      case 'webhook':
        return { ...row, secrets: [{ sealed: this.#vault.seal(newSecret()), until: null }] }
      default:
        return row
    }
  }

  /** Callback keys other than the project's cannot be replaced. */
  settings(settings: ExportedRow): { readonly settings: ExportedRow; readonly lostKeys: number } {
    const { callbackKeys, decisionEndpoint } = settings
    const keys = (Array.isArray(callbackKeys) ? callbackKeys : []) as ExportedRow[]
    const kept = keys.filter(({ alias }) => alias === PROJECT_KEY_ALIAS)
    return {
      settings: {
        ...settings,
        callbackKeys: kept.map((key) => ({ ...key, sealed: null })),
        ...(isRecord(decisionEndpoint) && {
          decisionEndpoint: { ...decisionEndpoint, sealed: this.#vault.seal(newSecret()) },
        }),
      },
      lostKeys: keys.length - kept.length,
    }
  }

  #withNumber(row: ExportedRow, pointer: string): ExportedRow {
    const { id, mask } = row
    const pan = this.#numberLike(String(mask))
    if (pan === undefined)
      throw new DamagedFile('must be the mask of a card number', `${pointer}/mask`)
    const hash = this.#vault.numberHash(pan)
    this.#hashes.set(id, hash)
    return { ...row, hash, sealed: this.#vault.seal(pan) }
  }

  /** An unused number with the mask; undefined if the text is not a mask. */
  #numberLike(mask: string): string | undefined {
    const [, first, stars, last] = MASK.exec(mask) ?? []
    if (first === undefined || stars === undefined || last === undefined) return undefined
    for (;;) {
      const digits = String(randomInt(10 ** stars.length)).padStart(stars.length, '0')
      const pan = first + digits + last
      if (!isLuhnValid(pan) || this.#used.has(pan)) continue
      this.#used.add(pan)
      return pan
    }
  }

  #withOwner(row: ExportedRow): ExportedRow {
    const { card, clientId } = row
    if (!isRecord(card)) return row
    const complete = this.#withHash(card)
    const { hash, mask } = complete as { hash?: string; mask: string }
    return {
      ...row,
      card: complete,
      owner: bindingOwner(String(clientId), { mask, ...(hash !== undefined && { hash }) }),
    }
  }

  /** The value, with the hash added to each payment card in it. */
  #withHashes(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#withHashes(each))
    if (!isRecord(value)) return value
    const members = Object.entries(value).map(([name, each]) => [name, this.#withHashes(each)])
    return this.#withHash(Object.fromEntries(members) as ExportedRow)
  }

  /** Only payment cards have both a mask and the name of their holder. */
  #withHash(card: ExportedRow): ExportedRow {
    const { kind, mask, numberId, cardholderName } = card
    if (typeof mask !== 'string' || typeof cardholderName !== 'string') return card
    const pan = kind === 'test' ? testCardByMask(mask)?.pan : undefined
    const hash = pan === undefined ? this.#hashes.get(numberId) : this.#vault.numberHash(pan)
    return hash === undefined ? card : { ...card, hash }
  }
}
