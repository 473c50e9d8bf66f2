// How long the event loop of this process is held in one go, in processor time: a machine that does something else meanwhile does not
// count.

export interface LoopTurns {
  readonly longestMs: number
  readonly totalMs: number
}

/** Runs a piece of work and watches the turns of the event loop until it has ended. */
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
/** What writing and reading those takes on the machine that the bounds of the tests were measured on. */
const REFERENCE_MS = 15
const REFERENCE_TRIES = 5

/** How many times slower than the reference this machine is at the moment, 1 or more: bounds in milliseconds are meant for that one. */
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
