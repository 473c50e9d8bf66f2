// Rotation of credentials with overlap: old credentials keep working while clients switch.

import Type from 'typebox'
import { CREDENTIAL_INTERFACES, isDemoCredential } from '../../projects/project.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { operation } from './api.ts'
import { problem } from './problems.ts'
import { ProjectAnswer, projectView } from './project-view.ts'

const OVERLAP_MAX_SECONDS = 30 * 24 * 60 * 60
export const OVERLAP_DEFAULT_SECONDS = 24 * 60 * 60

/** How long old credentials or keys keep working. */
export const OverlapSeconds = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: OVERLAP_MAX_SECONDS,
    default: OVERLAP_DEFAULT_SECONDS,
    description: 'How long the old credentials keep working, in real time; 0 ends them immediately',
  }),
)

const RotationBody = Type.Object(
  {
    interface: Type.Enum([...CREDENTIAL_INTERFACES], {
      description:
        'A: the password. B: the API key, also of the control API. C: the password and the token; the callback key rotates separately',
    }),
    overlapSeconds: OverlapSeconds,
  },
  { additionalProperties: false },
)

const RotationAnswer = Type.Object({
  project: ProjectAnswer,
  oldEndsAt: Type.String({
    format: 'date-time',
    description: 'When the old credentials expire, UTC',
  }),
})

export const rotateCredentials = operation({
  name: 'rotateCredentials',
  isAudited: true,
  method: 'POST',
  path: '/credentials',
  summary: 'Rotate the credentials of an interface',
  description:
    'Creates new credentials for the interface; logins do not change. The previous credentials work until the overlap ends; older ones expire now. The demo project cannot rotate its credentials, because the examples use them.',
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

export const credentialOperations = [rotateCredentials]
