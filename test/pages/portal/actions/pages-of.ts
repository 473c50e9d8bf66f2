// The project that the steps created, and all its pages.

import assert from 'node:assert/strict'
import type { Project } from '../../../../src/engine/directory.ts'
import { newestThings, portalPages } from '../../../kit/portal-pages.ts'
import type { Sandbox } from '../../../kit/sandbox.ts'
import type { Crowd } from './crowd.ts'

export async function projectOf(
  { sandcard: { service } }: Sandbox,
  crowd: Crowd,
): Promise<Project> {
  const id = crowd.thing('project')
  const project = await service.directory.byId(id)
  assert.ok(project !== undefined, id)
  return project
}

/** Every page of the project, as a URL with data to show. */
export async function pagesOf(sandbox: Sandbox, crowd: Crowd): Promise<readonly string[]> {
  const { mode } = sandbox.sandcard.service.config
  const { secrets } = await projectOf(sandbox, crowd)
  return portalPages(await newestThings(sandbox.url, secrets.interfaceB.apiKey), mode)
}
