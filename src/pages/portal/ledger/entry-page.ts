// An entry of the journal: debit and credit side by side, and what caused it.

import { rowIdOf } from '../../../kernel/row-id.ts'
import { accountNameOf } from '../../../ledger/account.ts'
import { type JournalEntry, rrnOf } from '../../../ledger/journal-entry.ts'
import { entryById, type NumberUsed } from '../../../store/reads/entries.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { declineView } from '../labels/decline-labels.ts'
import { descriptionList } from '../parts/description-list.ts'
import type { View, PageContext } from '../shell/screen.ts'
import { accountLink } from '../parts/balance-view.ts'

/** The link to the page of an entry. */
export const entryLink = (base: string, { id, kind }: Pick<JournalEntry, 'id' | 'kind'>): Html =>
  html`<a class="name" href="${base}/ledger/entries/${id}">${kindWord(kind)}</a>`

const kindWord = (kind: JournalEntry['kind']): string =>
  kind === 'topup' ? 'top-up' : kind.replace('-', ' ')

export async function entryView(context: PageContext): Promise<View | undefined> {
  const { base, now, params, read } = context
  const id = rowIdOf(params['entry'] ?? '')
  const row = id === undefined ? undefined : await read(entryById, id)
  if (row === undefined) return undefined
  const { entry, source, destination } = row
  const { decline, pending } = entry.details
  return {
    title: `Entry ${entry.id}`,
    call: { api: 'control', method: 'GET', path: `/entries/${entry.id}` },
    content: html`<header class="heading">
        <h1>
          Entry <span class="number">${entry.id}</span>
          ${badge(entry.approved ? 'approved' : 'declined', kindWord(entry.kind))}
        </h1>
      </header>
      ${decline !== undefined && html`<p>${declineView(decline, entry, base)}</p>`}
      ${pending === true && html`<p>A hold: the amount is posted when it is captured.</p>`}
      ${sides(entry, base)}
      ${descriptionList([
        ['When', exactly(entry.at, now)],
        ['Amount', entry.currency !== 0 && amount(moneyOf(entry.amount, entry.currency))],
        ['From card', cardLink(base, entry.sourceCardId, source)],
        ['To card', cardLink(base, entry.destinationCardId, destination)],
        [
          'Order',
          entry.orderId !== null &&
            html`<a class="number" href="${base}/orders/${entry.orderId}">${entry.orderId}</a>`,
        ],
        ['RRN', html`<span class="number">${rrnOf(entry)}</span>`],
        ['Trace number', html`<span class="number">${entry.stan}</span>`],
      ])}`,
  }
}

/** One debit, one credit, one amount. */
function sides(entry: JournalEntry, base: string): Html {
  const { debitAccountId, creditAccountId, currency } = entry
  if (debitAccountId === null || creditAccountId === null) return html`<p>It moved no money.</p>`
  const money = amount(moneyOf(entry.amount, currency))
  const account = (id: number) => accountLink(base, accountNameOf(id, currency))
  return table({
    caption: 'Posting',
    columns: [
      { header: 'Account' },
      { header: 'Debit', align: 'end' },
      { header: 'Credit', align: 'end' },
    ],
    rows: [
      [account(debitAccountId), money, ''],
      [account(creditAccountId), '', money],
    ],
  })
}

const cardLink = (base: string, cardId: number | null, number: NumberUsed | null) =>
  cardId !== null &&
  number !== null &&
  html`<a class="number" href="${base}/cards/${cardId}">${maskedCard(number.mask)}</a>`
