// An account: its balance, and its statement on the page and as a file.

import { type Account, accountIdOfName, accountName, available } from '../../../ledger/account.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { type StatementRow, statementPage } from '../../../store/reads/entries.ts'
import { accountById } from '../../../store/reads/ledger.ts'
import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { readCursor, writeCursor } from '../../../web/http/cursor.ts'
import { knownCurrency, moneyOf } from '../parts/amounts.ts'
import { csvRow } from '../parts/csv.ts'
import { descriptionList } from '../parts/description-list.ts'
import { liveAddress, liveList, pageLinks } from '../parts/list-view.ts'
import type { Download, View, PageContext } from '../shell/screen.ts'
import { strayList } from '../parts/stray-list.ts'
import { balanceView } from '../parts/balance-view.ts'
import { entryLink } from './entry-page.ts'

const PAGE_SIZE = 50
const FILE_PAGE_SIZE = 500
/** Movements in one file. */
const MOVEMENTS_MAX = 100_000

type Place = readonly [at: number, id: number, balance: number]

/** The account that the address names; undefined where the project has none of that name. */
async function accountOf({ params, read }: PageContext): Promise<Account | undefined> {
  const name = params['account'] ?? ''
  const id = accountIdOfName(name)
  const account = id === undefined ? undefined : await read(accountById, id)
  return account !== undefined && accountName(account) === name ? account : undefined
}

export async function accountView(context: PageContext): Promise<View | undefined> {
  const account = await accountOf(context)
  if (account === undefined) return undefined
  const { base, project, query } = context
  const name = accountName(account)
  const list = `portal statement ${account.id}`
  const address = `${base}/ledger/${name}`
  const call: ApiCall = { api: 'control', method: 'GET', path: `/accounts/${name}/entries` }
  const placeOf = (value: string) => readCursor<Place>(project.vault, list, value)
  const stray = strayList(
    context,
    { title: `Account ${name}`, address, call },
    { filter: () => false, after: (value) => placeOf(value) !== undefined },
  )
  if (stray !== undefined) return stray
  const after = placeOf(query.get('after') ?? '')
  const { items, next } = await context.read(statementPage, account.id, { after, limit: PAGE_SIZE })
  return {
    title: `Account ${name}`,
    call,
    live: {
      of: 'account',
      address: liveAddress(address, query),
      kinds: ['account', 'journalEntry'],
    },
    content: html`<header class="heading">
        <h1>Account <span class="number">${name}</span></h1>
        <p class="tools">
          <a class="button quiet" href="${address}.csv" download>Export CSV</a>
        </p>
      </header>
      <div data-live="facts">
        ${descriptionList([
          ['Kind', account.kind],
          ['Posted', balanceView(account.posted, account.currency)],
          ['Held', amount(moneyOf(account.held, account.currency))],
          ['Available', balanceView(available(account), account.currency)],
          [
            'Holder',
            account.cardholderId !== null &&
              html`<a href="${base}/cardholders/${account.cardholderId}"
                >${account.cardholderId}</a
              >`,
          ],
        ])}
      </div>
      ${liveList(
        table({
          caption: 'Statement',
          stacks: true,
          columns: [
            { header: 'Entry' },
            { header: 'When' },
            { header: 'Amount', align: 'end', labelled: true },
            { header: 'Balance', align: 'end', labelled: true },
          ],
          rows: items.map((row) => movement(row, account, context)),
          empty: html`<p>Movements appear here as they are posted. A hold is none yet.</p>`,
        }),
        pageLinks(
          after === undefined ? undefined : address,
          next === null ? undefined : `${address}?after=${writeCursor(project.vault, list, next)}`,
        ),
      )}`,
  }
}

function movement(
  { entry, amount: signed, balance }: StatementRow,
  { currency }: Account,
  { base, now }: PageContext,
) {
  return [
    entryLink(base, entry),
    ago(entry.at, now),
    balanceView(signed, currency),
    balanceView(balance, currency),
  ]
}

/** The whole statement, read page by page while it is sent. */
export async function statementFile(context: PageContext): Promise<Download | undefined> {
  const account = await accountOf(context)
  return (
    account && {
      fileName: `${accountName(account)}.csv`,
      contentType: 'text/csv; charset=utf-8',
      parts: lines(context, account),
    }
  )
}

async function* lines(
  { read }: PageContext,
  account: Account,
): AsyncGenerator<string, void, undefined> {
  yield csvRow(['entry_id', 'at', 'kind', 'order_id', 'currency', 'amount', 'balance'])
  const currency = knownCurrency(account.currency)
  const signed = (minor: number): string =>
    `${minor < 0 ? '-' : ''}${decimalAmount(Math.abs(minor), currency)}`
  let after: Place | undefined
  for (let sent = 0; sent < MOVEMENTS_MAX; sent += FILE_PAGE_SIZE) {
    const { items, next } = await read(statementPage, account.id, { after, limit: FILE_PAGE_SIZE })
    yield items
      .map(({ entry, amount: minor, balance }) =>
        csvRow([
          String(entry.id),
          new Date(entry.at).toISOString(),
          entry.kind,
          entry.orderId ?? '',
          currency.alpha,
          signed(minor),
          signed(balance),
        ]),
      )
      .join('')
    if (next === null) return
    after = next
  }
}
