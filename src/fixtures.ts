// The fixtures of test frameworks that pass a value to `use` and clean up afterwards. They do not
// import a framework, because both frameworks call them in the same way.

import type { SandboxProject } from './client.ts'
import type { ServiceSettings } from './config.ts'
import { type Sandcard, startSandcard } from './index.ts'

const IN_MEMORY = { database: 'sqlite::memory:', port: 0, logLevel: 'warn' } as const

/** Starts the service of a worker and closes it after its last test. */
export type WorkerService = (
  fixtures: object,
  use: (sandcard: Sandcard) => Promise<void>,
) => Promise<void>

/** Creates the project of a test. */
export type TestProject = (
  fixtures: { readonly sandcard: Sandcard },
  use: (project: SandboxProject) => Promise<void>,
) => Promise<void>

export const workerService =
  (settings: ServiceSettings): WorkerService =>
  // The frameworks read the names of required fixtures from the pattern of the first parameter.
  async ({}, use) => {
    const given = Object.entries(settings).filter(([, value]) => value !== undefined)
    const sandcard = await startSandcard({ ...IN_MEMORY, ...Object.fromEntries(given) })
    await use(sandcard)
    await sandcard.close()
  }

export const testProject: TestProject = async ({ sandcard }, use) => {
  await use(await sandcard.project())
}
