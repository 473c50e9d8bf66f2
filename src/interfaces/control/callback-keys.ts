// The keys that sign callbacks: listed, rotated with overlap, ended.

import { randomBytes } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { keyText, publicKeyOf } from '../../callbacks/signing.ts'
import { base32 } from '../../domain/project.ts'
import type { CallbackKey } from '../../domain/settings.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { spaceById } from '../../store/reads/ledger.ts'
import { projectOf } from './authentication.ts'
import { ERRORS, NOT_FOUND, TAGS } from './schemas.ts'

/** A store's tests bring the key they have, however short it is. */
export const CALLBACK_KEY = { minLength: 1, maxLength: 255 } as const

const KeySchema = Type.Object({
  alias: Type.String({ description: '`sign_alias` of the callbacks that it signs' }),
  key: Type.String({ description: 'The key of the HMAC' }),
  current: Type.Boolean({ description: 'True for the one that signs' }),
  createdAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Null for the one that the project was made with',
  }),
})

const KeysSchema = Type.Object({
  items: Type.Array(KeySchema, { description: 'Oldest first' }),
  rsa: Type.Object({
    publicKey: Type.String({
      description: 'PEM; checks the checksums where callbackSignature is rsa (SHA512withRSA)',
    }),
  }),
})

const NewKeySchema = Type.Union(
  [
    Type.Object(
      {
        alias: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z0-9._-]{1,64}$',
            description: 'Made where none is given',
          }),
        ),
        key: Type.Optional(
          Type.String({ ...CALLBACK_KEY, description: 'Random where none is given' }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { examples: [{ alias: 'autumn' }] },
)

const Params = Type.Object({ alias: Type.String({ examples: ['callbackKey'] }) })

export function callbackKeyRoutes(app: FastifyInstance, service: Service): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  typed.get(
    '/callback-keys',
    {
      config: { face: 'control', operation: 'listCallbackKeys' },
      schema: {
        operationId: 'listCallbackKeys',
        summary: 'List the keys of the callbacks',
        description: 'Those of the HMAC, and the public half of the RSA key.',
        tags: TAGS,
        response: { 200: KeysSchema, ...ERRORS },
      },
    },
    async (request) => {
      const project = projectOf(request)
      const { settings } = await service.read(project, spaceById)
      return keysView(service, project, settings.callbackKeys)
    },
  )
  typed.post(
    '/callback-keys',
    {
      config: { face: 'control', operation: 'rotateCallbackKey' },
      schema: {
        operationId: 'rotateCallbackKey',
        summary: 'Rotate the key of the callbacks',
        description:
          'The new key signs from now on, and callbacks tell which one signed (`sign_alias`). The keys before stay listed until they are ended, so that a receiver can be taught the new one in time; callbacks that were queued before keep theirs.',
        tags: TAGS,
        body: NewKeySchema,
        response: { 201: KeysSchema, ...ERRORS },
      },
    },
    async (request, reply) => {
      const project = projectOf(request)
      // The body may be missing altogether.
      const given = (request.body ?? {}) as { readonly alias?: string; readonly key?: string }
      const keys = await service.ask(project, 'addCallbackKey', {
        alias: given.alias ?? `key-${base32(randomBytes(5))}`,
        sealed: project.vault.seal(given.key ?? base32(randomBytes(20))),
      })
      return reply.code(201).send(await keysView(service, project, keys))
    },
  )
  typed.delete(
    '/callback-keys/:alias',
    {
      config: { face: 'control', operation: 'endCallbackKey' },
      schema: {
        operationId: 'endCallbackKey',
        summary: 'End a key of the callbacks',
        description:
          'Not the one that signs. Callbacks that still wait and were to be signed with it are signed with the current one.',
        tags: TAGS,
        params: Params,
        response: { 200: KeysSchema, ...ERRORS, ...NOT_FOUND },
      },
    },
    async (request) => {
      const project = projectOf(request)
      const { alias } = request.params
      return keysView(service, project, await service.ask(project, 'endCallbackKey', { alias }))
    },
  )
}

async function keysView(
  service: Service,
  project: Project,
  keys: readonly CallbackKey[],
): Promise<Static<typeof KeysSchema>> {
  const publicKey = publicKeyOf(await service.directory.callbackKey(project.number))
  const items = keys.map((key, index) => ({
    alias: key.alias,
    key: keyText(key, project),
    current: index === keys.length - 1,
    createdAt: key.createdAt === null ? null : new Date(key.createdAt).toISOString(),
  }))
  return { items, rsa: { publicKey } }
}
