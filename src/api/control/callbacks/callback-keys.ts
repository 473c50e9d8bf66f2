// The keys that sign callbacks: list, rotate with overlap, delete.

import { randomBytes } from 'node:crypto'
import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { keyText, publicKeyOf } from '../../../delivery/signing.ts'
import { base32 } from '../../../projects/project.ts'
import type { CallbackKey } from '../../../callbacks/settings.ts'
import type { Project } from '../../../engine/directory.ts'
import type { Service } from '../../../service.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { operation } from '../api.ts'

/** Accepts short keys, because merchants test with existing keys. */
export const CALLBACK_KEY = { minLength: 1, maxLength: 255 } as const

const KeySchema = Type.Object({
  alias: Type.String({ description: '`sign_alias` of the callbacks that it signs' }),
  key: Type.String({ description: 'Key of the HMAC' }),
  current: Type.Boolean({ description: 'True for the key that signs callbacks now' }),
  createdAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Time of creation; null for the first key of the project',
  }),
})

const KeysAnswer = Type.Object({
  items: Type.Array(KeySchema, { description: 'Keys, oldest first' }),
  rsa: Type.Object({
    publicKey: Type.String({
      description:
        'Public key in PEM, which verifies checksums if `callbackSignature` is `rsa` (SHA512withRSA). `GET /control/v1/rsa-keys` also lists the next key',
    }),
  }),
})

/** The body is optional. */
const NewKeyBody = Type.Union([
  Type.Object(
    {
      alias: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9._-]{1,64}$',
          description: 'Alias of the new key; generated if omitted',
        }),
      ),
      key: Type.Optional(
        Type.String({ ...CALLBACK_KEY, description: 'The new key; random if omitted' }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
])

export const listCallbackKeys = operation({
  name: 'listCallbackKeys',
  method: 'GET',
  path: '/callback-keys',
  summary: 'List the callback keys',
  description: 'Lists the HMAC keys and the public RSA key.',
  answer: KeysAnswer,
  async handle({ service, project, read }) {
    const { settings } = await read(datasetById)
    return keysView(service, project, settings.callbackKeys)
  },
})

export const rotateCallbackKey = operation({
  name: 'rotateCallbackKey',
  isAudited: true,
  method: 'POST',
  path: '/callback-keys',
  summary: 'Rotate the callback key',
  description:
    'Adds a key that signs new callbacks. Callbacks that are already queued keep their key, and each names its key (`sign_alias`). Old keys stay listed until you delete them, so that your receiver can accept both.',
  body: NewKeyBody,
  examples: [{ alias: 'autumn' }],
  status: 201,
  answer: KeysAnswer,
  errors: ['parameter-invalid'],
  async handle({ service, project, body, command }) {
    const keys = await command('addCallbackKey', {
      alias: body?.alias ?? `key-${base32(randomBytes(5))}`,
      sealed: project.vault.seal(body?.key ?? base32(randomBytes(20))),
    })
    return keysView(service, project, keys)
  },
})

export const endCallbackKey = operation({
  name: 'endCallbackKey',
  isAudited: true,
  method: 'DELETE',
  path: '/callback-keys/:alias',
  summary: 'Delete a callback key',
  description:
    'Deletes an old key; the current key cannot be deleted. Callbacks queued with a deleted key are signed with the current key.',
  params: Type.Object({
    alias: Type.String({ description: 'Alias of the key', examples: ['callbackKey'] }),
  }),
  answer: KeysAnswer,
  errors: ['callback-not-found', 'parameter-invalid'],
  async handle({ service, project, params: { alias }, command }) {
    return keysView(service, project, await command('endCallbackKey', { alias }))
  },
})

export const callbackKeyOperations = [listCallbackKeys, rotateCallbackKey, endCallbackKey]

async function keysView(
  service: Service,
  project: Project,
  keys: readonly CallbackKey[],
): Promise<Static<typeof KeysAnswer>> {
  const publicKey = publicKeyOf(await service.directory.callbackKey(project.number))
  const items = keys.map((key, index) => ({
    alias: key.alias,
    key: keyText(key, project),
    current: index === keys.length - 1,
    createdAt: key.createdAt === null ? null : new Date(key.createdAt).toISOString(),
  }))
  return { items, rsa: { publicKey } }
}
