// What the merchant does with a payment: captures it, returns it, gives a hold back.

import * as answers from './answers.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import * as examples from './examples.ts'
import { textForm } from './forms.ts'
import * as types from './parameter-types.ts'
import { messageText } from './messages.ts'
import { ORDER_NAMES, orderRefOf } from './order-of.ts'
import { byEither, mandatory, optional, type ParameterTable } from './parameters.ts'
import { definedMembers } from '../../web/views/defined-members.ts'

/** What the family sends beside an amount; a sandbox has no use for it but says when it is wrong. */
const ACCEPTED_PARAMETERS = {
  currency: optional(types.currency, 'ISO 4217 numeric code', { invalid: 'currency-unknown' }),
  jsonParams: optional(types.params, 'JSON object', { invalid: 'json-invalid' }),
} as const satisfies ParameterTable

/** What is left of a call that also moves points of a loyalty programme: the sandbox has none. */
const NO_POINTS = { operations: [] }

const inMoneyAndPoints: readonly Endpoint[] = [
  endpoint({
    name: 'autoCompletion.do',
    summary: 'Capture a hold, in money and points',
    description:
      'As `deposit.do`, for an order that may have been paid with points of a loyalty programme. The sandbox has no points: all of it is money, and `operations` is empty.',
    parameters: {
      ...ORDER_NAMES,
      compositeCompletionAmount: byEither(
        types.amount,
        'Amount to capture; 0 captures everything',
        { missing: 'amount-empty', invalid: 'deposit-amount-wrong', otherName: 'amount' },
      ),
      amount: optional(types.amount, 'The same by the name that deposit.do has for it', {
        invalid: 'deposit-amount-wrong',
      }),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, compositeCompletionAmount: '1500' },
    answer: { ...examples.success, ...NO_POINTS },
    answers: [answers.SuccessInPoints],
    family: 'capture',
    form: textForm,
    async handle({ service, project, values, language }) {
      const { compositeCompletionAmount: amount } = values
      await service.execute(project, 'captureOrder', { order: orderRefOf(values), amount })
      return { ...textForm(0, messageText('success', language)), ...NO_POINTS }
    },
  }),
  endpoint({
    name: 'autoRefund.do',
    summary: 'Return money, in money and points',
    description:
      'As `refund.do`, for an order that may have been paid with points of a loyalty programme. The sandbox has no points: all of it is money, and `operations` is empty.',
    parameters: {
      ...ORDER_NAMES,
      compositeRefundAmount: byEither(
        types.amount,
        'Amount to return; 0 returns all that is left',
        { missing: 'amount-empty', invalid: 'amount-wrong', otherName: 'amount' },
      ),
      amount: optional(types.amount, 'The same by the name that refund.do has for it', {
        invalid: 'amount-wrong',
      }),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, compositeRefundAmount: '500' },
    answer: { ...examples.success, ...NO_POINTS },
    answers: [answers.SuccessInPoints],
    family: 'capture',
    form: textForm,
    async handle({ service, project, values, language }) {
      const { compositeRefundAmount: amount } = values
      await service.execute(project, 'refundOrder', { order: orderRefOf(values), amount })
      return { ...textForm(0, messageText('success', language)), ...NO_POINTS }
    },
  }),
]

export const captureEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'deposit.do',
    summary: 'Capture a hold',
    description: 'Captures a hold once, in whole or in part; what is not captured goes back.',
    parameters: {
      ...ORDER_NAMES,
      amount: mandatory(types.amount, 'Amount to capture; 0 captures everything', {
        missing: 'amount-empty',
        invalid: 'deposit-amount-wrong',
      }),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, amount: '1500' },
    answer: examples.success,
    answers: [answers.Success],
    family: 'capture',
    form: textForm,
    async handle({ service, project, values, language }) {
      const { amount } = values
      await service.execute(project, 'captureOrder', { order: orderRefOf(values), amount })
      return textForm(0, messageText('success', language))
    },
  }),
  endpoint({
    name: 'refund.do',
    summary: 'Return money',
    description: 'Returns captured money, in parts if need be.',
    parameters: {
      ...ORDER_NAMES,
      amount: byEither(types.amount, 'Amount to return; 0 returns all that is left', {
        missing: 'amount-empty',
        invalid: 'amount-wrong',
        otherName: 'refundAmount',
      }),
      refundAmount: optional(types.amount, 'Older name of amount, which wins', {
        invalid: 'amount-wrong',
      }),
      externalRefundId: optional(
        types.text(32),
        "The merchant's id; the same one again returns nothing more",
      ),
      expectedDepositedAmount: optional(types.amount, 'Refuses where another amount is deposited'),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, amount: '500' },
    answer: examples.success,
    answers: [answers.Success],
    family: 'capture',
    form: textForm,
    async handle({ service, project, values, language }) {
      const { amount, expectedDepositedAmount, externalRefundId: externalId } = values
      await service.execute(project, 'refundOrder', {
        order: orderRefOf(values),
        amount,
        ...definedMembers({ expectedDepositedAmount, externalId }),
      })
      return textForm(0, messageText('success', language))
    },
  }),
  endpoint({
    name: 'reverse.do',
    summary: 'Give a hold back',
    description: 'Gives a whole hold back to the payer.',
    parameters: {
      ...ORDER_NAMES,
      amount: optional(types.amount, 'The whole hold, or 0', { invalid: 'amount-wrong' }),
      ...ACCEPTED_PARAMETERS,
    },
    example: examples.ofOrder,
    answer: examples.success,
    answers: [answers.Success],
    family: 'capture',
    form: textForm,
    async handle({ service, project, values, language }) {
      const { amount } = values
      await service.execute(project, 'reverseOrder', {
        order: orderRefOf(values),
        ...definedMembers({ amount }),
      })
      return textForm(0, messageText('success', language))
    },
  }),
  ...inMoneyAndPoints,
]
