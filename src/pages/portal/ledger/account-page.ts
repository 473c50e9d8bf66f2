// An account: its balance, and its statement as a page and as a file.

import { listAccountEntries, showAccount } from '../../../api/control/ledger/accounts.ts'
import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { ENTRY_KINDS } from '../../../ledger/journal-entry.ts'
import { copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { knownCurrency, moneyOf } from '../parts/amounts.ts'
import { balanceView } from '../parts/balance-view.ts'
import { csvRow } from '../parts/csv.ts'
import { descriptionList } from '../parts/description-list.ts'
import { choiceField, periodFields } from '../parts/list-fields.ts'
import { listPage } from '../shell/list-page.ts'
import type { Download, PageContext } from '../shell/screen.ts'
import { causeLinks, entryLink, kindLabel } from './entry-page.ts'

type Account = AnswerOf<typeof showAccount>
type StatementQuery = QueryOf<typeof listAccountEntries>

/** Movements in one file. */
const MOVEMENTS_MAX = 100_000
/** As many as one answer holds. */
const FILE_PAGE_SIZE = 200

const nameOf = ({ params }: PageContext) => ({ account: params['account'] ?? '' })

export const accountPage = listPage(listAccountEntries, {
  path: '/ledger/:account',
  operation: 'accountPage',
  title: ({ params }) => `Account ${params['account'] ?? ''}`,
  caption: 'Statement',
  of: 'account',
  params: nameOf,
  fields: [
    choiceField<StatementQuery>(
      {
        name: 'kind',
        label: 'Kind',
        options: ENTRY_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) })),
      },
      'kind',
    ),
    ...periodFields<StatementQuery>('from', 'until'),
  ],
  above: async (context) =>
    heading(await context.perform(showAccount, { params: nameOf(context) }), context),
  columns: [
    { header: 'Entry' },
    { header: 'Caused by' },
    { header: 'When' },
    { header: 'Amount', align: 'end', labelled: true },
    { header: 'Balance', align: 'end', labelled: true },
  ],
  row: ({ entry, amount: signed, balance }, { base, now }) => [
    entryLink(base, entry),
    causeLinks(base, entry),
    ago(Date.parse(entry.at), now),
    balanceView(signed, entry.currency ?? ''),
    balanceView(balance, entry.currency ?? ''),
  ],
  drawing: 'ledger',
  empty: 'Movements appear here when they are posted. A hold is not posted yet.',
})

const heading = (
  { account, label, kind, currency, posted, held, available, cardholderId }: Account,
  { base }: PageContext,
) =>
  html`<p class="trail"><a href="${base}/ledger">${icons.back}Ledger</a></p>
    <header class="heading">
      <h1><bdi>${label}</bdi></h1>
      <p class="tools">
        <a class="button quiet" href="${base}/ledger/${account}.csv" download>Export CSV</a>
      </p>
    </header>
    <div data-live="facts">
      ${descriptionList([
        [
          'Holder',
          cardholderId !== null &&
            html`<a href="${base}/cardholders/${cardholderId}"><bdi>${label}</bdi></a>`,
        ],
        ['Kind', kind],
        ['Account', copyable(account, 'account')],
        ['Posted', balanceView(posted, currency)],
        ['Held', amount(moneyOf(held, currency))],
        ['Available', balanceView(available, currency)],
      ])}
    </div>`

/** The whole statement, read page by page while it is sent. */
export async function statementFile(context: PageContext): Promise<Download> {
  const account = await context.perform(showAccount, { params: nameOf(context) })
  return {
    fileName: `${account.account}.csv`,
    contentType: 'text/csv; charset=utf-8',
    parts: lines(context, account),
  }
}

async function* lines(
  { perform }: PageContext,
  { account, currency: numeric }: Account,
): AsyncGenerator<string, void, undefined> {
  yield csvRow(['entry_id', 'at', 'kind', 'order_id', 'currency', 'amount', 'balance'])
  const currency = knownCurrency(numeric)
  const signed = (minor: number): string =>
    `${minor < 0 ? '-' : ''}${decimalAmount(Math.abs(minor), currency)}`
  let cursor: string | null = null
  for (let sent = 0; sent < MOVEMENTS_MAX; sent += FILE_PAGE_SIZE) {
    const page: AnswerOf<typeof listAccountEntries> = await perform(listAccountEntries, {
      params: { account },
      query: { limit: String(FILE_PAGE_SIZE), ...(cursor !== null && { cursor }) },
    })
    yield page.items
      .map(({ entry: { id, at, kind, orderId }, amount: minor, balance }) =>
        csvRow([id, at, kind, orderId ?? '', currency.alpha, signed(minor), signed(balance)]),
      )
      .join('')
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
