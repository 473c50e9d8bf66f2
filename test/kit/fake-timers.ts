// Makes the service use the fake timers of a test. By default it does not, because it binds the
// timers of the process when it loads.

import type { MockTracker } from 'node:test'
import { timers } from '../../src/time.ts'

/** Until the mocks are restored, the service uses the timers and the clock that the mocks fake. */
export function useFakeTimers(mock: MockTracker): void {
  mock.method(timers, 'now', () => Date.now())
  for (const name of [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
  ] as const)
    mock.method(timers, name, (...given: unknown[]) =>
      (globalThis[name] as (...given: unknown[]) => unknown)(...given),
    )
}
