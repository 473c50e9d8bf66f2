// The project whose credentials everybody on the machine may see, and the pages that work for it.

import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'

const DEMO_API_KEY = 'demo-api-key'

/** Local mode's project; hosted mode shows nobody's. */
export async function demoProject(service: Service): Promise<Project | undefined> {
  if (service.config.mode !== 'local') return undefined
  return service.directory.authenticate('b', DEMO_API_KEY)
}
