// `sandcard/vitest`: fixtures for Vitest, a service per worker and a project per test. See
// docs/test-frameworks.md.

import type { SandboxProject } from './client.ts'
import type { ServiceSettings } from './config.ts'
import { workerService, testProject, type WorkerService, type TestProject } from './fixtures.ts'
import type { Sandcard } from './index.ts'

export type { TestProject, WorkerService } from './fixtures.ts'

/** The types of the fixtures, for `extend`. */
export interface SandcardFixtures {
  readonly $worker: { readonly sandcard: Sandcard }
  readonly $test: { readonly project: SandboxProject }
}

/**
 * The fixtures `sandcard`, a service per worker, in memory and on a free port, and `project`, a new
 * project for each test. `settings` overrides the service's settings.
 */
export const sandcardFixtures = (
  settings: ServiceSettings = {},
): { sandcard: [WorkerService, { scope: 'worker' }]; project: TestProject } => ({
  sandcard: [workerService(settings), { scope: 'worker' }],
  project: testProject,
})
