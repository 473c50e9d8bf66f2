// The bindings of a person: clients of merchants that may pay with one of the cards again. They are switched off and on at the card.

import type { Binding } from '../../../payments/methods/binding.ts'
import { bindingsOfCard } from '../../../store/reads/bindings.ts'
import type { CardDetails } from '../../../store/reads/cards.ts'
import { badge, copyable, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { ago } from '../../../web/html/when.ts'
import type { PageContext } from '../shell/screen.ts'

/** Cards whose bindings are looked for: the newest. */
const CARDS_MAX = 10
/** Bindings that the page shows: the newest. */
const SHOWN_MAX = 50

interface CardBinding {
  readonly of: CardDetails
  readonly binding: Binding
}

/** The section, empty for a person whose cards nobody bound. */
export async function bindingsView(
  cards: readonly CardDetails[],
  context: PageContext,
): Promise<Html> {
  const bindings = await bindingsOf(cards, context)
  return html`<section data-live="bindings">
    ${
      bindings.length > 0 &&
      html`<h2>Bindings</h2>
        ${table({
          caption: 'Clients that may pay with the person’s cards again',
          stacks: true,
          columns: [
            { header: 'Client' },
            { header: 'State' },
            { header: 'Card' },
            { header: 'Id' },
            { header: 'Made' },
          ],
          rows: bindings.map((each) => line(each, context)),
        })}`
    }
  </section>`
}

async function bindingsOf(
  cards: readonly CardDetails[],
  { read }: PageContext,
): Promise<readonly CardBinding[]> {
  const ofEach = await Promise.all(
    cards
      .slice(0, CARDS_MAX)
      .map(async (of) =>
        (await read(bindingsOfCard, of.number.hash)).map((binding) => ({ of, binding })),
      ),
  )
  return ofEach
    .flat()
    .toSorted((one, other) => other.binding.createdAt - one.binding.createdAt)
    .slice(0, SHOWN_MAX)
}

const line = ({ of, binding }: CardBinding, { base, now }: PageContext) => [
  html`<a href="${base}/orders/${binding.orderId}"><bdi>${binding.clientId}</bdi></a>`,
  binding.active ? badge('approved', 'active') : badge('neutral', 'off'),
  html`<a class="number" href="${base}/cards/${of.card.id}">${lastFour(of.number.mask)}</a>`,
  copyable(binding.id, 'binding id'),
  ago(binding.createdAt, now),
]
