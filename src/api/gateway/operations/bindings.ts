// Operations on bindings, and the check whether a card is enrolled in 3-D Secure.

import { FLOWS } from '../../../three-d-secure/authentication.ts'
import type { Binding } from '../../../payments/methods/binding.ts'
import { yearMonth } from '../../../kernel/calendar.ts'
import { decideOutcome } from '../../../payments/methods/decide-outcome.ts'
import { maskPanShort } from '../../../issuing/pan.ts'
import { paymentSystemOf } from '../../../payments/methods/payment-card.ts'
import type { Settings } from '../../../kernel/settings.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { testCard } from '../../../payments/methods/test-card.ts'
import { bindingById, bindingsOfCard, bindingsOfClient } from '../../../store/reads/bindings.ts'
import { isIssued } from '../../../store/reads/card-numbers.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import type { Queryable } from '../../../store/store.ts'
import { realNow } from '../../../time.ts'
import * as answers from '../answers/answers.ts'
import { cardNumber } from '../parameters/card-input.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { textForm, success } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { MESSAGES, messageText } from '../errors/messages.ts'
import { mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { GatewayError } from '../errors/gateway-error.ts'

const showExpired = optional(types.boolean, 'true includes expired cards')

const CLIENT_BINDINGS = {
  clientId: mandatory(types.text(255), "The merchant's id for the client"),
  bindingId: optional(types.id, 'Lists only the binding with this id'),
  bindingType: optional(
    types.text(3),
    'Kinds of bindings to list: C (common), R (recurrent), I (instalments), or several of them',
  ),
  showExpired,
  merchantLogin: optional(
    types.text(255),
    'Login of the merchant; must be the one that sends the request',
  ),
} as const satisfies ParameterTable

const CARD_BINDINGS = {
  pan: optional(types.pan, 'Card number', { invalid: 'card-number-invalid' }),
  bindingId: optional(types.id, 'Id of a binding of the card, instead of its number'),
  showExpired,
} as const satisfies ParameterTable

type BindingsCall = Pick<Call<ParameterTable>, 'service' | 'project' | 'language'>

/** The active bindings with a valid card. An empty list has its own error code. */
async function listed(
  { service, project, language }: BindingsCall,
  read: (reads: Queryable, datasetId: number) => Promise<readonly Binding[]>,
  filter: { readonly isShown?: (binding: Binding) => boolean; readonly expired: boolean },
) {
  const [bindings, dataset] = await service.read(project, (reads, datasetId) =>
    Promise.all([read(reads, datasetId), datasetById(reads, datasetId)]),
  )
  const month = yearMonth(batchTime(dataset, realNow()))
  const shown = bindings
    .filter(({ active, card }) => active && (filter.expired || card.expiry >= month))
    .filter(filter.isShown ?? (() => true))
  if (shown.length > 0) return { ...success(language), bindings: shown.map(bindingView) }
  return {
    errorCode: `${MESSAGES['data-not-found'].code}` as const,
    errorMessage: messageText('data-not-found', language),
    bindings: [],
  }
}

function categoryOf({ recurrence }: Binding): 'COMMON' | 'RECURRENT' | 'INSTALLMENT' {
  if (recurrence === null) return 'COMMON'
  return recurrence.installments === undefined ? 'RECURRENT' : 'INSTALLMENT'
}

/**
 * A display name for the card. The gateway family hides twelve digits, regardless of the length of
 * the number.
 */
const labelOf = (mask: string): string => 'X'.repeat(12) + mask.slice(-4)

function bindingView(binding: Binding) {
  const { id, clientId, card } = binding
  const paymentSystem = paymentSystemOf(card.mask)
  return {
    bindingId: id,
    maskedPan: card.mask,
    expiryDate: String(card.expiry),
    clientId,
    paymentWay: 'CARD_BINDING' as const,
    ...(paymentSystem !== undefined && { paymentSystem }),
    displayLabel: labelOf(card.mask),
    bindingCategory: categoryOf(binding),
  }
}

/** The requested bindings of a client. */
function listOfClient(call: Call<typeof CLIENT_BINDINGS>) {
  const { clientId, bindingId, bindingType = '', showExpired: expired = false } = call.values
  return listed(call, (reads, datasetId) => bindingsOfClient(reads, datasetId, clientId), {
    expired,
    isShown: (binding) =>
      (bindingId === undefined || binding.id === bindingId) &&
      (bindingType === '' || bindingType.includes(categoryOf(binding).charAt(0))),
  })
}

/** Fields that the operations have in common. */
const FAMILY = { family: 'binding', form: textForm } as const
const LISTED = {
  ...FAMILY,
  answer: examples.bindings,
  answers: [answers.BindingList, answers.NoBindings],
}
const CHANGED = { ...FAMILY, answer: examples.success, answers: [answers.Success] }

const ofClient = (name: string, summary: string, description: string): Endpoint =>
  endpoint({
    name,
    summary,
    description,
    parameters: CLIENT_BINDINGS,
    example: { clientId: 'client-1' },
    ...LISTED,
    handle: listOfClient,
  })

const lists: readonly Endpoint[] = [
  ofClient('getBindings.do', "List a client's bindings", 'Lists the active bindings of a client.'),
  ofClient(
    'getAllBindings.do',
    'List all bindings of a client',
    'Lists the active bindings of a client, including several of one card. In the sandbox a client has one binding per card, so the response is the same as for `getBindings.do`.',
  ),
  endpoint({
    name: 'getBindingsByCardOrId.do',
    summary: "List a card's bindings",
    description: "Lists a card's active bindings, by its number or by one of its bindings.",
    parameters: CARD_BINDINGS,
    example: { bindingId: examples.BINDING_ID },
    ...LISTED,
    handle(call) {
      const { pan, bindingId, showExpired: expired = false } = call.values
      if (pan === undefined && bindingId === undefined)
        throw new GatewayError('parameter-empty', 'pan] or [bindingId')
      return listed(
        call,
        (reads, datasetId) =>
          pan === undefined
            ? byId(reads, datasetId, bindingId ?? '')
            : byCard(reads, datasetId, call, pan),
        { expired },
      )
    },
  }),
]

async function byId(
  reads: Queryable,
  datasetId: number,
  bindingId: string,
): Promise<readonly Binding[]> {
  const found = await bindingById(reads, datasetId, bindingId)
  return found === undefined ? [] : [found.binding]
}

/** Found by the hash of the number. A card that only a rule matches is stored by its mask. */
async function byCard(
  reads: Queryable,
  datasetId: number,
  { project }: BindingsCall,
  pan: string,
): Promise<readonly Binding[]> {
  const keys = [project.vault.numberHash(pan), maskPanShort(pan)]
  const found = await Promise.all(keys.map((key) => bindingsOfCard(reads, datasetId, key)))
  return found.flat()
}

const switchable = (name: string, active: boolean, summary: string): Endpoint =>
  endpoint({
    name,
    summary,
    description: active
      ? 'Activates a deactivated binding.'
      : 'Deactivates a binding. It cannot pay until it is activated again.',
    parameters: { bindingId: mandatory(types.id, 'Id of the binding') },
    example: examples.ofBinding,
    ...CHANGED,
    async handle({ service, project, values, language }) {
      const { bindingId } = values
      await service.execute(project, 'setBindingActive', { bindingId, active })
      return success(language)
    },
  })

const changes: readonly Endpoint[] = [
  switchable('unBindCard.do', false, 'Deactivate a binding'),
  switchable('bindCard.do', true, 'Activate a binding'),
  endpoint({
    name: 'extendBinding.do',
    summary: 'Extend a binding',
    description:
      "Changes a binding's expiry date. The binding of an issued card follows the card to its current number.",
    parameters: {
      bindingId: mandatory(types.id, 'Id of the binding'),
      newExpiry: mandatory(types.yearMonth, 'New expiry date of the card, YYYYMM', {
        invalid: 'new-expiry-invalid',
      }),
    },
    example: { ...examples.ofBinding, newExpiry: '203612' },
    ...CHANGED,
    async handle({ service, project, values, language }) {
      const { bindingId, newExpiry } = values
      await service.execute(project, 'extendBinding', { bindingId, expiry: newExpiry })
      return success(language)
    },
  }),
]

/** The issuers that the sandbox reports. */
const EMITTERS = {
  issued: { emitterName: 'Sandcard', emitterCountryCode: 'CY' },
  test: { emitterName: 'TEST CARD', emitterCountryCode: 'RU' },
  rule: { emitterName: 'TEST CARD', emitterCountryCode: 'RU' },
  unknown: { emitterName: 'UNKNOWN', emitterCountryCode: 'UNKNOWN' },
} as const

function enrolmentOfIssued({ issuedCardChallenge }: Settings) {
  const enrolled = issuedCardChallenge === 'off' ? ('N' as const) : ('Y' as const)
  return { ...EMITTERS.issued, enrolled, is3DSVer2: enrolled === 'Y' }
}

function enrolmentOf(pan: string, settings: Settings, now: number) {
  const mask = maskPanShort(pan)
  const listed = testCard(pan) === undefined ? 'unknown' : 'test'
  const card = { kind: listed, mask } as const
  // The list of SSL cards applies to payments, not to enrolment. There is no order, so rules with
  // conditions on orders do not match.
  const { outcome, decidedBy } = decideOutcome(
    card,
    null,
    { ...settings, sslCards: [] },
    { api: 'C', operation: 'verifyEnrollment', at: now },
  )
  const kind = decidedBy === undefined ? listed : 'rule'
  const enrolled = outcome === undefined ? ('U' as const) : FLOWS[outcome.flow].enrolled
  return { ...EMITTERS[kind], enrolled, is3DSVer2: enrolled === 'Y' && outcome?.version === 2 }
}

const enrolment: readonly Endpoint[] = [
  endpoint({
    name: 'verifyEnrollment.do',
    summary: 'Check whether a card is enrolled',
    description:
      'Returns whether a card is enrolled in 3-D Secure: Y, N, or U if the directory does not know.',
    parameters: { pan: cardNumber },
    example: { pan: '5555555555555599' },
    answer: {
      ...examples.success,
      emitterName: 'TEST CARD',
      emitterCountryCode: 'RU',
      enrolled: 'Y',
      is3DSVer2: true,
    },
    answers: [answers.Enrolment],
    family: 'binding',
    form: textForm,
    async handle({ service, project, values, language }) {
      const hash = project.vault.numberHash(values.pan)
      const [issued, dataset] = await service.read(project, (reads, datasetId) =>
        Promise.all([isIssued(reads, datasetId, hash), datasetById(reads, datasetId)]),
      )
      const { settings } = dataset
      return {
        ...success(language),
        ...(issued
          ? enrolmentOfIssued(settings)
          : enrolmentOf(values.pan, settings, batchTime(dataset, realNow()))),
      }
    },
  }),
]

export const bindingEndpoints: readonly Endpoint[] = [...lists, ...changes, ...enrolment]
