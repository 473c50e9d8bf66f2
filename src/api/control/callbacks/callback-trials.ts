// Tests of a callback receiver: sends a test callback, and verifies a received one.

import { Type } from '../../../web/http/schemas/type.ts'
import { CALLBACK_OPERATIONS, eventOf } from '../../../callbacks/callback-schedule.ts'
import { RECEIVED_LENGTH } from '../../../callbacks/received-callback.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import { type Verification, verifyCallback as verify } from './callback-verification.ts'
import { operation } from '../api.ts'
import { previewCallback } from './callback-preview.ts'
import { CallbackAnswer, callbackView } from './callback-view.ts'
import { problem, unacceptable } from '../problems.ts'
import { orNull } from '../schemas.ts'

const ORDER_EXAMPLE = '0196b0a0-0000-7000-8000-000000000001'

const TestBody = Type.Object(
  {
    orderId: Type.String({
      pattern: '^[0-9A-Fa-f-]{1,36}$',
      description: '`mdOrder` of the order that it reports, in its current state',
    }),
    operation: Type.Enum([...CALLBACK_OPERATIONS]),
    status: Type.Optional(
      Type.Enum([0, 1], {
        description: '1: success; 0: failure. Default: 1, or the only status of the event',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Longer than an RSA signature. */
const CHECKSUM_LENGTH = 2000

const VerifyBody = Type.Object(
  {
    received: Type.String({
      minLength: 1,
      maxLength: RECEIVED_LENGTH,
      description:
        'The callback that your server received: URL with query, form body, parameters as JSON, or the signed string',
    }),
    checksum: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CHECKSUM_LENGTH,
        description:
          'The checksum that your code computes; by default the received checksum is checked',
      }),
    ),
  },
  { additionalProperties: false },
)

const ParameterSchema = Type.Object({ name: Type.String(), value: Type.String() })

const VerifyAnswer = Type.Object({
  verdict: Type.Enum(['right', 'wrong', 'unexplained', 'none'], {
    description:
      '`right`: the checksum matches. `wrong`: it does not match, see `causes`. `unexplained`: it does not match, for an unknown reason. `none`: there is no checksum',
  }),
  causes: Type.Array(Type.String(), { description: 'The probable causes as text' }),
  callbackId: orNull(Type.String(), 'The callback in the inbox that probably matches'),
  parameters: Type.Array(ParameterSchema, {
    description: 'The correct parameters, sorted by name',
  }),
  text: Type.String({
    description: 'The signed string: parameters sorted by name, joined as `name;value;`',
  }),
  key: Type.String({ description: 'The alias of the key, or `the RSA key`' }),
  keyEnd: orNull(
    Type.String(),
    'The last four characters of the key; null for the RSA key and for short keys',
  ),
  checksum: Type.String({ description: 'The checksum that Sandcard computes' }),
  received: orNull(Type.String(), 'The checksum that was checked'),
  missing: Type.Array(ParameterSchema, {
    description: 'Parameters that were sent but not received',
  }),
  extra: Type.Array(ParameterSchema, { description: 'Parameters that were received but not sent' }),
  changed: Type.Array(
    Type.Object({ name: Type.String(), sent: Type.String(), received: Type.String() }),
  ),
})

export const sendTestCallback = operation({
  name: 'sendTestCallback',
  method: 'POST',
  path: '/callbacks/test',
  summary: 'Send a test callback',
  description:
    "Sends a real, signed callback for an event that did not happen, marked with `sandcardTest=true`. It goes to the order's callback URL, and its attempts are in the inbox.",
  body: TestBody,
  examples: [{ orderId: ORDER_EXAMPLE, operation: 'deposited' }],
  status: 202,
  answer: CallbackAnswer,
  errors: ['order-not-found', 'parameter-invalid'],
  async handle({ body: { orderId, operation: name, status }, read, command }) {
    const id = orderId.toLowerCase()
    const event = eventOf(name, status ?? 1) ?? (status === undefined && eventOf(name, 0))
    if (event === undefined || event === false)
      throw unacceptable('/operation', 'is never sent with this status')
    if ((await read(orderById, id, realNow())) === undefined)
      throw problem('order-not-found', 'This project has no such order.')
    return callbackView(await command('sendTestCallback', { order: { id }, event }))
  },
})

export const verifyCallback = operation({
  name: 'verifyCallback',
  method: 'POST',
  path: '/callbacks/verify',
  repeats: 'nothing',
  summary: 'Verify a received callback',
  description:
    'Sorts, joins and signs the parameters as the gateway does, compares the checksum, and names the probable cause of a mismatch, such as an incorrect key or a missing parameter. Changes and stores nothing.',
  body: VerifyBody,
  examples: [
    {
      received: `mdOrder=${ORDER_EXAMPLE}&orderNumber=A-1&operation=deposited&status=1&checksum=00`,
    },
  ],
  answer: VerifyAnswer,
  async handle({ body: { received, checksum = '' }, service, project, read }) {
    const dataset = await read(datasetById)
    const made = await verify(received, checksum.trim(), { service, project, dataset })
    if (made === undefined)
      throw unacceptable('/received', 'must be a query, a form, JSON or a signed string')
    return verificationView(made)
  },
})

export const callbackTrialOperations = [previewCallback, sendTestCallback, verifyCallback]

const VERDICTS = { right: 'right', mistaken: 'wrong', unexplained: 'unexplained' } as const

/**
 * If the cause of a mistake is known, the checksum is wrong, even if it matches the received
 * parameters.
 */
function verdictOf({ judgement, causes }: Verification) {
  if (judgement === undefined) return 'none' as const
  return causes.length > 0 ? ('wrong' as const) : VERDICTS[judgement.kind]
}

function verificationView(made: Verification) {
  const { callback, differences, causes, parameters, judged, ...signed } = made
  const named = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, value]) => ({ name, value }))
  return {
    verdict: verdictOf(made),
    causes: [...causes],
    callbackId: callback === undefined ? null : String(callback.id),
    parameters: named(parameters),
    text: signed.text,
    key: signed.keyName,
    keyEnd: signed.keyEnd,
    checksum: signed.checksum,
    received: judged ?? null,
    missing: named(differences.missing),
    extra: named(differences.extra),
    changed: [...differences.changed],
  }
}
