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

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
