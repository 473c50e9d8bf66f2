// Prometheus metrics: requests by interface and operation, their durations, and what the write path's batches cost.

import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { BatchReport } from './engine/engine.ts'

export class Metrics {
  readonly registry = new Registry()
  readonly #requests: Counter
  readonly #durations: Histogram
  readonly #batchSize: Histogram
  readonly #batchSeconds: Histogram
  readonly #setAside: Counter

  constructor() {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.#requests = new Counter({
      name: 'sandcard_requests_total',
      help: 'Requests by interface, operation and HTTP status.',
      labelNames: ['interface', 'operation', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'sandcard_request_seconds',
      help: 'Time from the request line to the end of the answer.',
      labelNames: ['interface', 'operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    })
    this.#batchSize = new Histogram({
      name: 'sandcard_batch_commands',
      help: 'Commands that shared one commit.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    })
    this.#batchSeconds = new Histogram({
      name: 'sandcard_commit_seconds',
      help: 'Time of a batch from lock to durable commit.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    })
    this.#setAside = new Counter({
      name: 'sandcard_due_set_aside_total',
      help: 'Orders whose time failed and was taken from them. Should stay at 0.',
      registers,
    })
  }

  request(api: string, operation: string, status: number, seconds: number): void {
    this.#requests.inc({ interface: api, operation, status: String(status) })
    this.#durations.observe({ interface: api, operation }, seconds)
  }

  batch({ commands, seconds, bugs }: BatchReport): void {
    this.#setAside.inc(bugs.length)
    this.#batchSize.observe(commands)
    this.#batchSeconds.observe(seconds)
  }
}
