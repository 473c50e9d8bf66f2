// Pays from the page: converts the form to a command, and its result to the payer's next step.

import { acsRedirect, type AcsRedirect } from '../../web/redirects/acs-redirect.ts'
import { parseChallengeResponse } from '../../three-d-secure/challenge-v2.ts'
import { parsePaRes } from '../../three-d-secure/challenge-v1.ts'
import { Fault } from '../../kernel/fault.ts'
import { returnAddress } from '../../web/redirects/order-return.ts'
import { isPayable } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'
import { orderReadIn } from '../../web/http/requests/page-language.ts'
import { presentCard, storedCvc } from '../../payments/methods/payment-card.ts'
import type { PaymentMethod } from '../../payments/methods/payment-method.ts'
import type { PayOrderResult } from '../../payments/authorisation/authenticate-payment.ts'
import type { Service } from '../../service.ts'
import { bindingById } from '../../store/reads/bindings.ts'
import { redirectMerchant, newPaymentIds } from '../../web/redirects/merchant.ts'
import { type PaymentEntry, readEntered } from './entered-card.ts'
import type { FieldError } from './model.ts'
import { type Entry, pagePath } from './order-page.ts'
import type { PageSession } from './page-session.ts'

/** The payer's next step. */
export type NextStep =
  | { readonly kind: 'mistakes'; readonly mistakes: Entry }
  /** To the issuer's page. */
  | { readonly kind: 'issuer-redirect'; readonly redirect: AcsRedirect }
  /** To the merchant, or to the page for another attempt. */
  | { readonly kind: 'redirect'; readonly location: string }

/** The entered data without validation, for the page in another language. */
export const enteredData = (form: URLSearchParams, { now, boundTo }: PageSession): Entry => ({
  entered: readEntered(form, { now, boundTo: boundTo?.id }).shown,
  errors: [],
})

/** Faults that belong to a field of the form. */
const FIELD_FAULTS: Readonly<Partial<Record<string, FieldError>>> = {
  'binding-not-found': 'bindingUnknown',
  'binding-foreign': 'bindingUnknown',
  'binding-inactive': 'bindingUnknown',
  'card-expiry-past': 'expiryPast',
  'client-missing': 'bindingUnknown',
  'cvc-missing': 'cvcMissing',
}

/**
 * Pays a payable order with the entered data. Throws the fault `order-processed` if the order was
 * paid or ended in the meantime, and `order-being-decided` if another payment of it is waiting for
 * its decision.
 */
export async function pay(
  service: Service,
  session: PageSession,
  { form, ip }: { readonly form: URLSearchParams; readonly ip: string | undefined },
): Promise<NextStep> {
  const { project, order, now, boundTo } = session
  const entered = readEntered(form, { now, boundTo: boundTo?.id })
  const mistakes = (errors: readonly FieldError[]): NextStep => ({
    kind: 'mistakes',
    mistakes: { entered: entered.shown, errors },
  })
  if (entered.errors.length > 0) return mistakes(entered.errors)
  const paymentMethod = await resolvePaymentMethod(service, session, entered)
  if (paymentMethod === undefined) return mistakes(['bindingUnknown'])
  try {
    const answer = await service.execute(project, 'payOrder', {
      orderId: order.id,
      paymentMethod,
      ip,
      speaksVersion2: false,
      // The sandbox itself is the issuer, so the method call is not needed.
      methodDone: true,
      newIds: newPaymentIds(project),
      finishUrl: finishUrl(session),
    })
    return nextStep(session, answer)
  } catch (error) {
    const fieldError = error instanceof Fault ? FIELD_FAULTS[error.code] : undefined
    if (fieldError === undefined) throw error
    return mistakes([fieldError])
  }
}

/** Finishes a payment after the issuer's page. Undefined if the message is missing or forged. */
export async function finish(
  service: Service,
  session: PageSession,
  form: URLSearchParams,
): Promise<NextStep | undefined> {
  const { project, order } = session
  const result = challengeResult(form, project.vault.messageKey())
  if (result === undefined) return undefined
  try {
    const input = { orderId: order.id, ...result }
    return nextStep(session, await service.execute(project, 'finishPayment', input))
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'challenge-invalid')) throw error
    // Already completed or replaced: the page shows the order's current state.
    return { kind: 'redirect', location: pagePath(session.location, session.language) }
  }
}

function challengeResult(form: URLSearchParams, key: string) {
  const paRes = parsePaRes(form.get('PaRes') ?? '', key)
  if (paRes !== undefined) return { challengeId: paRes.messageId, status: paRes.status }
  const cres = parseChallengeResponse(form.get('cres') ?? '', key)
  return cres && { challengeId: cres.acsTransID, status: cres.transStatus }
}

function nextStep(session: PageSession, answer: PayOrderResult): NextStep {
  const order = orderReadIn(answer.order, session.language)
  if (answer.result === 'challenge' || answer.result === 'method')
    return { kind: 'issuer-redirect', redirect: redirectOf(session, order) }
  // A redirect, so that reloading the page after a decline does not pay again.
  const location = isPayable(order.status)
    ? pagePath(session.location, session.language)
    : returnAddress(order)
  return { kind: 'redirect', location }
}

function redirectOf(session: PageSession, order: Order): AcsRedirect {
  const { challenge } = order.progress
  if (challenge === null) throw new Error('a payment at the issuer has no challenge')
  const { project, settings, location } = session
  const redirect = acsRedirect(
    order,
    challenge,
    redirectMerchant(project, settings.merchantName, location.origin),
  )
  return redirect.version === 1 ? { ...redirect, termUrl: finishUrl(session) } : redirect
}

/** The return URL for the issuer's page: the payment page, which can offer another attempt. */
const finishUrl = ({ location: { origin, login, orderId }, language }: PageSession): string =>
  `${origin}/payment/merchants/${login}/finish?mdOrder=${orderId}&language=${language}`

/** The payment method; undefined if the chosen stored card does not belong to the payer. */
async function resolvePaymentMethod(
  service: Service,
  session: PageSession,
  entered: PaymentEntry,
): Promise<PaymentMethod | undefined> {
  const { vault } = session.project
  if (entered.kind === 'card') {
    const card = presentCard(entered.card, vault)
    return { kind: 'card', card, keepCard: entered.keepCard && session.order.clientId !== null }
  }
  const { bindingId, cvc } = entered
  const mayPay = [...session.bindings, ...(session.boundTo ? [session.boundTo] : [])]
  if (!mayPay.some(({ id }) => id === bindingId)) return undefined
  const stored = await service.read(session.project, (reads, datasetId) =>
    bindingById(reads, datasetId, bindingId),
  )
  if (stored === undefined) return undefined
  const { number, binding } = stored
  return { kind: 'binding', bindingId, cvc: storedCvc(binding.card, number, cvc, vault) }
}
