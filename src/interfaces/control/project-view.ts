// A project as the control API shows and takes it.

import Type, { type Static } from 'typebox'
import type { Mode } from '../../config.ts'
import { CALLBACK_OPERATIONS } from '../../domain/callback-schedule.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Project } from '../../engine/directory.ts'
import { CALLBACK_URL_LENGTH } from '../../callbacks/address.ts'

const NAME_LENGTH = 100
const CARD_POOL_MAX = 1_000_000

export const NewProjectSchema = Type.Union(
  [
    Type.Object(
      {
        name: Type.Optional(
          Type.String({ minLength: 1, maxLength: NAME_LENGTH, description: 'For your own eyes' }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { examples: [{ name: 'my test' }] },
)

const settings = {
  cardPool: Type.Integer({
    minimum: 0,
    maximum: CARD_POOL_MAX,
    description: 'Cards that interface B may issue in all',
  }),
  issuedCardChallenge: Type.Enum(['off', 'challenge', 'frictionless'], {
    description: '3-D Secure for the cards that the project issued',
  }),
  callbackUrl: Type.Union([Type.String({ maxLength: CALLBACK_URL_LENGTH }), Type.Null()], {
    description: 'Absolute http(s) URL; null keeps callbacks in the inbox only',
  }),
  callbackMethod: Type.Enum(['GET', 'POST']),
  callbackOperations: Type.Array(Type.Enum([...CALLBACK_OPERATIONS]), {
    uniqueItems: true,
    description: 'Operations that are called back',
  }),
  callbackSignature: Type.Enum(['none', 'hmac', 'rsa']),
}

export const SettingsChangeSchema = Type.Object(
  {
    cardPool: Type.Optional(settings.cardPool),
    issuedCardChallenge: Type.Optional(settings.issuedCardChallenge),
    callbackUrl: Type.Optional(settings.callbackUrl),
    callbackMethod: Type.Optional(settings.callbackMethod),
    callbackOperations: Type.Optional(settings.callbackOperations),
    callbackSignature: Type.Optional(settings.callbackSignature),
    callbackKey: Type.Optional(
      Type.String({ minLength: 8, maxLength: 255, description: 'Key of the checksums (hmac)' }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        cardPool: 100,
        callbackUrl: 'https://shop.example.com/callback',
        callbackOperations: ['deposited', 'refunded'],
      },
    ],
  },
)
export type SettingsChange = Static<typeof SettingsChangeSchema>

export const ProjectSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mode: Type.Enum(['local', 'hosted']),
  interfaceA: Type.Object({ login: Type.String(), password: Type.String() }),
  interfaceB: Type.Object({ apiKey: Type.String() }),
  interfaceC: Type.Object({
    userName: Type.String(),
    password: Type.String(),
    token: Type.String(),
    callbackKey: Type.String(),
  }),
  product: Type.Object({
    institutionId: Type.String(),
    agentNumber: Type.String(),
    productId: Type.String(),
    serviceIdAcc: Type.String(),
    productName: Type.String({ description: "Interface A's product" }),
    cardProductName: Type.String({ description: "Interface B's card product" }),
    bin: Type.String({ description: 'First six digits of every card number' }),
  }),
  settings: Type.Object(settings),
})

export function projectView(
  project: Project,
  { callbackKeys, ...shown }: Settings,
  mode: Mode,
): Static<typeof ProjectSchema> {
  const { interfaceA, interfaceB, interfaceC, product } = project.secrets
  const sealed = callbackKeys.at(-1)?.sealed ?? null
  const callbackKey = sealed === null ? interfaceC.callbackKey : project.vault.open(sealed)
  return {
    id: project.id,
    name: project.name,
    mode,
    interfaceA,
    interfaceB,
    interfaceC: { ...interfaceC, callbackKey },
    product,
    settings: { ...shown, callbackOperations: [...shown.callbackOperations] },
  }
}
