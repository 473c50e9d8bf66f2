// The longest time that the event loop of this process is blocked, in CPU time, so that other work
// of the machine does not count.

interface LoopTurns {
  readonly longestMs: number
  readonly totalMs: number
}

/** Runs a piece of work and measures the turns of the event loop until it ends. */
export async function loopTurnsDuring(work: () => Promise<unknown>): Promise<LoopTurns> {
  const began = processorMs()
  let last = began
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
  const ended = processorMs()
  return { longestMs: Math.max(longestMs, ended - last), totalMs: ended - began }
}

const REFERENCE_ROWS = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }))
/**
 * The time of this work on the reference machine, on which the limits of the tests were measured.
 */
const REFERENCE_MS = 15
const REFERENCE_TRIES = 5

/**
 * How many times slower this machine currently is than the reference machine, 1 or more. Limits in
 * milliseconds are multiplied by it.
 */
export function slowness(): number {
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
