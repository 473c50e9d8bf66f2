// The RSA keys of a project: the public keys in use, and rotation with overlap.

import { createPublicKey, hash } from 'node:crypto'
import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { publicKeyOf } from '../../../delivery/signing.ts'
import { keysInUse, RSA_USES, type RsaKeys, type RsaUse } from '../../../projects/rsa-keys.ts'
import { realNow } from '../../../time.ts'
import { operation } from '../api.ts'
import { OVERLAP_DEFAULT_SECONDS, OverlapSeconds } from './credentials.ts'
import { iso } from '../schemas.ts'

const Use = Type.Enum([...RSA_USES], {
  description:
    '`pin`: encrypts PINs for interface B (`GET /v2/keys/pin`). `callbacks`: signs callbacks if `callbackSignature` is `rsa`',
})

const RsaKeySchema = Type.Object({
  publicKey: Type.String({ description: 'Public key in PEM' }),
  fingerprint: Type.String({
    description:
      'Fingerprint: SHA-256 of the public key in DER, as `SHA256:` and base64 without padding',
    examples: ['SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg'],
  }),
  createdAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Time of creation, UTC, in real time; null if an earlier version created the key',
  }),
  endsAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Time at which the key expires, UTC, in real time; null for the newest key',
  }),
})

const RsaKeysSchema = Type.Object({
  use: Use,
  keys: Type.Array(RsaKeySchema, {
    description:
      'Keys in use, oldest first: one, or two during a rotation. Encrypt PINs with the last key; both keys decrypt them. The first key signs callbacks',
  }),
})

const RotationBody = Type.Object(
  { use: Use, overlapSeconds: OverlapSeconds },
  { additionalProperties: false },
)

export const listRsaKeys = operation({
  name: 'listRsaKeys',
  method: 'GET',
  path: '/rsa-keys',
  summary: 'List the RSA keys',
  description: 'Lists the public keys by use.',
  answer: Type.Object({ items: Type.Array(RsaKeysSchema) }),
  async handle({ service, project }) {
    const keysOf = async (use: RsaUse) =>
      keysView(use, await service.directory.rsaKeys(project.number, use))
    return { items: await Promise.all(RSA_USES.map(keysOf)) }
  },
})

export const rotateRsaKey = operation({
  name: 'rotateRsaKey',
  isAudited: true,
  method: 'POST',
  path: '/rsa-keys',
  summary: 'Rotate an RSA key',
  description:
    'Creates a new key pair. Until the overlap ends, PINs encrypted for the old key are accepted and callbacks are signed with the old key, so that receivers can add the new public key first. Another rotation replaces a pair that does not sign yet.',
  body: RotationBody,
  examples: [{ use: 'callbacks' }, { use: 'pin', overlapSeconds: 0 }],
  status: 201,
  answer: RsaKeysSchema,
  async handle({ service, project, body }) {
    const { use, overlapSeconds = OVERLAP_DEFAULT_SECONDS } = body
    const { directory } = service
    return keysView(use, await directory.rotateRsaKey(project.number, use, overlapSeconds * 1000))
  },
})

export const rsaKeyOperations = [listRsaKeys, rotateRsaKey]

const keysView = (use: RsaUse, keys: RsaKeys): Static<typeof RsaKeysSchema> => ({
  use,
  keys: keysInUse(keys, realNow()).map(({ pem, endsAt, createdAt }) => {
    const publicKey = publicKeyOf(pem)
    return {
      publicKey,
      fingerprint: fingerprintOf(publicKey),
      createdAt: createdAt === undefined ? null : iso(createdAt),
      endsAt: endsAt === null ? null : iso(endsAt),
    }
  }),
})

/** The same as `openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64`. */
function fingerprintOf(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return `SHA256:${hash('sha256', der, 'base64').replaceAll('=', '')}`
}
