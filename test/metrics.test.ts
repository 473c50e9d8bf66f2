// The names and buckets of /metrics, on which dashboards and alerts depend.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics } from '../src/metrics.ts'

const REPORT = { rounds: 0, dueDatasets: [], commits: [] }
const BUG = { kind: 'bug', message: '', stack: undefined, datasetId: 1, orderId: '' } as const

/** The lines of the service's own metrics. */
const linesOf = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('sandcard_'))

const buckets = (
  name: string,
  labels: string,
  bounds: readonly (readonly [le: string, count: number])[],
): string[] => bounds.map(([le, count]) => `sandcard_${name}_bucket{le="${le}"${labels}} ${count}`)

test('The metrics count requests by interface, operation and status, and time them', async () => {
  const metrics = new Metrics()
  const request = { api: 'a', operation: 'getCard' } as const
  metrics.request({ ...request, status: 200 }, 0.0025)
  metrics.request({ ...request, status: 200 }, 0.002501)
  metrics.request({ ...request, status: 404 }, 6)
  const lines = await linesOf(metrics)
  const labels = 'interface="a",operation="getCard"'
  // prettier-ignore
  const expected = [
    `sandcard_requests_total{${labels},status="200"} 2`, `sandcard_requests_total{${labels},status="404"} 1`,
    ...buckets('request_seconds', `,${labels}`, [['0.001', 0], ['0.0025', 1], ['0.005', 2], ['0.01', 2], ['0.025', 2], ['0.05', 2], ['0.1', 2], ['0.25', 2], ['0.5', 2], ['1', 2], ['5', 2], ['+Inf', 3]]),
    `sandcard_request_seconds_count{${labels}} 3`,
  ]
  const told = lines.filter(
    (line) => /requests_|request_seconds/.test(line) && !line.includes('_sum'),
  )
  assert.deepEqual(told, expected)
})

test('The metrics have a separate label for an error code of interface C', async () => {
  const metrics = new Metrics()
  metrics.request({ api: 'C', operation: 'register', status: 200, errorCode: '4' }, 0.001)
  const lines = (await linesOf(metrics)).filter((line) => line.includes('requests_total'))
  const labels = 'interface="C",operation="register",status="200",error="4"'
  assert.deepEqual(lines, [`sandcard_requests_total{${labels}} 1`])
})

test('The metrics count batches by their commands, time them, and count set-aside items', async () => {
  const metrics = new Metrics()
  metrics.batch({ ...REPORT, commands: 3, seconds: 0.0005, bugs: [BUG, BUG] })
  metrics.batch({ ...REPORT, commands: 513, seconds: 6, bugs: [] })
  const lines = (await linesOf(metrics)).filter(
    (line) => !/request|real_time|retention|_sum/.test(line),
  )
  // prettier-ignore
  assert.deepEqual(lines, [
    'sandcard_threads 1',
    ...buckets('batch_commands', '', [['1', 0], ['2', 0], ['4', 1], ['8', 1], ['16', 1], ['32', 1], ['64', 1], ['128', 1], ['256', 1], ['512', 1], ['+Inf', 2]]),
    'sandcard_batch_commands_count 2',
    ...buckets('commit_seconds', '', [['0.0005', 1], ['0.001', 1], ['0.0025', 1], ['0.005', 1], ['0.01', 1], ['0.025', 1], ['0.05', 1], ['0.1', 1], ['0.5', 1], ['1', 1], ['5', 1], ['+Inf', 2]]),
    'sandcard_commit_seconds_count 2',
    'sandcard_due_set_aside_total 2',
  ])
})

test('The metrics count what retention deletes by kind and project, and when a round ended', async () => {
  const metrics = new Metrics()
  metrics.expired('orders', 100)
  metrics.expired('callbacks', 250)
  metrics.expired('orders', 7)
  metrics.visited(100)
  metrics.retentionDone(1_700_000_000_500)
  assert.deepEqual(
    (await linesOf(metrics)).filter((line) => line.includes('retention')),
    [
      'sandcard_retention_deleted_total{kind="orders"} 107',
      'sandcard_retention_deleted_total{kind="callbacks"} 250',
      'sandcard_retention_projects_total 100',
      'sandcard_retention_round_timestamp_seconds 1700000000.5',
    ],
  )
})

test('The metrics include those of the process', async () => {
  assert.match(await new Metrics().registry.metrics(), /^process_cpu_seconds_total /m)
})
