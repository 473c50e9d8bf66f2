// Capture, reversal and refund of a payment.

import * as answers from '../answers/answers.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { textForm, success } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { ORDER_NAMES, orderRefOf } from '../parameters/order-of.ts'
import { byEither, mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { definedMembers } from '../../../web/views/defined-members.ts'

/** Parameters that have no effect here; they are only validated. */
const ACCEPTED_PARAMETERS = {
  currency: optional(
    types.currency,
    "ISO 4217 numeric code. It is checked, but the order's currency applies",
    { invalid: 'currency-unknown' },
  ),
  jsonParams: optional(types.params, 'Further parameters, as a JSON object; they have no effect', {
    invalid: 'json-invalid',
  }),
} as const satisfies ParameterTable

/** The loyalty points in a response, which the sandbox does not have. */
const NO_POINTS = { operations: [] }

/** Fields that the operations have in common. */
const FAMILY = { family: 'capture', form: textForm } as const
const ANSWERED = { ...FAMILY, answer: examples.success, answers: [answers.Success] }
const ANSWERED_IN_POINTS = {
  ...FAMILY,
  answer: { ...examples.success, ...NO_POINTS },
  answers: [answers.SuccessInPoints],
}

const inMoneyAndPoints: readonly Endpoint[] = [
  endpoint({
    name: 'autoCompletion.do',
    summary: 'Capture a hold paid with money and loyalty points',
    description:
      'Works like `deposit.do`, for orders paid partly with loyalty points. The sandbox has no points, so `operations` is empty.',
    parameters: {
      ...ORDER_NAMES,
      compositeCompletionAmount: byEither(
        types.amount,
        'Amount to capture; 0 captures the whole hold',
        { missing: 'amount-empty', invalid: 'deposit-amount-wrong', otherName: 'amount' },
      ),
      amount: optional(
        types.amount,
        'Another name of `compositeCompletionAmount`, as in `deposit.do`',
        {
          invalid: 'deposit-amount-wrong',
        },
      ),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, compositeCompletionAmount: '1500' },
    ...ANSWERED_IN_POINTS,
    async handle({ service, project, values, language }) {
      const { compositeCompletionAmount: amount } = values
      await service.execute(project, 'captureOrder', { order: orderRefOf(values), amount })
      return { ...success(language), ...NO_POINTS }
    },
  }),
  endpoint({
    name: 'autoRefund.do',
    summary: 'Refund a payment made with money and loyalty points',
    description:
      'Works like `refund.do`, for orders paid partly with loyalty points. The sandbox has no points, so `operations` is empty.',
    parameters: {
      ...ORDER_NAMES,
      compositeRefundAmount: byEither(
        types.amount,
        'Amount to refund; 0 refunds everything that is left',
        { missing: 'amount-empty', invalid: 'amount-wrong', otherName: 'amount' },
      ),
      amount: optional(types.amount, 'Another name of `compositeRefundAmount`, as in `refund.do`', {
        invalid: 'amount-wrong',
      }),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, compositeRefundAmount: '500' },
    ...ANSWERED_IN_POINTS,
    async handle({ service, project, values, language }) {
      const { compositeRefundAmount: amount } = values
      await service.execute(project, 'refundOrder', { order: orderRefOf(values), amount })
      return { ...success(language), ...NO_POINTS }
    },
  }),
]

export const captureEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'deposit.do',
    summary: 'Capture a hold',
    description: 'Captures a hold once, in whole or in part. The rest is released.',
    parameters: {
      ...ORDER_NAMES,
      amount: mandatory(types.amount, 'Amount to capture; 0 captures the whole hold', {
        missing: 'amount-empty',
        invalid: 'deposit-amount-wrong',
      }),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, amount: '1500' },
    ...ANSWERED,
    async handle({ service, project, values, language }) {
      const { amount } = values
      await service.execute(project, 'captureOrder', { order: orderRefOf(values), amount })
      return success(language)
    },
  }),
  endpoint({
    name: 'refund.do',
    summary: 'Refund a payment',
    description: 'Refunds a captured payment, in whole or in several parts.',
    parameters: {
      ...ORDER_NAMES,
      amount: byEither(types.amount, 'Amount to refund; 0 refunds everything that is left', {
        missing: 'amount-empty',
        invalid: 'amount-wrong',
        otherName: 'refundAmount',
      }),
      refundAmount: optional(
        types.amount,
        'Older name of `amount`; if you send both, `amount` applies',
        {
          invalid: 'amount-wrong',
        },
      ),
      externalRefundId: optional(
        types.text(32),
        "The merchant's id of the refund. A request with the same id succeeds without a second refund",
      ),
      expectedDepositedAmount: optional(
        types.amount,
        'Captured amount that you expect. If it differs, the refund is refused',
      ),
      ...ACCEPTED_PARAMETERS,
    },
    example: { ...examples.ofOrder, amount: '500' },
    ...ANSWERED,
    async handle({ service, project, values, language }) {
      const { amount, expectedDepositedAmount, externalRefundId: externalId } = values
      await service.execute(project, 'refundOrder', {
        order: orderRefOf(values),
        amount,
        ...definedMembers({ expectedDepositedAmount, externalId }),
      })
      return success(language)
    },
  }),
  endpoint({
    name: 'reverse.do',
    summary: 'Reverse a hold',
    description: 'Reverses a hold: its whole amount is released.',
    parameters: {
      ...ORDER_NAMES,
      amount: optional(
        types.amount,
        'Amount to reverse: the amount of the whole hold, or 0 for the same',
        { invalid: 'amount-wrong' },
      ),
      ...ACCEPTED_PARAMETERS,
    },
    example: examples.ofOrder,
    ...ANSWERED,
    async handle({ service, project, values, language }) {
      const { amount } = values
      await service.execute(project, 'reverseOrder', {
        order: orderRefOf(values),
        ...definedMembers({ amount }),
      })
      return success(language)
    },
  }),
  ...inMoneyAndPoints,
]
