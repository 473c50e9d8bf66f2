// The keyed hashes that the database stores for logins, keys and passwords.

import {
  type CredentialInterface,
  type CredentialKind,
  credentialText,
  type ProjectSecrets,
} from '../projects/project.ts'
import { deriveKey, keyedHash } from '../projects/vault.ts'
import type { NewCredential, Replacement } from './catalogue.ts'

/** The `Idempotency-Key` of a new project, and the request with which it was sent. */
export interface CreationKey {
  readonly key: string
  readonly request: string
}

export class CredentialHashes {
  readonly #key: Buffer

  constructor(master: Uint8Array) {
    this.#key = deriveKey(master, 'credential-hash')
  }

  /** The hash of a login, or of a key that authenticates on its own. */
  of(kind: CredentialKind, login: string): string {
    return keyedHash(this.#key, credentialText(kind, login))
  }

  ofPassword(login: string, password: string): string {
    return keyedHash(this.#key, `password:${login}:${password}`)
  }

  /** The row of the key with which a project was created. */
  ofCreation({ key, request }: CreationKey): NewCredential {
    return {
      hash: keyedHash(this.#key, `creation:${key}`),
      secretHash: keyedHash(this.#key, `creation request:${request}`),
    }
  }

  /** The rows of a new project's credentials. */
  credentialsOf({ interfaceA, interfaceB, interfaceC }: ProjectSecrets): NewCredential[] {
    const withPassword = (
      kind: CredentialKind,
      login: string,
      password: string,
    ): NewCredential => ({
      hash: this.of(kind, login),
      secretHash: this.ofPassword(login, password),
    })
    const alone = (kind: CredentialKind, key: string): NewCredential => ({
      hash: this.of(kind, key),
      secretHash: null,
    })
    return [
      withPassword('a', interfaceA.login, interfaceA.password),
      alone('b', interfaceB.apiKey),
      withPassword('c', interfaceC.userName, interfaceC.password),
      alone('c-token', interfaceC.token),
    ]
  }

  /** The changed rows when the credentials of an interface are rotated. */
  replacements(
    which: CredentialInterface,
    before: ProjectSecrets,
    { interfaceA, interfaceB, interfaceC }: ProjectSecrets,
  ): Replacement[] {
    const password = (kind: CredentialKind, login: string, text: string): Replacement => ({
      type: 'password',
      hash: this.of(kind, login),
      secretHash: this.ofPassword(login, text),
    })
    const key = (kind: CredentialKind, old: string, text: string): Replacement => ({
      type: 'key',
      kind,
      oldHash: this.of(kind, old),
      hash: this.of(kind, text),
    })
    if (which === 'A') return [password('a', interfaceA.login, interfaceA.password)]
    if (which === 'B') return [key('b', before.interfaceB.apiKey, interfaceB.apiKey)]
    return [
      password('c', interfaceC.userName, interfaceC.password),
      key('c-token', before.interfaceC.token, interfaceC.token),
    ]
  }
}
