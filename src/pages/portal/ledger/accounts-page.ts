// The accounts of a project, and whether the ledger balances.

import { accountName, available } from '../../../ledger/account.ts'
import { accountsOf, accountsPage } from '../../../store/reads/ledger.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'
import { liveAddress, liveList, pageLinks } from '../parts/list-view.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import type { View, PageContext } from '../shell/screen.ts'
import { strayList } from '../parts/stray-list.ts'
import { accountLink, balanceView } from '../parts/balance-view.ts'

const PAGE_SIZE = 50
/** More accounts are not summed up for a page. */
const SUMMED_MAX = 10_000

export async function accountsView(context: PageContext): Promise<View> {
  const { base, query } = context
  const address = `${base}/ledger`
  const call: ApiCall = { api: 'control', method: 'GET', path: '/accounts' }
  const isPlace = (value: string): boolean => /^-?\d{1,15}$/.test(value)
  const stray = strayList(
    context,
    { title: 'Ledger', address, call },
    { filter: () => false, after: isPlace },
  )
  if (stray !== undefined) return stray
  const after = query.get('after') ?? undefined
  const [{ items, next }, sum] = await Promise.all([
    context.read(accountsPage, {
      after: after === undefined ? undefined : [Number(after)],
      limit: PAGE_SIZE,
    }),
    trialBalance(context),
  ])
  return {
    title: 'Ledger',
    call,
    live: { of: 'list', address: liveAddress(address, query), kinds: ['account'] },
    content: html`<header class="heading" data-live="heading">
        <h1>Ledger ${sum !== undefined && trialBadge(sum)}</h1>
      </header>
      ${liveList(
        table({
          caption: 'Accounts',
          stacks: true,
          columns: [
            { header: 'Account' },
            { header: 'Kind' },
            { header: 'Posted', align: 'end', labelled: true },
            { header: 'Held', align: 'end', labelled: true },
            { header: 'Available', align: 'end', labelled: true },
          ],
          rows: items.map((account) => [
            accountLink(base, accountName(account)),
            account.kind,
            balanceView(account.posted, account.currency),
            amount(moneyOf(account.held, account.currency)),
            balanceView(available(account), account.currency),
          ]),
          empty: html`<p>Accounts appear here with the first card, top-up or payment.</p>`,
        }),
        pageLinks(
          after === undefined ? undefined : address,
          next === null ? undefined : `${address}?after=${next[0]}`,
        ),
      )}`,
  }
}

const trialBadge = (sum: bigint) =>
  sum === 0n ? badge('approved', 'trial balance 0') : badge('declined', `trial balance ${sum}`)

/** The sum of all posted balances: 0 while the ledger is right; undefined where there are too many to sum up. */
async function trialBalance({ read }: PageContext): Promise<bigint | undefined> {
  const accounts = await read(accountsOf, SUMMED_MAX + 1)
  return accounts.length > SUMMED_MAX
    ? undefined
    : accounts.reduce((sum, { posted }) => sum + BigInt(posted), 0n)
}
