// Freezes the clock of a project, so that no time in a test passes while it runs.

import type { Project } from '../../src/engine/directory.ts'
import type { Service } from '../../src/service.ts'

/** Freezes the project's clock at a time, in epoch milliseconds. */
export async function freezeClock(service: Service, project: Project, at: number): Promise<void> {
  await service.execute(project, 'moveClock', { move: { kind: 'freeze', freeze: true } })
  await service.execute(project, 'moveClock', { move: { kind: 'set', to: at } })
}
