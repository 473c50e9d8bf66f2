// The schema of a project in requests and responses of the control API.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import type { Mode } from '../../../config.ts'
import { CALLBACK_PARAMETERS } from '../../../payments/orders/callback-parameters.ts'
import { LOGO_LENGTH_MAX } from '../../../payments/merchant-look.ts'
import { CALLBACK_OPERATIONS } from '../../../callbacks/callback-schedule.ts'
import { SNAPSHOT_NAME_LENGTH, SNAPSHOT_NAME_PATTERN } from '../../../projects/snapshot.ts'
import { SSL_CARDS_MAX } from '../../../payments/methods/ssl-card.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { Project } from '../../../engine/directory.ts'
import { RETENTION_DAYS_MAX } from '../../../projects/retention.ts'
import { REQUEST_LOG_MAX } from '../../../projects/settings.ts'
import { CALLBACK_URL_LENGTH } from '../../../delivery/address.ts'
import { CALLBACK_KEY } from '../callbacks/callback-keys.ts'
import type { Service } from '../../../service.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { EMAIL_LENGTH } from '../../../users/user.ts'
import { OutcomeRulesSchema, ruleSettings } from '../rules/outcome-rules.ts'

const NAME_LENGTH = 100
/** Control characters, which not every database can store. */
export const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u001F\\u007F]*$'
/** First six and last four digits, as in orders. */
const SHORT_MASK = String.raw`^\d{6}\*\*\d{4}$`
const CARD_POOL_MAX = 1_000_000

export const ProjectName = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH,
  pattern: NO_CONTROL_CHARACTERS,
  description: 'Name of the project, which the portal shows',
})

/** The body is optional. */
export const NewProjectBody = Type.Union([
  Type.Object(
    {
      name: Type.Optional(ProjectName),
      owner: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: EMAIL_LENGTH,
          description: 'Hosted mode: email address of the user account that owns the project',
        }),
      ),
      seed: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          minimum: 0,
          minLength: 1,
          maxLength: 100,
          description:
            'Makes credentials, ids and card numbers deterministic; not together with `snapshot`',
          examples: [42],
        }),
      ),
      snapshot: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: SNAPSHOT_NAME_LENGTH,
          pattern: SNAPSHOT_NAME_PATTERN,
          description: 'Name or id of the snapshot to copy',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
])

const retentionDays = (what: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: RETENTION_DAYS_MAX }), Type.Null()], {
    description: `Days of real time after which ${what}; null: as late as the service allows`,
  })

const settings = {
  cardPool: Type.Integer({
    minimum: 0,
    maximum: CARD_POOL_MAX,
    description:
      'How many cards the project may issue until its next reset. Cards of interface A and reissued cards do not count.',
  }),
  issuedCardChallenge: Type.Enum(['off', 'challenge', 'frictionless'], {
    description:
      'How payments with cards of this project are authenticated: not at all (`off`), with a code (`challenge`) or without one (`frictionless`)',
  }),
  callbackUrl: Type.Union([Type.String({ maxLength: CALLBACK_URL_LENGTH }), Type.Null()], {
    description:
      'Absolute http(s) URL that receives callbacks; null records them without sending them',
  }),
  callbackMethod: Type.Enum(['GET', 'POST']),
  callbackOperations: Type.Array(Type.Enum([...CALLBACK_OPERATIONS]), {
    uniqueItems: true,
    description: 'Operations that cause a callback',
  }),
  callbackSignature: Type.Enum(['none', 'hmac', 'rsa'], {
    description:
      'Checksum of callbacks: `hmac` (HMAC-SHA256 with the callback key), `rsa` (SHA512withRSA) or `none`',
  }),
  callbackParameters: Type.Array(Type.Enum([...CALLBACK_PARAMETERS]), {
    uniqueItems: true,
    description:
      'Extra parameters of callbacks. `mdOrder`, `orderNumber`, `operation` and `status` are always sent',
  }),
  gatewayCurrencies: Type.Union(
    [
      Type.Array(Type.String({ pattern: '^[0-9]{3}$' }), { uniqueItems: true, maxItems: 200 }),
      Type.Null(),
    ],
    { description: 'ISO 4217 numeric codes that orders may have; null accepts every currency' },
  ),
  gatewayPrefersVersion2: Type.Boolean({
    description: 'Use 3-D Secure 2 even if the request does not announce it',
  }),
  merchantName: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: NO_CONTROL_CHARACTERS,
    description: 'Merchant name that payers and the ledger show',
  }),
  merchantLogo: Type.Union(
    [
      Type.String({ minLength: 1, maxLength: LOGO_LENGTH_MAX, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
      Type.Null(),
    ],
    {
      description:
        'Logo on the payment page: Base64 of a PNG, JPEG or WebP image of up to 8,192 bytes',
    },
  ),
  merchantColour: Type.Union([Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), Type.Null()], {
    description:
      'Colour of the button on the payment page, `#rrggbb`, with a contrast of at least 4.5:1 to white text',
  }),
  mcc: Type.Integer({
    minimum: 1,
    maximum: 9999,
    description: 'Merchant category code (ISO 18245)',
  }),
  terminalId: Type.String({ pattern: '^[0-9A-Za-z]{8}$' }),
  outcomeRules: OutcomeRulesSchema,
  sslCards: Type.Array(Type.String({ pattern: SHORT_MASK }), {
    uniqueItems: true,
    maxItems: SSL_CARDS_MAX,
    description: 'Masks (`411111**1111`) of cards that pay without 3-D Secure',
  }),
  registerErrorCode: Type.Enum(['absent', '0'], {
    description: 'Whether successful `register.do` responses contain `errorCode` 0 or omit it',
  }),
  reverseCaptured: Type.Enum(['refused', 'same-day'], {
    description:
      '`reverse.do` of a captured payment. `refused`: fails with errorCode 7. `same-day`: works on the UTC day of the capture',
  }),
  basicAuthentication: Type.Enum(['off', 'on'], {
    description: 'Accept HTTP Basic authentication on interface C',
  }),
  requestLogEntries: Type.Integer({
    minimum: 0,
    maximum: REQUEST_LOG_MAX,
    description:
      'Number of requests, with their responses, that the request log keeps; 0 keeps none',
  }),
  orderRetentionDays: retentionDays(
    'completed orders are deleted with their callbacks; journal entries are kept',
  ),
  callbackRetentionDays: retentionDays('callbacks and events of webhooks are deleted'),
  requestLogRetentionDays: retentionDays('exchanges in the request log are deleted'),
  recurrence: Type.Enum(['keep', 'enforce'], {
    description:
      'Use of `recurringFrequency` and `recurringExpiry`. `keep`: stores and returns them. `enforce`: requires both, and declines charges that violate them',
  }),
}

/** Every setting is optional. The callback key is write-only here; the credentials contain it. */
export const SettingsChangeBody = Type.Partial(
  Type.Object({
    ...settings,
    callbackKey: Type.String({
      ...CALLBACK_KEY,
      description: 'New key for the checksums of callbacks (`hmac`); it replaces the current key',
    }),
  }),
  { additionalProperties: false },
)
export type SettingsChange = Static<typeof SettingsChangeBody>

export const ProjectAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mode: Type.Enum(['local', 'hosted']),
  interfaceA: Type.Object(
    { login: Type.String(), password: Type.String() },
    { title: 'InterfaceACredentials' },
  ),
  interfaceB: Type.Object({ apiKey: Type.String() }, { title: 'InterfaceBCredentials' }),
  interfaceC: Type.Object(
    {
      userName: Type.String(),
      password: Type.String(),
      token: Type.String(),
      callbackKey: Type.String(),
    },
    { title: 'InterfaceCCredentials' },
  ),
  product: Type.Object({
    institutionId: Type.String(),
    agentNumber: Type.String(),
    productId: Type.String(),
    serviceIdAcc: Type.String(),
    productName: Type.String({ description: 'Value of `productName` for interface A' }),
    cardProductName: Type.String({ description: 'Value of `productName` for interface B' }),
    bin: Type.String({ description: 'First six digits of every card number' }),
  }),
  settings: Type.Object(settings),
})

export function projectView(
  project: Project,
  { callbackKeys, lastClockMove: _moves, lastRuleNumber: _number, ...shown }: Settings,
  mode: Mode,
): Static<typeof ProjectAnswer> {
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
      outcomeRules: ruleSettings(shown.outcomeRules),
      sslCards: [...shown.sslCards],
    },
  }
}

/** The project with its current settings. */
export async function shownProject(
  service: Service,
  project: Project,
): Promise<Static<typeof ProjectAnswer>> {
  const { settings } = await service.read(project, datasetById)
  return projectView(project, settings, service.config.mode)
}
