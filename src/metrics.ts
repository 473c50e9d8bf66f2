// Prometheus metrics: requests by interface and operation, their durations, and the batches of the
// write path.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DecisionExchange, RealTimeDecision } from './real-time/real-time-decision.ts'
import type { BatchReport } from './engine/engine.ts'
import type { DeletedKind } from './engine/retention.ts'
import { type AnsweredRequest, RequestMetrics } from './request-metrics.ts'

export class Metrics {
  readonly registry = new Registry()
  readonly #requests: RequestMetrics
  readonly #batchSize: Histogram
  readonly #batchSeconds: Histogram
  readonly #setAside: Counter
  readonly #droppedExchanges: Counter
  readonly #decisions: Counter
  readonly #lateDecisions: Counter
  readonly #decisionSeconds: Histogram
  readonly #expired: Counter
  readonly #visited: Counter
  readonly #retentionEnd: Gauge

  constructor(threads = 1) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    new Gauge({
      name: 'sandcard_threads',
      help: 'Threads that receive requests, see THREADS.',
      registers,
    }).set(threads)
    this.#requests = new RequestMetrics(this.registry)
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
      help: 'Orders and authorisations whose due work failed and was set aside. Should stay at 0.',
      registers,
    })
    this.#droppedExchanges = new Counter({
      name: 'sandcard_request_log_dropped_total',
      help: 'Exchanges that the request log dropped because more arrived than it can write.',
      registers,
    })
    this.#decisions = new Counter({
      name: 'sandcard_real_time_decisions_total',
      help: 'Real-time decisions by outcome, and by who decided: programme, timeout, error or rules.',
      labelNames: ['outcome', 'decided_by'],
      registers,
    })
    this.#lateDecisions = new Counter({
      name: 'sandcard_real_time_decisions_late_total',
      help: 'Answers of decision servers that came after the time limit and changed nothing.',
      registers,
    })
    this.#expired = new Counter({
      name: 'sandcard_retention_deleted_total',
      help: 'Rows that retention deleted, by kind: orders, callbacks (with events), requests.',
      labelNames: ['kind'],
      registers,
    })
    this.#visited = new Counter({
      name: 'sandcard_retention_projects_total',
      help: 'Visits of projects by retention.',
      registers,
    })
    this.#retentionEnd = new Gauge({
      name: 'sandcard_retention_round_timestamp_seconds',
      help: 'When retention last completed a round over all projects, epoch seconds; 0 before.',
      registers,
    })
    this.#decisionSeconds = new Histogram({
      name: 'sandcard_real_time_decision_seconds',
      help: 'Time until a decision server answered, without answers after the time limit.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
      registers,
    })
  }

  /** Rows that retention has deleted. */
  expired(kind: DeletedKind, rows: number): void {
    this.#expired.inc({ kind }, rows)
  }

  /** The number of projects that retention has visited. */
  visited(projects: number): void {
    this.#visited.inc(projects)
  }

  /** Retention has visited every project. */
  retentionDone(at: number): void {
    this.#retentionEnd.set(at / 1000)
  }

  /** A real-time decision, with the server's answer if there is one. */
  decision({ state, decidedBy }: RealTimeDecision, exchange: DecisionExchange | null): void {
    this.#decisions.inc({ outcome: state, decided_by: decidedBy ?? 'none' })
    if (exchange !== null) this.#decisionSeconds.observe(exchange.latencyMs / 1000)
  }

  lateDecision(): void {
    this.#lateDecisions.inc()
  }

  droppedExchanges(count: number): void {
    this.#droppedExchanges.inc(count)
  }

  request(request: AnsweredRequest, seconds: number): void {
    this.#requests.add(request, seconds)
  }

  batch({ commands, seconds, bugs }: BatchReport): void {
    this.#setAside.inc(bugs.length)
    this.#batchSize.observe(commands)
    this.#batchSeconds.observe(seconds)
  }
}
