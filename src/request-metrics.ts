// Requests and their durations, by operation. Counting with prom-client would build and compare the
// texts of all labels for every request, so it only receives the numbers when they are read.

import { Counter, Histogram, type Registry } from 'prom-client'

/** A request by the labels under which it is counted. */
export interface AnsweredRequest {
  readonly api: string
  readonly operation: string
  readonly status: number
  /** The error code of interface C, whose errors have the HTTP status 200. */
  readonly errorCode?: string | undefined
}

/** Upper bounds of durations, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

type CounterLabel = 'interface' | 'operation' | 'status' | 'error'
type DurationLabel = 'interface' | 'operation'

/** The requests of an operation. */
class OperationRequests {
  readonly labels: Readonly<Record<DurationLabel, string>>
  /**
   * All requests by the first bound that is not below their duration; the last bucket has no bound.
   */
  readonly buckets = [...BUCKETS, Infinity].map(() => 0)
  seconds = 0
  /** Requests that have not been read yet, by status and error code. */
  readonly #unread = new Map<string, Unread>()

  constructor(api: string, operation: string) {
    this.labels = { interface: api, operation }
  }

  add({ status, errorCode }: AnsweredRequest, seconds: number): void {
    const key = errorCode === undefined ? String(status) : `${status} ${errorCode}`
    const unread = this.#unread.get(key)
    if (unread !== undefined) unread.count += 1
    else {
      const error = errorCode !== undefined && { error: errorCode }
      this.#unread.set(key, {
        labels: { ...this.labels, status: String(status), ...error },
        count: 1,
      })
    }
    let bucket = 0
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
    this.seconds += seconds
  }

  takeUnread(): readonly Unread[] {
    const unread = [...this.#unread.values()]
    this.#unread.clear()
    return unread
  }
}

interface Unread {
  readonly labels: Partial<Record<CounterLabel, string>>
  count: number
}

export class RequestMetrics {
  readonly #operations = new Map<string, OperationRequests>()

  constructor(registry: Registry) {
    const operations = this.#operations
    new Counter<CounterLabel>({
      name: 'sandcard_requests_total',
      help: 'Requests by interface, operation, HTTP status and, where interface C has one, error code.',
      labelNames: ['interface', 'operation', 'status', 'error'],
      registers: [registry],
      collect() {
        for (const operation of operations.values())
          for (const { labels, count } of operation.takeUnread()) this.inc(labels, count)
      },
    })
    registry.registerMetric(new Durations(operations))
  }

  add(request: AnsweredRequest, seconds: number): void {
    const key = `${request.api} ${request.operation}`
    let operation = this.#operations.get(key)
    if (operation === undefined)
      this.#operations.set(key, (operation = new OperationRequests(request.api, request.operation)))
    operation.add(request, seconds)
  }
}

/** A histogram that is computed when it is read. */
class Durations extends Histogram<DurationLabel> {
  readonly #operations: ReadonlyMap<string, OperationRequests>

  constructor(operations: ReadonlyMap<string, OperationRequests>) {
    super({ ...DURATIONS, labelNames: ['interface', 'operation'], registers: [] })
    this.#operations = operations
  }

  /** The registry and `get` read the histogram through this method. */
  getForPromString(): object {
    const { name } = DURATIONS
    const values = [...this.#operations.values()].flatMap(({ labels, buckets, seconds }) => {
      let count = 0
      const below = buckets.map((each, index) => {
        count += each
        const le = BUCKETS[index] ?? '+Inf'
        return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` }
      })
      return [
        ...below,
        { labels, value: seconds, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ]
    })
    return { ...DURATIONS, type: 'histogram', aggregator: 'sum', values }
  }
}

const DURATIONS = {
  name: 'sandcard_request_seconds',
  help: 'Time from the request line to the end of the response.',
}
