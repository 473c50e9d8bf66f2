// A project in which every form of the portal has an object to act on.

import assert from 'node:assert/strict'
import type { Project } from '../../../../src/engine/directory.ts'
import { answer, type Receiver } from '../../../kit/callback-receiver.ts'
import { CallbackMerchant } from '../../../kit/callback-merchant.ts'
import { type IssuedCard, issueCard, projectCall, topUp } from '../../../kit/control.ts'
import { merchantOf } from '../../../kit/merchant.ts'
import type { Sandbox } from '../../../kit/sandbox.ts'

/**
 * The names that the steps use, with their ids. `receiver` is the callback URL of the receiver as
 * stored by the project.
 */
export async function fillProject(
  sandbox: Sandbox,
  project: Project,
  { receiver, address }: { readonly receiver: Receiver; readonly address: string },
): Promise<Readonly<Record<string, string>>> {
  const merchant = merchantOf(sandbox, project)
  // Two callbacks that failed permanently; the receiver accepts all later ones.
  receiver.usual = answer(500)
  const inbox = await CallbackMerchant.of(sandbox, project, { callbackUrl: address })
  await merchant.paidOrder({ orderNumber: 'told' })
  await merchant.paidOrder({ orderNumber: 'told-too' })
  await inbox.inboxOnce((callbacks) => callbacks.every(({ attempts }) => attempts.length === 1))
  await inbox.advance('PT76H')
  const [failed] = await inbox.inboxInStates('failed', 'failed')
  receiver.usual = answer(200)
  await inbox.changeSettings({ callbackUrl: null })

  const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  const other = await issueCard(call)
  const bound = (await issueCard(call)) as IssuedCard & { readonly cvc: string }
  await topUp(call, bound, 5000)
  const [YYYY, MM] = [bound.expiryDate.slice(0, 4), bound.expiryDate.slice(4)]
  const card = { $PAN: bound.number, $CVC: bound.cvc, YYYY, MM }
  const paid = await merchant.pay(await merchant.register({ clientId: 'anna@shop' }), card)
  assert.equal(paid['errorCode'], 0, JSON.stringify(paid))
  const logged = await call('GET', `/v2/cards/${bound.id}`)
  const webhook = await call('POST', '/control/v1/webhooks', {
    url: address,
    events: ['topup.declined'],
  })
  return {
    webhook: (webhook.json as { id: string }).id,
    request: String(logged.headers['request-id']),
    base: `/p/${project.id}`,
    name: project.name,
    receiver: address,
    failed: failed?.id ?? '',
    other: other.id,
    bound: bound.id,
    unpaid: await merchant.register({ orderNumber: 'unpaid' }),
    withdrawn: await merchant.register({ orderNumber: 'withdrawn' }),
    held: await merchant.heldOrder({ orderNumber: 'held' }),
    reversed: await merchant.heldOrder({ orderNumber: 'reversed' }),
  }
}
