// A payment from the page: the entered card or the chosen stored one becomes an ask, the answer becomes the payer's next step.

import { acsHop, type AcsHop } from '../../domain/acs-hop.ts'
import { parseChallengeResponse } from '../../domain/challenge-v2.ts'
import { parsePaRes } from '../../domain/challenge-v1.ts'
import { Fault } from '../../domain/fault.ts'
import { returnAddress } from '../../domain/order-return.ts'
import { isPayable } from '../../domain/order-status.ts'
import type { Order } from '../../domain/order.ts'
import { orderReadIn } from '../../domain/page-language.ts'
import { presentCard, storedCvc } from '../../domain/payment-card.ts'
import type { PaymentMeans } from '../../operations/payment-means.ts'
import type { PayAnswer } from '../../operations/payments.ts'
import type { Service } from '../../service.ts'
import { bindingById } from '../../store/reads/bindings.ts'
import { hopStore, newPaymentIds } from '../http/merchant.ts'
import { type Entered, readEntered } from './entered.ts'
import type { FieldError } from './model.ts'
import { type Mistakes, pagePath } from './order-page.ts'
import type { Visit } from './visit.ts'

/** Where the payer goes next. */
export type NextStep =
  | { readonly kind: 'mistakes'; readonly mistakes: Mistakes }
  /** To the issuer's page. */
  | { readonly kind: 'hop'; readonly hop: AcsHop }
  /** Back to the store, or to the page for another attempt. */
  | { readonly kind: 'redirect'; readonly location: string }

/** Refusals that stand at a field of the form. */
const FIELD_FAULTS: Readonly<Partial<Record<string, FieldError>>> = {
  'binding-not-found': 'bindingUnknown',
  'binding-foreign': 'bindingUnknown',
  'binding-inactive': 'bindingUnknown',
  'card-expiry-past': 'expiryPast',
  'client-missing': 'bindingUnknown',
  'cvc-missing': 'cvcMissing',
}

/** Pays an order that can be paid with what the form holds. Throws the fault `order-processed` when somebody was faster. */
export async function pay(
  service: Service,
  visit: Visit,
  { form, ip }: { readonly form: URLSearchParams; readonly ip: string },
): Promise<NextStep> {
  const { project, order, now, boundTo } = visit
  const entered = readEntered(form, { now, boundTo: boundTo?.id })
  const mistakes = (errors: readonly FieldError[]): NextStep => ({
    kind: 'mistakes',
    mistakes: { entered: entered.shown, errors },
  })
  if (entered.errors.length > 0) return mistakes(entered.errors)
  const means = await meansOf(service, visit, entered)
  if (means === undefined) return mistakes(['bindingUnknown'])
  try {
    const answer = await service.ask(project, 'payOrder', {
      orderId: order.id,
      means,
      ip,
      speaksVersion2: false,
      // The page has no use for the method call: the issuer is our own.
      methodDone: true,
      newIds: newPaymentIds(project),
      finishUrl: finishUrl(visit),
    })
    return nextStep(visit, answer)
  } catch (error) {
    const fieldError = error instanceof Fault ? FIELD_FAULTS[error.code] : undefined
    if (fieldError === undefined) throw error
    return mistakes([fieldError])
  }
}

/** The payer is back from the issuer's page. Undefined for a message that is forged or none at all. */
export async function finish(
  service: Service,
  visit: Visit,
  form: URLSearchParams,
): Promise<NextStep | undefined> {
  const { project, order } = visit
  const result = challengeResult(form, project.vault.messageKey())
  if (result === undefined) return undefined
  try {
    const ask = { orderId: order.id, ...result }
    return nextStep(visit, await service.ask(project, 'finishPayment', ask))
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'challenge-invalid')) throw error
    // Answered before or replaced: the page shows how the order stands.
    return { kind: 'redirect', location: pagePath(visit.address, visit.language) }
  }
}

function challengeResult(form: URLSearchParams, key: string) {
  const paRes = parsePaRes(form.get('PaRes') ?? '', key)
  if (paRes !== undefined) return { challengeId: paRes.messageId, status: paRes.status }
  const cres = parseChallengeResponse(form.get('cres') ?? '', key)
  return cres && { challengeId: cres.acsTransID, status: cres.transStatus }
}

function nextStep(visit: Visit, answer: PayAnswer): NextStep {
  const order = orderReadIn(answer.order, visit.language)
  if (answer.result === 'challenge' || answer.result === 'method')
    return { kind: 'hop', hop: hopOf(visit, order) }
  // A redirect, so that reloading the page of a declined attempt does not make another one.
  const location = isPayable(order.status)
    ? pagePath(visit.address, visit.language)
    : returnAddress(order)
  return { kind: 'redirect', location }
}

function hopOf(visit: Visit, order: Order): AcsHop {
  const { challenge } = order.progress
  if (challenge === null) throw new Error('a payment at the issuer has no challenge')
  const { project, settings, address } = visit
  const hop = acsHop(order, challenge, hopStore(project, settings.merchantName, address.origin))
  return hop.version === 1 ? { ...hop, termUrl: finishUrl(visit) } : hop
}

/** Where the issuer's page leads back to: this page, which knows whether another attempt is left. */
const finishUrl = ({ address: { origin, login, orderId }, language }: Visit): string =>
  `${origin}/payment/merchants/${login}/finish?mdOrder=${orderId}&language=${language}`

/** How the order is paid; undefined where the chosen stored card is not the payer's, or no longer. */
async function meansOf(
  service: Service,
  visit: Visit,
  entered: Entered,
): Promise<PaymentMeans | undefined> {
  const { vault } = visit.project
  if (entered.kind === 'card') {
    const card = presentCard(entered.card, vault)
    return { kind: 'card', card, keepCard: entered.keepCard && visit.order.clientId !== null }
  }
  const { bindingId, cvc } = entered
  const mayPay = [...visit.bindings, ...(visit.boundTo ? [visit.boundTo] : [])]
  if (!mayPay.some(({ id }) => id === bindingId)) return undefined
  const stored = await service.read(visit.project, (reads, spaceId) =>
    bindingById(reads, spaceId, bindingId),
  )
  if (stored === undefined) return undefined
  const { number, binding } = stored
  return { kind: 'binding', bindingId, cvc: storedCvc(binding.card, number, cvc, vault) }
}
