// Node's test runner tracks every promise and callback, to name the test that caused an uncaught
// error. That takes a tenth of the CPU time of a test process. A process that shares files stops it
// once all tests are declared: an uncaught error still fails the process, with its stack trace.

import asyncHooks, { type AsyncHook } from 'node:async_hooks'

const { createHook } = asyncHooks
const hooks: AsyncHook[] = []

// The test runner calls this when `node:test` is first imported, which must be later.
asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}

/** The runner needs it to determine the suite of a declared test. */
export function stopTracking(): void {
  asyncHooks.createHook = createHook
  for (const hook of hooks) hook.disable()
}
