// The project whose credentials local mode shows, and the pages that use it.

import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'

const DEMO_API_KEY = 'demo-api-key'

/** The demo project of local mode; hosted mode has none. */
export async function demoProject(service: Service): Promise<Project | undefined> {
  if (service.config.mode !== 'local') return undefined
  return service.directory.authenticate('b', DEMO_API_KEY)
}
