// Rotation of credentials with overlap: old credentials keep working while clients switch.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import type { CredentialState } from '../../../engine/credential-states.ts'
import {
  CREDENTIAL_INTERFACES,
  type CredentialKind,
  isDemoCredential,
  type ProjectSecrets,
  secretEnd,
} from '../../../projects/project.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { ProjectAnswer, projectView } from './project-view.ts'
import { iso, Moment, orNull } from '../schemas.ts'

const OVERLAP_MAX_SECONDS = 30 * 24 * 60 * 60
export const OVERLAP_DEFAULT_SECONDS = 24 * 60 * 60

/** How long old credentials or keys keep working. */
export const OverlapSeconds = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: OVERLAP_MAX_SECONDS,
    default: OVERLAP_DEFAULT_SECONDS,
    description:
      'How long the old credentials keep working, in seconds of real time; 0 ends them immediately',
  }),
)

const RotationBody = Type.Object(
  {
    interface: Type.Enum([...CREDENTIAL_INTERFACES], {
      description:
        '`A`: the password. `B`: the API key, also of the control API. `C`: the password and the token; the callback key rotates separately',
    }),
    overlapSeconds: OverlapSeconds,
  },
  { additionalProperties: false },
)

const RotationAnswer = Type.Object({
  project: ProjectAnswer,
  oldEndsAt: Type.String({
    format: 'date-time',
    description: 'Time at which the old credentials expire, UTC',
  }),
})

export const rotateCredentials = operation({
  name: 'rotateCredentials',
  isAudited: true,
  method: 'POST',
  path: '/credentials',
  summary: 'Rotate the credentials of an interface',
  description:
    'Creates new credentials for the interface; logins do not change. The previous credentials work until the overlap ends; older ones expire immediately. The demo project cannot rotate its credentials, because the examples use them.',
  body: RotationBody,
  examples: [{ interface: 'A' }, { interface: 'C', overlapSeconds: 0 }],
  status: 201,
  answer: RotationAnswer,
  errors: ['demo-credentials'],
  async handle({ service, project: { number, secrets }, body }) {
    if (isDemoCredential('b', secrets.interfaceB.apiKey))
      throw problem('demo-credentials', 'Create your own project: POST /control/v1/projects.')
    const overlapMs = (body.overlapSeconds ?? OVERLAP_DEFAULT_SECONDS) * 1000
    const { project, oldEndsAt } = await service.directory.rotate(number, body.interface, overlapMs)
    const { settings } = await service.read(project, datasetById)
    return {
      project: projectView(project, settings, service.config.mode),
      oldEndsAt: new Date(oldEndsAt).toISOString(),
    }
  },
})

const CredentialAnswer = Type.Object({
  interface: Type.Enum([...CREDENTIAL_INTERFACES]),
  name: Type.Enum(['password', 'apiKey', 'token'], {
    description: 'Name of the credential, as in `GET /control/v1/project`',
  }),
  login: orNull(Type.String(), 'Login or `userName` to which the credential belongs'),
  end: orNull(
    Type.String(),
    'Last four characters of the credential; null if it is too short to show them',
  ),
  createdAt: orNull(Moment, 'Time of creation, real time; null if an earlier version created it'),
  lastUsedAt: orNull(
    Moment,
    'Time of the last use, real time, to the minute; null if it was not used',
  ),
  oldEndsAt: orNull(
    Moment,
    'Time at which the previous credential expires, real time; null if there is none',
  ),
})

export const listCredentials = operation({
  name: 'listCredentials',
  method: 'GET',
  path: '/credentials',
  permission: 'change',
  summary: 'List the credentials',
  description:
    'Shows when each credential was created and last used, without its value. `GET /control/v1/callback-keys` and `GET /control/v1/rsa-keys` list the keys of callbacks and PINs.',
  answer: Type.Object({ items: Type.Array(CredentialAnswer) }),
  async handle({ service, project }) {
    const now = realNow()
    const states = await service.directory.credentials(project)
    return { items: states.map((state) => credentialView(state, project.secrets, now)) }
  },
})

export const credentialOperations = [listCredentials, rotateCredentials]

function credentialView(
  { kind, createdAt, lastUsedAt, oldEndsAt }: CredentialState,
  secrets: ProjectSecrets,
  now: number,
): Static<typeof CredentialAnswer> {
  return {
    ...credentialNamed(kind, secrets),
    createdAt: isoOrNull(createdAt),
    lastUsedAt: isoOrNull(lastUsedAt),
    oldEndsAt: isoOrNull(oldEndsAt !== null && oldEndsAt > now ? oldEndsAt : null),
  }
}

function credentialNamed(
  kind: CredentialKind,
  { interfaceA, interfaceB, interfaceC }: ProjectSecrets,
): Pick<Static<typeof CredentialAnswer>, 'interface' | 'name' | 'login' | 'end'> {
  switch (kind) {
    case 'a': {
      const { login, password } = interfaceA
      return { interface: 'A', name: 'password', login, end: secretEnd(password) }
    }
    case 'b':
      return { interface: 'B', name: 'apiKey', login: null, end: secretEnd(interfaceB.apiKey) }
    case 'c': {
      const { userName: login, password } = interfaceC
      return { interface: 'C', name: 'password', login, end: secretEnd(password) }
    }
    case 'c-token':
      return { interface: 'C', name: 'token', login: null, end: secretEnd(interfaceC.token) }
  }
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
