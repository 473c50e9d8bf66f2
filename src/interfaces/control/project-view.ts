// A project as the control API shows and takes it.

import Type, { type Static } from 'typebox'
import type { Mode } from '../../config.ts'
import { CALLBACK_PARAMETERS } from '../../domain/callback-parameters.ts'
import { CALLBACK_OPERATIONS } from '../../domain/callback-schedule.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Project } from '../../engine/directory.ts'
import { CALLBACK_URL_LENGTH } from '../../callbacks/address.ts'
import { CALLBACK_KEY } from './callback-keys.ts'
import { OutcomeRulesSchema } from './outcome-rules.ts'

const NAME_LENGTH = 100
/** No database keeps them all alike. */
const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u001F\\u007F]*$'
const CARD_POOL_MAX = 1_000_000

export const NewProjectSchema = Type.Union(
  [
    Type.Object(
      {
        name: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: NAME_LENGTH,
            pattern: NO_CONTROL_CHARACTERS,
            description: 'For your own eyes',
          }),
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
  callbackSignature: Type.Enum(['none', 'hmac', 'rsa'], {
    description: 'hmac: HMAC-SHA256 with the callback key; rsa: SHA512withRSA',
  }),
  callbackParameters: Type.Array(Type.Enum([...CALLBACK_PARAMETERS]), {
    uniqueItems: true,
    description: 'Parameters that callbacks carry beside the four that they always have',
  }),
  gatewayCurrencies: Type.Union(
    [
      Type.Array(Type.String({ pattern: '^[0-9]{3}$' }), { uniqueItems: true, maxItems: 200 }),
      Type.Null(),
    ],
    { description: 'ISO 4217 numeric codes that orders may have; null takes every one' },
  ),
  gatewayPrefersVersion2: Type.Boolean({
    description: 'Speaks 3-D Secure 2 also to a shop that does not show that it does',
  }),
  merchantName: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: NO_CONTROL_CHARACTERS,
    description: 'How the store is named to payers and in the books',
  }),
  mcc: Type.Integer({
    minimum: 1,
    maximum: 9999,
    description: 'Merchant category code (ISO 18245)',
  }),
  terminalId: Type.String({ pattern: '^[0-9A-Za-z]{8}$' }),
  outcomeRules: OutcomeRulesSchema,
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
      Type.String({
        ...CALLBACK_KEY,
        description: 'Key of the checksums (hmac); it takes the place of the one that signs',
      }),
    ),
    callbackParameters: Type.Optional(settings.callbackParameters),
    gatewayCurrencies: Type.Optional(settings.gatewayCurrencies),
    gatewayPrefersVersion2: Type.Optional(settings.gatewayPrefersVersion2),
    merchantName: Type.Optional(settings.merchantName),
    mcc: Type.Optional(settings.mcc),
    terminalId: Type.Optional(settings.terminalId),
    outcomeRules: Type.Optional(settings.outcomeRules),
  },
  {
    additionalProperties: false,
    examples: [
      {
        cardPool: 100,
        callbackUrl: 'https://shop.example.com/callback',
        callbackOperations: ['deposited', 'refunded'],
        callbackParameters: ['amount', 'currency'],
      },
      {
        merchantName: 'Corner shop',
        mcc: 5411,
        gatewayCurrencies: ['978', '840'],
        outcomeRules: [
          { match: { panSuffix: '0002', amountFrom: 100_000 }, outcome: { actionCode: 116 } },
        ],
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
    settings: {
      ...shown,
      callbackOperations: [...shown.callbackOperations],
      callbackParameters: [...shown.callbackParameters],
      gatewayCurrencies: shown.gatewayCurrencies && [...shown.gatewayCurrencies],
      outcomeRules: [...shown.outcomeRules],
    },
  }
}
