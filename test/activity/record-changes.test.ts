// The records that a request changed, from the rows of its commands.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANGED_RECORDS_MAX, recordChanges } from '../../src/activity/record-changes.ts'
import type { CommandChanges } from '../../src/engine/command-changes.ts'
import { newDataset } from '../../src/kernel/dataset.ts'
import type { RowChange } from '../../src/kernel/rows.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { systemAccount } from '../../src/ledger/account.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const changedRecords = (changes: readonly CommandChanges[]) => recordChanges(changes).listed
const DATASET = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: 0 })
const MERCHANT = systemAccount('merchant', 978)
const posted = (before: number, after: number): RowChange => [
  'account',
  { ...MERCHANT, posted: before },
  { ...MERCHANT, posted: after },
]
const ofRows = (...rows: RowChange[]): CommandChanges => ({ rows })
const ofSettings = (before: Partial<Settings>, after: Partial<Settings>): CommandChanges => ({
  rows: [],
  datasets: [
    { ...DATASET, settings: { ...DEFAULT_SETTINGS, ...before } },
    { ...DATASET, settings: { ...DEFAULT_SETTINGS, ...after } },
  ],
})

const MERCHANT_CHANGED = { kind: 'account', id: 'merchant-978', change: 'changed', currency: '978' }
const fieldOf = (name: string, before: unknown, after: unknown) => ({ name, before, after })

test('A changed record lists the fields that differ', () => {
  assert.deepEqual(changedRecords([ofRows(posted(100, 350))]), [
    { ...MERCHANT_CHANGED, fields: [fieldOf('posted', 100, 350)] },
  ])
})

test('A created record has null for every previous value', () => {
  const [record] = changedRecords([ofRows(['account', null, { ...MERCHANT, posted: 5 }])])
  assert.equal(record?.change, 'created')
  assert.deepEqual(record.fields, [fieldOf('posted', null, 5), fieldOf('held', null, 0)])
})

test('Several commands of one request are merged into one change per record', () => {
  const records = changedRecords([ofRows(posted(1, 2)), ofRows(posted(2, 9))])
  assert.deepEqual(records, [{ ...MERCHANT_CHANGED, fields: [fieldOf('posted', 1, 9)] }])
  assert.deepEqual(changedRecords([ofRows(posted(1, 2)), ofRows(posted(2, 1))]), [])
})

test('Internal rows and rows without a difference are omitted', () => {
  const nonce: RowChange = ['pinNonce', null, { nonce: 'n', usedAt: 1 }]
  assert.deepEqual(changedRecords([ofRows(nonce, posted(7, 7))]), [])
})

test('Settings have values before and after, without secrets and card numbers', () => {
  const [record] = changedRecords([
    ofSettings(
      { cardPool: 20 },
      {
        cardPool: 30,
        callbackUrl: 'https://shop.example/hook?token=hidden',
        callbackKeys: [{ alias: 'next', sealed: 'sealed-key', createdAt: 1 }],
        merchantName: 'Shop 4111111111111111',
      },
    ),
  ])
  assert.equal(record?.kind, 'settings')
  assert.deepEqual(
    Object.fromEntries(record.fields.map(({ name, before, after }) => [name, [before, after]])),
    {
      cardPool: [20, 30],
      callbackUrl: [null, 'https://shop.example/hook?token=***'],
      callbackKeys: ['***', '***'],
      merchantName: ['Sandcard shop', 'Shop 411111******1111'],
    },
  )
})

test('Values are truncated, and the number of records is limited', () => {
  const [record] = changedRecords([ofSettings({}, { merchantName: 'x'.repeat(500) })])
  assert.equal(String(record?.fields[0]?.after).length, 120)
  const many = Array.from({ length: 50 }, (_, id): RowChange => [
    'account',
    null,
    { ...MERCHANT, kind: 'customer', id: id + 1 },
  ])
  const { listed, more } = recordChanges([ofRows(...many)])
  assert.equal(listed.length, CHANGED_RECORDS_MAX)
  assert.deepEqual(more, [{ kind: 'account', change: 'created', count: 30 }])
})

test('The changes of many commands are listed and counted once per record', () => {
  const created = (id: number): RowChange => {
    const account = { ...MERCHANT, kind: 'customer', id } as const
    return ['account', null, account]
  }
  const many = Array.from({ length: 300 }, (_, index) => ofRows(created(1 + (index % 150))))
  const { listed, more } = recordChanges(many)
  assert.equal(listed.length, CHANGED_RECORDS_MAX)
  assert.deepEqual(more, [{ kind: 'account', change: 'created', count: 150 - CHANGED_RECORDS_MAX }])
})

test('A clock move is listed as a separate record', () => {
  const moved = { ...DATASET, offsetMs: 5000, frozenAt: 9000 }
  assert.deepEqual(changedRecords([{ rows: [], datasets: [DATASET, moved] }]), [
    {
      kind: 'clock',
      id: 'project',
      change: 'changed',
      fields: [fieldOf('offsetMs', 0, 5000), fieldOf('frozenAt', null, '1970-01-01T00:00:09.000Z')],
    },
  ])
})
