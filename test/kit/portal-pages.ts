// The URL of every page of the portal: from the list of screens, with the newest object in place of
// each parameter.

import assert from 'node:assert/strict'
import type { Mode } from '../../src/config.ts'
import { screensOf } from '../../src/pages/portal/shell/screens.ts'
import { ORDER_FILTERS } from '../../src/pages/portal/orders/order-filters.ts'

/** Values by parameter name. */
type Things = Readonly<Record<string, string>>

/**
 * Parameters that need no project: the operation with the largest response, the longest guide, and
 * the number of a payment that was not tried yet.
 */
const LEARNED: Things = {
  api: 'c',
  operation: 'getOrderStatusExtended',
  name: 'control-api',
  number: 'try-000000000000',
}

/**
 * The newest object of each kind in a project of a service at `url`; there is one of each. It gets
 * an authorisation, because few projects have one.
 */
export async function newestThings(url: string, apiKey: string): Promise<Things> {
  const first = async (list: string): Promise<Readonly<Record<string, unknown>>> => {
    const address = `${url}/control/v1/${list}?limit=1`
    const answer = await fetch(address, { headers: { 'x-api-key': apiKey } })
    const { items, callbacks } = (await answer.json()) as Record<string, unknown[] | undefined>
    const [item] = items ?? callbacks ?? []
    assert.ok(typeof item === 'object' && item !== null, `${address}: ${answer.status}`)
    return item as Readonly<Record<string, unknown>>
  }
  const things: Record<string, string> = {}
  for (const [name, list] of [
    ['order', 'orders'],
    ['card', 'cards'],
    ['cardholder', 'cardholders'],
    ['entry', 'entries'],
    ['callback', 'callbacks'],
    ['request', 'requests'],
  ] as const)
    things[name] = String((await first(list))['id'])
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const simulations = `${url}/control/v1/simulations/authorisations`
  const verify = (cardId: unknown, more = {}) => {
    const body = JSON.stringify({ cardId, kind: 'verification', ...more })
    return fetch(simulations, { method: 'POST', headers, body })
  }
  const simulated = await verify(things['card'])
  const made = (await simulated.json()) as { id: string }
  // Its request has a decision, unlike most others.
  things['request'] = simulated.headers.get('request-id') ?? assert.fail('no request id')
  const decide = async (cardId: unknown) => {
    const answered = await verify(cardId, { realTimeDecision: 'approve' })
    return ((await answered.json()) as { realTimeDecision: { id: string } | null }).realTimeDecision
  }
  const issue = async (): Promise<unknown> => {
    const cardholder = { firstName: 'Ann', lastName: 'Dune', phoneNumber: '+35725000000' }
    const body = JSON.stringify({ cardholder })
    const issued = await fetch(`${url}/control/v1/cards`, { method: 'POST', headers, body })
    return ((await issued.json()) as { id: string }).id
  }
  // The newest card may be blocked, and then no server is called.
  const decision = (await decide(things['card'])) ?? (await decide(await issue()))
  const receivers = `${url}/control/v1/receivers`
  const receiver = (await (
    await fetch(receivers, { method: 'POST', headers, body: '{}' })
  ).json()) as { id: string; url: string }
  await fetch(`${url}/receivers/${receiver.id}`, { method: 'POST' })
  const webhooks = `${url}/control/v1/webhooks`
  const subscription = JSON.stringify({ url: receiver.url })
  const webhook = (await (
    await fetch(webhooks, { method: 'POST', headers, body: subscription })
  ).json()) as { id: string }
  return {
    ...things,
    webhook: webhook.id,
    receiver: receiver.id,
    account: 'merchant-978',
    authorisation: made.id,
    decision: decision?.id ?? assert.fail('no decision'),
  }
}

/**
 * URLs relative to the project's URL, without downloads and without pages that only a form opens.
 */
export function portalPages(things: Things, mode: Mode = 'local'): readonly string[] {
  const named: Things = { ...LEARNED, ...things }
  const pages = screensOf(mode)
    .flatMap((screen) => screen.pages)
    .map(({ path }) =>
      path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
        assert.ok(named[name] !== undefined, `${path} names something that is new: ${name}`)
        return named[name]
      }),
    )
  const filters = ORDER_FILTERS.slice(1).map(({ name }) => `/orders?filter=${name}`)
  return [...pages, ...filters, `/search?q=${named['order'] ?? ''}x`]
}
