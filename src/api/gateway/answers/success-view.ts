// The response of operations that register and pay in one call: `success` and the order's status.

import type { PayOrderResult } from '../../../payments/authorisation/authenticate-payment.ts'
import type { Call } from '../endpoint.ts'
import type { ParameterTable } from '../parameters/parameters.ts'
import { declineText } from '../../../web/views/order-view.ts'
import { answered } from '../operations/payments.ts'
import { settingsOf } from '../project-state.ts'
import { statusView } from './status-view.ts'

const DECLINED_ERROR_CODE = '1' as const
const PROCESSING_ERROR = 'Processing Error'

type SuccessCall = Pick<Call<ParameterTable>, 'service' | 'project' | 'origin' | 'language'>

/** A payment that continues at the issuer counts as a success; `data` has the redirect. */
export async function successView(call: SuccessCall, answer: PayOrderResult) {
  const { result, order } = answer
  const { language } = call
  const { terminalId } = await settingsOf(call)
  const orderStatus = statusView(order, { language, terminalId })
  const data = { orderId: order.id }
  if (result === 'declined') {
    const error = {
      code: DECLINED_ERROR_CODE,
      description: PROCESSING_ERROR,
      message: declineText(order, language),
    }
    return { success: false as const, data, error, orderStatus }
  }
  const next = result === 'approved' ? {} : await answered({ ...call, values: {} }, answer)
  return { success: true as const, data: { ...data, ...next }, orderStatus }
}
