// Connects the parts of a service: its data, the requests that it sends, and its background work.

import { receiveOwn } from '../api/receivers/receive.ts'
import { DecisionClient } from '../delivery/decision-client.ts'
import type { DeliveryOptions } from '../delivery/delivery.ts'
import { Programme } from '../delivery/programme.ts'
import { CallbackSender } from '../delivery/callback-sender.ts'
import { WebhookSender } from '../delivery/webhook-sender.ts'
import { FailedLogins } from '../engine/failed-logins.ts'
import { OwnProjects } from '../engine/own-projects.ts'
import { applyRetention } from '../engine/retention.ts'
import { Metrics } from '../metrics.ts'
import { Service } from '../service.ts'
import type { Store } from '../store/store.ts'
import { engineDuties } from '../threads/engine-duties.ts'
import { Fronts, type FrontsParts } from '../threads/fronts.ts'
import { realNow } from '../time.ts'
import { openAccounts } from '../users/accounts.ts'
import { CallbackAlerts } from '../users/callback-alerts.ts'
import { Worker } from '../worker.ts'
import { type Data, type Given, openData } from './data.ts'

interface Assembly {
  readonly service: Service
  readonly metrics: Metrics
  readonly worker: Worker
  /**
   * The front threads with the calls that they make; undefined if the service has a single thread.
   */
  readonly fronts: (Pick<FrontsParts, 'duties'> & { readonly fronts: Fronts }) | undefined
  /** Completes the work in progress. Call it when no more requests arrive. */
  readonly stop: () => Promise<void>
}

/** Does not start anything yet. */
export function assemble(given: Given): Assembly {
  const { config, parts, opened, logger } = given
  const { store } = opened
  const metrics = new Metrics(config.threads)
  const fronts = config.threads === 1 ? undefined : new Fronts()
  const data = openData(given, { metrics, fronts })
  const { engine, reads, directory, watch, requestLog, exchanges } = data
  const hosted = config.mode === 'hosted' ? openHosted(given, data) : undefined
  const delivery: DeliveryOptions = {
    mode: config.mode,
    toOwnReceiver: (request, senderNumber) => receiveOwn(service, request, senderNumber),
    ...parts.delivery,
  }
  const client = new DecisionClient({ delivery, logger })
  const programme = new Programme({
    engine,
    client,
    logger,
    exchanges,
    onDecided: (decision, exchange) => metrics.decision(decision, exchange),
    onLate: () => metrics.lateDecision(),
  })
  const worker = workerOf(given, data, { alerts: hosted?.alerts, delivery, metrics, fronts })
  data.listeners.push((report) => worker.wake(report.dueDatasets))
  const service = new Service({
    config,
    directory,
    engine,
    reads,
    watch,
    programme,
    exchanges,
    requestLog,
    ...hosted?.forService,
    shared: isShared(store),
    ...(fronts && { settleFronts: () => fronts.flush() }),
  })
  return {
    service,
    metrics,
    worker,
    fronts: fronts && {
      fronts,
      duties: engineDuties({
        engine,
        service,
        directory,
        programme,
        exchanges,
        metrics,
        fronts,
        onOutage: data.onOutage,
        logs: parts.logs ?? process.stderr,
      }),
    },
    async stop() {
      await hosted?.forService.accounts.mailer.idle()
      await worker.stop()
      client.close()
      await requestLog.stop()
      // An outage at the end loses at most one minute of recorded uses.
      await directory.uses.store(store).catch(() => undefined)
      await engine.close()
      await opened.closeReads()
      await store.close()
    },
  }
}

/** Whether other processes may write to the database. */
const isShared = ({ dialect }: Store): boolean => dialect === 'postgres'

/** The parts that only a hosted service has. */
function openHosted(
  { config, parts, opened: { store }, master, logger }: Given,
  { reads, availability, directory }: Data,
) {
  // In local mode, wrong passwords are part of tests.
  const failedLogins = new FailedLogins(parts.wait)
  const accounts = openAccounts({
    config,
    store,
    reads,
    availability,
    failedLogins,
    master,
    logger,
    passwordCost: parts.passwordCost,
  })
  const ownProjects = new OwnProjects(directory, master)
  return {
    forService: { failedLogins, accounts, ownProjects },
    alerts: new CallbackAlerts(accounts),
  }
}

function workerOf(
  { config, opened: { store }, logger }: Given,
  { engine, reads, directory, watch, exchanges }: Data,
  {
    alerts,
    delivery,
    metrics,
    fronts,
  }: {
    readonly alerts: CallbackAlerts | undefined
    readonly delivery: DeliveryOptions
    readonly metrics: Metrics
    readonly fronts: Fronts | undefined
  },
): Worker {
  const senderParts = { engine, directory, reads, logger, delivery, exchanges }
  const lookForChanges = async (): Promise<void> => {
    const [, hasChanged] = await Promise.all([watch.look(), directory.lookForFaults()])
    if (hasChanged) fronts?.forget()
  }
  return new Worker({
    store,
    reads,
    engine,
    exchanges,
    logger,
    uses: directory.uses,
    sender: new CallbackSender({
      ...senderParts,
      onFailing: async (project, callback) => alerts?.failed(project, callback),
    }),
    eventSender: new WebhookSender(senderParts),
    onDecided: (decision) => metrics.decision(decision, null),
    async retention(isStopping) {
      await applyRetention(store, {
        serviceMaxDays: config.retentionDays,
        hold: engine.hold.bind(engine),
        isStopping,
        onDeleted: metrics.expired.bind(metrics),
        onVisited: (projects) => metrics.visited(projects),
      })
      metrics.retentionDone(realNow())
    },
    ...(isShared(store) && { watch: { look: lookForChanges } }),
  })
}
