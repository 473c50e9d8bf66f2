// The decisions of a batch: their text, and the ring buffer that keeps the last ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DecisionCollector } from '../../src/engine/decisions.ts'
import { BatchDraft } from '../../src/engine/draft.ts'
import { RowCache } from '../../src/engine/row-cache.ts'
import { newDataset } from '../../src/kernel/dataset.ts'
import { Fault } from '../../src/kernel/fault.ts'
import type { CommandOrigin } from '../../src/kernel/origin.ts'
import {
  decodeDecisions,
  type DecisionLine,
  DECISIONS_KEPT,
  encodeDecisions,
  type StoredFacts,
} from '../../src/ledger/decision.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const NOW = Date.UTC(2031, 4, 10)
const dataset = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: NOW })
const origin: CommandOrigin = { requestId: 'one', api: 'B', operation: 'createTransfer' }

const draftOf = (of: CommandOrigin | undefined, decision?: BatchDraft['decision']): BatchDraft => {
  const draft = new BatchDraft(new RowCache(dataset), NOW, NOW, of)
  draft.decision = decision
  return draft
}

const MOVEMENT: StoredFacts = {
  outcome: 'approved',
  entryId: 7,
  available: 500,
  limit: ['LMTP0109', 0, 1000, 20],
}

test('Decisions are read as they were written; an approved movement has the time of its entry', () => {
  const lines: readonly DecisionLine[] = [
    ['one', 'B', 'createTransfer', NOW, MOVEMENT],
    ['two', 'B', 'createTransfer', NOW, { ...MOVEMENT, outcome: 'declined' }],
    ['three', 'A', 'createTransfer', NOW, { outcome: 'refused', fault: 'busy', detail: 'x' }],
    ['four', null, 'seedProject', NOW, { ...MOVEMENT, orderId: 'o' }],
  ]
  const text = encodeDecisions(lines)
  const [first, ...others] = decodeDecisions(text)
  assert.deepEqual(first, ['one', 'B', 'createTransfer', 0, MOVEMENT])
  assert.deepEqual(others, lines.slice(1))
  const uuid = '5f3e2c1a-0000-4000-8000-000000000001'
  const transfer: DecisionLine = [
    uuid,
    'B',
    'createTransfer',
    NOW,
    { ...MOVEMENT, entryId: 100_000 },
  ]
  assert.ok(encodeDecisions([transfer, transfer]).length < 2 * 90 + 30)
})

test('A batch stores decisions and refusals, but no due work or reads', () => {
  const collector = new DecisionCollector()
  collector.add(draftOf(origin, MOVEMENT))
  collector.add(draftOf(origin, { orderId: 'only a subject' }))
  collector.add(draftOf(undefined, MOVEMENT))
  collector.add(draftOf(origin, { orderId: 'o' }), new Fault('order-processed', 'x'.repeat(300)))
  collector.add(draftOf({ ...origin, api: null }), new Fault('parameter-invalid', 'of control'))
  collector.add(draftOf(origin), new Error('a bug'))
  const stored = collector.stored(dataset)
  assert.ok(stored !== undefined)
  assert.deepEqual(
    decodeDecisions(stored.row.lines).map(([, , , , { outcome, fault }]) => [outcome, fault]),
    [
      ['approved', undefined],
      ['refused', 'order-processed'],
    ],
  )
  const [, [, , , , refused] = []] = decodeDecisions(stored.row.lines)
  assert.equal(refused?.detail?.length, 200)
  assert.deepEqual([stored.row.first, stored.dataset.nextDecision], [1, 3])
  assert.equal(new DecisionCollector().stored(dataset), undefined)
})

test('The ring buffer deletes decisions beyond its size, five hundred at a time', () => {
  let current = dataset
  const deleted: number[] = []
  while (current.nextDecision < DECISIONS_KEPT + 1200) {
    const collector = new DecisionCollector()
    for (let count = 0; count < 100; count += 1) collector.add(draftOf(origin, MOVEMENT))
    const stored = collector.stored(current)
    assert.ok(stored !== undefined)
    current = stored.dataset
    if (stored.oldest !== undefined) deleted.push(stored.oldest)
  }
  assert.deepEqual(deleted, [1, 501, 1001])
})
