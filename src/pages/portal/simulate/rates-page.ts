// Exchange rates: the project's table, the markup, and a form that replaces both.

import { getRates, replaceRates } from '../../../api/control/simulations/rates.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { isRate, MARKUP_MAX_BP } from '../../../authorisations/currency-conversion.ts'
import { CURRENCIES } from '../../../ledger/currency.ts'
import { badge, outcome } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { backLink } from '../parts/back-link.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, type Content, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Rates = AnswerOf<typeof getRates>

interface Typed {
  readonly markup: string
  readonly rates: string
}

interface Mistaken {
  readonly typed: Typed
  readonly mistakes: Mistakes
}

const LABELS = { markup: 'Markup', rates: 'Rates' } as const
const RATES_MAX_CHARACTERS = 5000

export const ratesPage = page(
  getRates,
  { path: '/simulate/rates', operation: 'ratesPage', of: 'page' },
  ratesView,
)

function ratesView(shown: Rates, context: PageContext, mistaken?: Mistaken): Content {
  const { base, query } = context
  const typed = mistaken?.typed ?? typedOf(shown)
  return {
    title: 'Exchange rates',
    ...(mistaken && { status: 422 as const }),
    head: html`${backLink(`${base}/simulate`, 'Simulate')}
      <header class="heading">
        <h1>Exchange rates ${shown.isSample && badge('neutral', 'sample rates')}</h1>
      </header>`,
    content: html`<p class="lead">
        Purchases in other currencies are converted to EUR at the current rate plus the markup.
        Purchases in a currency without a rate are declined. Orders at interface C are not
        converted.
      </p>
      ${
        query.get('did') === 'saved' &&
        !mistaken &&
        outcome('approved', html`<strong>Rates saved</strong>`)
      }
      ${mistaken && mistakeSummary('rates', mistaken.mistakes, LABELS)}
      <div class="columns">
        <section class="acts">
          <h2>Markup and rates</h2>
          ${form(
            {
              id: 'rates',
              action: `${base}/simulate/rates`,
              button: 'Save rates',
              fields: [
                {
                  kind: 'text',
                  name: 'markup',
                  label: LABELS.markup,
                  value: typed.markup,
                  inputMode: 'decimal',
                  maxLength: 6,
                  suffix: '%',
                  hint: 'Added to every converted amount, 0 to 100',
                },
                {
                  kind: 'area',
                  name: 'rates',
                  label: LABELS.rates,
                  value: typed.rates,
                  rows: Math.min(Math.max(typed.rates.split('\n').length + 1, ROWS_MIN), ROWS_MAX),
                  maxLength: RATES_MAX_CHARACTERS,
                  optional: true,
                  hint: 'One currency per line, with the number of units per EUR, such as USD 1.0834. Leave empty to use the sample rates.',
                },
              ],
              call: callOf(replaceRates, {
                body: { markupBp: shown.markupBp, rates: shown.rates },
              }),
              ...(mistaken && { mistakes: mistaken.mistakes }),
            },
            callOptions(context),
          )}
        </section>
      </div>`,
  }
}

/** Numbers of visible lines; the sample rates fit. */
const [ROWS_MIN, ROWS_MAX] = [6, 31]

const typedOf = ({ markupBp, rates }: Rates): Typed => ({
  markup: (markupBp / 100).toFixed(2),
  rates: Object.entries(rates)
    .map(([code, rate]) => `${code} ${rate}`)
    .join('\n'),
})

export const saveRates = action(
  replaceRates,
  { path: '/simulate/rates', operation: 'saveRatesFromPage' },
  async (perform, context) => {
    const typed = {
      markup: (context.form.get('markup') ?? '').slice(0, 20),
      rates: (context.form.get('rates') ?? '').slice(0, RATES_MAX_CHARACTERS),
    }
    const markupBp = markupOf(typed.markup)
    const { rates, mistake } = ratesOf(typed.rates)
    if (markupBp === undefined || mistake !== undefined) {
      const mistakes = {
        ...(markupBp === undefined && { markup: 'Enter a percentage from 0 to 100, such as 1.5.' }),
        ...(mistake !== undefined && { rates: mistake }),
      }
      return ratesPage.show(context, { typed, mistakes })
    }
    await perform({ body: { markupBp, ...(rates !== undefined && { rates }) } })
    return { location: '/simulate/rates?did=saved' }
  },
)

/** Parses a percentage with up to two decimals to basis points; undefined if it is invalid. */
function markupOf(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return whole !== '' && basisPoints <= MARKUP_MAX_BP ? basisPoints : undefined
}

/** The rates in the lines; undefined if there are none, and with the first mistake. */
function ratesOf(text: string): {
  readonly rates?: Readonly<Record<string, string>> | undefined
  readonly mistake?: string
} {
  const rates = new Map<string, string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const mistake = (what: string) => ({ mistake: `Line ${index + 1}: ${what}` })
    const [, letters = '', value = ''] = /^\s*([a-z]{3})[\s:=]+([\d.,]+)\s*$/i.exec(line) ?? []
    const code = letters.toUpperCase()
    const rate = value.replace(',', '.')
    if (!isRate(rate)) return mistake('Enter a currency and its rate, such as USD 1.0834.')
    if (code === 'EUR' || !CURRENCIES.some(({ alpha }) => alpha === code))
      return mistake(
        code === 'EUR'
          ? 'EUR needs no rate: it is the account currency.'
          : `${code} is not a known currency.`,
      )
    if (rates.has(code)) return mistake(`${code} has a rate already.`)
    rates.set(code, rate)
  }
  return { rates: rates.size === 0 ? undefined : Object.fromEntries(rates) }
}
