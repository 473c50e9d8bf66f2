// A balance as the ledger shows it: credit or debit, never with a sign.

import { html, type Html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from './amounts.ts'

export const balanceView = (posted: number, currency: number | string): Html =>
  html`${amount(moneyOf(Math.abs(posted), currency))}
    <span class="side">${posted === 0 ? '' : posted > 0 ? 'credit' : 'debit'}</span>`

/** The link to the page of an account. */
export const accountLink = (base: string, name: string): Html =>
  html`<a class="number" href="${base}/ledger/${name}">${name}</a>`
