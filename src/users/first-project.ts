// The first project of a new account, so that a person can start without creating one.

import type { Directory } from '../engine/directory.ts'
import type { User } from './user.ts'

const FIRST_PROJECT_NAME = 'Sandbox'

/** Returns the id of the project. */
export async function createFirstProject(directory: Directory, { id }: User): Promise<string> {
  return (await directory.create(FIRST_PROJECT_NAME, id)).id
}
