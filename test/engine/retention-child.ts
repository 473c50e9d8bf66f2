// A process that applies retention to a database and stops in the middle of it, until it is killed:
// before the commit of a part, after its statements have run, or between two parts.

import { applyRetention } from '../../src/engine/retention.ts'
import type { Hold } from '../../src/engine/snapshot-writer.ts'
import type { Store } from '../../src/store/store.ts'
import { openEngineProcess } from '../kit/engine-sandbox.ts'

const [url = '', where, at] = process.argv.slice(2)
const COMPLETE_PARTS = 2

let parts = 0

function stop(): Promise<never> {
  process.stdout.write('stopped\n')
  // The process waits to be killed.
  setInterval(() => undefined, 1000)
  return new Promise(() => undefined)
}

function stopping(store: Store): Store {
  const begin = store.begin.bind(store)
  store.begin = async () => {
    const transaction = await begin()
    if (where === 'inside' && parts > COMPLETE_PARTS) transaction.commit = stop
    return transaction
  }
  return store
}

const { store, engine } = await openEngineProcess(url, stopping)
const hold: Hold = async (datasetId, work) => {
  parts += 1
  if (where === 'between' && parts > COMPLETE_PARTS) return stop()
  return engine.hold(datasetId, work)
}
await applyRetention(store, { serviceMaxDays: 0, hold, now: () => Number(at) })
