// Collects the decisions of a batch, which are stored in its commit. Approvals and declines name
// their facts; a refusal is described by its fault. Due work has no request that could be
// explained.

import type { Dataset } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import {
  type DecisionLine,
  type DecisionRow,
  DECISIONS_KEPT,
  encodeDecisions,
} from '../ledger/decision.ts'
import { scrubPans } from '../issuing/pan.ts'
import type { BatchDraft } from './draft.ts'

/** Number of decisions between two deletions of old ones. */
const SWEPT_EVERY = 500

/** Maximum length of a fault's detail, which can contain input. */
const DETAIL_LENGTH = 200

export class DecisionCollector {
  readonly #lines: DecisionLine[] = []

  /** A decision that was made, or the fault that refused it. */
  add({ origin, now, decision }: BatchDraft, error?: unknown): void {
    if (origin === undefined) return
    const { requestId, api, operation } = origin
    if (error === undefined) {
      if (decision?.outcome !== undefined)
        this.#lines.push([requestId, api, operation, now, decision])
    } else if (error instanceof Fault && (api !== null || decision !== undefined)) {
      const { code: fault, message, member } = error
      const detail = message.slice(0, DETAIL_LENGTH)
      const facts = { ...withoutNumbers(decision), outcome: 'refused', fault, detail } as const
      this.#lines.push([
        ...([requestId, api, operation, now] as const),
        member === undefined ? facts : { ...facts, member },
      ])
    }
  }

  /** The row to store, and the dataset after it; undefined if there was no decision. */
  stored(dataset: Dataset): StoredDecisions | undefined {
    const { length } = this.#lines
    if (length === 0) return undefined
    const first = dataset.nextDecision
    const next = first + length
    const isSweep = Math.floor(next / SWEPT_EVERY) > Math.floor(first / SWEPT_EVERY)
    return {
      row: { first, lines: encodeDecisions(this.#lines) },
      dataset: { ...dataset, nextDecision: next },
      ...(isSweep && next > DECISIONS_KEPT && { oldest: next - DECISIONS_KEPT }),
    }
  }
}

interface StoredDecisions {
  readonly row: DecisionRow
  readonly dataset: Dataset
  /** Rows that start before it are deleted. */
  readonly oldest?: number
}

/** A refused request may have a card number in place of its amount or currency. */
function withoutNumbers<T extends object>(facts: T | undefined): Partial<T> {
  const kept = Object.entries(facts ?? {}).filter(
    ([, value]) => typeof value !== 'number' || scrubPans(String(value)) === String(value),
  )
  return Object.fromEntries(kept) as Partial<T>
}
