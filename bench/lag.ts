// The delay of the event loop under transfers while a very long list is read. The service runs in
// this process, which can measure its own loop; the load comes from the generator's process.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Cast, transferLoad, withSandcard } from './cast.ts'
import type { Bench, Plan } from './plan.ts'

const CONNECTION_COUNT = 32
const DAY_MS = 86_400_000
/** The maximum number of days that interface A lists in one response. */
const PERIOD_DAYS = 366

/** `url`: a database with many past transfers between the cards of the test population. */
export async function measureLag(
  { url, cast }: { readonly url: string; readonly cast: Cast },
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  report.heading('Delay of the event loop, with transfers on 32 connections')
  await withSandcard(url, async (sandcard) => {
    const load = transferLoad(sandcard.url, cast, CONNECTION_COUNT)
    await generator.rate(load, plan.warmUpSeconds)
    const quiet = await delayDuring(() => generator.rate(load, plan.seconds))
    let records = 0
    const busy = await delayDuring(() =>
      until(generator.rate(load, plan.seconds), async () => {
        records = Math.max(records, await readTransactions(sandcard.url, cast[0]?.id))
      }),
    )
    report.fact('99th percentile, transfers alone', `${quiet.toFixed(1)} ms`)
    const label = `99th percentile, while a list of ${records.toLocaleString('en-US')} records is read`
    report.judged(label, busy, 'ms', { atMost: 50, goal: 20 })
  })
}

/** The 99th percentile, milliseconds. */
async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await work()
  delays.disable()
  return delays.percentile(99) / 1e6
}

/** Repeats `work` until the other work is done. */
async function until(other: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  let isDone = false
  const ended = other.finally(() => {
    isDone = true
  })
  while (!isDone) await work()
  await ended
}

/** Reads all transactions of a card in one response of interface A; returns their number. */
async function readTransactions(url: string, cardId: string | undefined): Promise<number> {
  const day = (fromNow: number): string =>
    new Date(Date.now() + fromNow * DAY_MS).toISOString().slice(0, 10)
  const answer = await fetch(`${url}/v1/apigate/ws/rest/getTransactions`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('demo:demo-password')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      cardIdentification: { cardId: Number(cardId) },
      period: { start: day(2 - PERIOD_DAYS), end: day(1) },
    }),
  })
  if (!answer.ok || answer.body === null)
    throw new Error(`getTransactions returned ${answer.status}`)
  // Counted in the bytes, because parsing the list would block this event loop, which is the
  // service's.
  let count = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) count += occurrences(chunk)
  return count
}

const RECORD_START = Buffer.from('"authorizationDate"')

/** A name that is split between two chunks is missed; there are few. */
function occurrences(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  let count = 0
  for (let at = text.indexOf(RECORD_START); at !== -1; at = text.indexOf(RECORD_START, at + 1))
    count += 1
  return count
}
