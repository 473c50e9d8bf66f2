// The clock of a project, held where a test wants it: however long the test takes, no moment that it names is past.

import type { Project } from '../../src/engine/directory.ts'
import type { Service } from '../../src/service.ts'

/** Stops the project's clock at a moment, in epoch milliseconds. */
export async function freezeClock(service: Service, project: Project, at: number): Promise<void> {
  await service.execute(project, 'moveClock', { move: { kind: 'freeze', freeze: true } })
  await service.execute(project, 'moveClock', { move: { kind: 'set', to: at } })
}
