// The service's own projects, which have no owner. No one knows their credentials: they derive from
// the master key and the name, so that every process finds them.

import { hkdfSync } from 'node:crypto'
import { newProjectSecrets, PROJECT_ENTROPY_BYTES } from '../projects/project.ts'
import { deriveKey } from '../projects/vault.ts'
import type { Directory, Project } from './directory.ts'

export class OwnProjects {
  readonly #directory: Directory
  readonly #secret: Uint8Array

  constructor(directory: Directory, master: Uint8Array) {
    this.#directory = directory
    this.#secret = deriveKey(master, 'own-projects')
  }

  /** The project with a name; undefined if it was not created yet. */
  async find(name: string): Promise<Project | undefined> {
    return this.#directory.authenticate('b', this.#secretsOf(name).interfaceB.apiKey)
  }

  /** The project with a name. The first call creates it. */
  async findOrCreate(name: string): Promise<Project> {
    const project =
      (await this.find(name)) ??
      (await this.#directory.createWith(name, this.#secretsOf(name))) ??
      // Another process has created it in the meantime.
      (await this.find(name))
    if (project === undefined) throw new Error(`the project ${name} was neither found nor created`)
    return project
  }

  #secretsOf(name: string) {
    const entropy = hkdfSync('sha256', this.#secret, '', name, PROJECT_ENTROPY_BYTES)
    return newProjectSecrets(Buffer.from(entropy))
  }
}
