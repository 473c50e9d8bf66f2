// The longest time that the event loop of this process is blocked, in CPU time, so that other work
// of the machine does not count.

/**
 * For how long a piece of work blocks the event loop at a time, in milliseconds of CPU time on the
 * reference machine. The speed of this machine changes, so it is measured around each run.
 */
export async function longestTurnDuring(work: () => Promise<unknown>): Promise<number> {
  const before = slowness()
  const longestMs = await ownTurnDuring(work)
  return longestMs / Math.max(before, slowness())
}

/** As above, in the time of this machine. */
async function ownTurnDuring(work: () => Promise<unknown>): Promise<number> {
  let last = processorMs()
  let longestMs = 0
  let handle = setImmediate(function turn() {
    const now = processorMs()
    longestMs = Math.max(longestMs, now - last)
    last = now
    handle = setImmediate(turn)
  })
  try {
    await work()
  } finally {
    clearImmediate(handle)
  }
  return Math.max(longestMs, processorMs() - last)
}

const REFERENCE_ROWS = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }))
/**
 * The time of this work on the reference machine, on which the limits of the tests were measured.
 */
const REFERENCE_MS = 15
const REFERENCE_TRIES = 5

/**
 * How many times slower this machine currently is than the reference machine, 1 or more.
 */
function slowness(): number {
  const tries = Array.from({ length: REFERENCE_TRIES }, () => {
    const began = processorMs()
    JSON.parse(JSON.stringify(REFERENCE_ROWS))
    return processorMs() - began
  })
  return Math.max(1, Math.min(...tries) / REFERENCE_MS)
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
