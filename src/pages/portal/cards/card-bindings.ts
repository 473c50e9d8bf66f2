// The bindings of a card: which clients may pay with it again, switched off and on as interface C does it.

import type { CardResult } from '../../../issuing/card-result.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Binding } from '../../../payments/methods/binding.ts'
import { bindingsOfCard } from '../../../store/reads/bindings.ts'
import { badge, copyable, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { ago } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'

/** Bindings of one card that the page shows: the newest. */
const SHOWN_MAX = 50

const bindingsOf = ({ number }: CardResult, { read }: PageContext): Promise<readonly Binding[]> =>
  read(bindingsOfCard, number.hash)

const changeCall = (id: string, active: boolean): ApiCall => ({
  api: 'C',
  operation: active ? 'bindCard' : 'unBindCard',
  form: { bindingId: id },
})

/** The section; absent for a card without bindings. */
export async function bindingsView(
  result: CardResult,
  context: PageContext,
): Promise<Html | false> {
  const bindings = await bindingsOf(result, context)
  const { mayAct } = callOptions(context)
  return (
    bindings.length > 0 &&
    html`<section>
      <h2>Bindings</h2>
      ${table({
        caption: 'Clients that may pay with the card again',
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
            ago(binding.createdAt, context.now),
            ...(mayAct ? [changeForm(result, context, binding)] : []),
          ]),
      })}
    </section>`
  )
}

const changeForm = (
  { card }: CardResult,
  { base }: PageContext,
  { id, active, clientId }: Binding,
): Html =>
  html`<form class="row-act" method="post" action="${base}/cards/${card.id}/bindings">
    <input type="hidden" name="binding" value="${id}" />
    <button
      class="button-link"
      name="change"
      value="${active ? 'off' : 'on'}"
      aria-label="Switch ${active ? 'off' : 'on'} the binding of ${clientId}"
    >
      ${active ? 'Switch off' : 'Switch on'}
    </button>
  </form>`

/** What was changed, with the call that does it. */
export function bindingNotice({ query }: PageContext, options: Parameters<typeof doneNotice>[2]) {
  const [, id = '', change] = /^([\da-f-]{36})\.(on|off)$/.exec(query.get('binding') ?? '') ?? []
  return (
    change !== undefined &&
    doneNotice(`The binding was switched ${change}`, changeCall(id, change === 'on'), options)
  )
}

/** Changes a binding of this card and returns the redirect; undefined if the card has no such binding. */
export async function changeBinding(
  result: CardResult,
  context: PageContext,
): Promise<string | undefined> {
  const id = context.form.get('binding')
  const active = context.form.get('change') === 'on'
  const binding = (await bindingsOf(result, context)).find((each) => each.id === id)
  if (binding === undefined) return undefined
  try {
    await context.execute('setBindingActive', { bindingId: binding.id, active })
  } catch (error) {
    // It already is in the requested state.
    const isSo =
      error instanceof Fault &&
      (error.code === 'binding-active' || error.code === 'binding-inactive')
    if (!isSo) throw error
  }
  return `/cards/${result.card.id}?binding=${binding.id}.${active ? 'on' : 'off'}`
}
