// Values that a call reads from the project.

import type { Settings } from '../../kernel/settings.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import type { Service } from '../../service.ts'
import type { Project } from '../../engine/directory.ts'

/** The project's settings. */
export const settingsOf = async ({
  service,
  project,
}: {
  readonly service: Service
  readonly project: Project
}): Promise<Settings> => (await service.read(project, datasetById)).settings

/** The return URL; by default the main page of the sandbox. */
export const returnUrlOf = (
  { origin }: { readonly origin: string },
  sent: string | undefined,
): string => sent ?? `${origin}/`
