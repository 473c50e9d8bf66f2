// The bindings of a card: the clients that can pay with it again. Each can be turned off and on.

import { Fault } from '../../../kernel/fault.ts'
import { badge, copyable, table } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { ago } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ShownCard } from './card-act.ts'

/** The page shows the newest bindings of the card. */
const SHOWN_MAX = 50

const changeCall = (id: string, active: boolean): Extract<ApiCall, { api: 'C' }> => ({
  api: 'C',
  operation: active ? 'bindCard' : 'unBindCard',
  form: { bindingId: id },
})

/** The section, which is absent for a card without bindings. */
export function bindingsView(card: ShownCard, context: PageContext): Html | false {
  const { bindings } = card
  const { mayAct } = callOptions(context)
  return (
    bindings.length > 0 &&
    html`<section>
      <h2>Bindings</h2>
      ${table({
        caption: 'Clients that can pay with the card again',
        stacks: true,
        columns: [
          { header: 'Client' },
          { header: 'State' },
          { header: 'Id' },
          { header: 'Created' },
          ...(mayAct ? [{ header: 'Change' }] : []),
        ],
        rows: bindings
          .slice(0, SHOWN_MAX)
          .map((binding) => [
            html`<a href="${context.base}/orders/${binding.orderId}"
              ><bdi>${binding.clientId}</bdi></a
            >`,
            binding.active ? badge('approved', 'active') : badge('neutral', 'off'),
            copyable(binding.id, 'binding id'),
            ago(Date.parse(binding.createdAt), context.now),
            ...(mayAct ? [changeForm(card, context, binding)] : []),
          ]),
      })}
    </section>`
  )
}

const changeForm = (
  card: ShownCard,
  { base }: PageContext,
  { id, active, clientId }: ShownCard['bindings'][number],
): Html =>
  html`<form class="row-act" method="post" action="${base}/cards/${card.id}/bindings">
    <input type="hidden" name="binding" value="${id}" />
    <button
      class="button-link"
      name="change"
      value="${active ? 'off' : 'on'}"
      aria-label="${active ? 'Deactivate' : 'Activate'} the binding of ${clientId}"
    >
      ${active ? 'Deactivate' : 'Activate'}
    </button>
  </form>`

/** The change, with its call. */
export function bindingNotice({ query }: PageContext, options: Parameters<typeof doneNotice>[2]) {
  const [, id = '', change] = /^([\da-f-]{36})\.(on|off)$/.exec(query.get('binding') ?? '') ?? []
  return (
    change !== undefined &&
    doneNotice(
      change === 'on' ? 'Binding activated' : 'Binding deactivated',
      changeCall(id, change === 'on'),
      options,
    )
  )
}

/** Changes a binding of this card and returns the redirect; undefined for an unknown binding. */
export async function changeBinding(
  card: ShownCard,
  context: PageContext,
): Promise<string | undefined> {
  const id = context.form.get('binding')
  const active = context.form.get('change') === 'on'
  const binding = card.bindings.find((each) => each.id === id)
  if (binding === undefined) return undefined
  try {
    await context.performAtGateway(changeCall(binding.id, active))
  } catch (error) {
    // The binding already has the requested state.
    const isSo =
      error instanceof Fault &&
      (error.code === 'binding-active' || error.code === 'binding-inactive')
    if (!isSo) throw error
  }
  return `/cards/${card.id}?binding=${binding.id}.${active ? 'on' : 'off'}`
}
