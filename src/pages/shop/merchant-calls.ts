// The demo shop's calls to this service's interface C, as a merchant's server would make them.

import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import { codedForm } from '../../web/http/calls/api-call.ts'
import { callsOf } from '../../web/http/calls/internal-request.ts'

/** A gateway call with its response. */
interface MerchantCall {
  /** The operation, without `.do`. */
  readonly operation: string
  /** The parameters without the credentials. */
  readonly form: Readonly<Record<string, string>>
  readonly answer: Readonly<Record<string, unknown>>
}

/** The response of a gateway that cannot be reached because of a fault of the project. */
export const NO_ANSWER: MerchantCall['answer'] = { errorMessage: 'No response from the gateway' }

function jsonObject(body: string): MerchantCall['answer'] | undefined {
  try {
    return JSON.parse(body) as MerchantCall['answer']
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Makes a call with the project's credentials, for the origin that the browser used. */
export async function merchantCall(
  request: FastifyRequest,
  { secrets }: Project,
  operation: string,
  form: Readonly<Record<string, string>>,
): Promise<MerchantCall> {
  const { userName, password } = secrets.interfaceC
  const { body } = await callsOf(request)({
    method: 'POST',
    path: `/payment/rest/${operation}.do`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: codedForm({ userName, password, ...form }),
  })
  return { operation, form, answer: jsonObject(body) ?? NO_ANSWER }
}
