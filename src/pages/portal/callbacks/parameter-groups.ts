// The extra parameters of callbacks, in groups for the settings page.

import type { CallbackParameterName } from '../../../payments/orders/callback-parameters.ts'

interface ParameterGroup {
  readonly id: string
  readonly label: string
  readonly names: readonly CallbackParameterName[]
}

// prettier-ignore
export const PARAMETER_GROUPS: readonly ParameterGroup[] = [
  { id: 'amounts', label: 'Amounts', names: [
    'amount', 'amountFormatted', 'paymentAmount', 'approvedAmount', 'approvedAmountFormatted',
    'depositedAmount', 'depositedAmountFormatted', 'refundedAmount', 'refundedAmountFormatted',
    'operationRefundedAmount', 'operationRefundedAmountFormatted', 'currentRefundAmountFormatted',
    'externalRefundId', 'feeAmount', 'currency', 'currencyName',
  ] },
  { id: 'card', label: 'Card', names: [
    'maskedPan', 'panMasked', 'cardholderName', 'paymentSystem', 'paymentWay', 'bankName',
    'panCountryCode', 'bindingId', 'enabled', 'approvalCode', 'authCode', 'avsCode', 'eci', 'xid',
    'cavv', 'threeDSType',
  ] },
  { id: 'dates', label: 'Dates', names: [
    'callbackCreationDate', 'date', 'paymentDate', 'depositedDate', 'refundedDate', 'reversedDate',
    'sessionExpiredDate', 'declineDate',
  ] },
  { id: 'customer', label: 'Customer', names: ['clientId', 'email', 'phone', 'ip', 'ipCountryCode'] },
  { id: 'order', label: 'Order and merchant', names: [
    'paymentState', 'depositFlag', 'actionCode', 'actionCodeDescription', 'refNum', 'paymentRefNum',
    'orderDescription', 'merchantLogin', 'merchantFullName', 'terminalId', 'processingId',
    'transactionAttributes',
  ] },
]
